// claim: claims the accelerometer at iio-sensor-proxy as a desktop does, and writes what it is told.
//
//   claim SECONDS [TIMES]
//
// It claims whenever the proxy's name appears and releases after SECONDS; all that TIMES times. Output, each
// line with the moment in seconds of CLOCK_MONOTONIC before it:
//
//   {"type":"reply","to":"ClaimAccelerometer","error":null,"after":SECONDS}   or the name of an error
//   {"type":"orientation","value":"left-up"}                                  after a claim, then each change
//   {"type":"proxy","present":true}                                           each appearance and loss
#include <err.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

static const char proxy[] = "net.hadess.SensorProxy", path[] = "/net/hadess/SensorProxy";
static const char claim[] = "ClaimAccelerometer", release[] = "ReleaseAccelerometer";
static const char properties[] = "org.freedesktop.DBus.Properties";
static const char orientation[] = "AccelerometerOrientation";

static sd_bus *bus;
static double called;
static bool claimed; // or about to be

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void check(int result, const char *what) {
    if (result < 0) errx(1, "%s: %s", what, strerror(-result));
}

static void print_orientation(sd_bus_message *message) {
    const char *value;
    check(sd_bus_message_read(message, "v", "s", &value), orientation);
    printf("%.6f {\"type\":\"orientation\",\"value\":\"%s\"}\n", now(), value);
}

static int got_orientation(sd_bus_message *reply, void *unused, sd_bus_error *error) {
    (void)unused, (void)error;
    if (!sd_bus_message_is_method_error(reply, NULL)) print_orientation(reply);
    return 0;
}

static int got_reply(sd_bus_message *reply, void *method, sd_bus_error *unused) {
    (void)unused;
    const sd_bus_error *error = sd_bus_message_get_error(reply);
    const char *quote = error ? "\"" : "", *name = error ? error->name : "null";
    printf(
        "%.6f {\"type\":\"reply\",\"to\":\"%s\",\"error\":%s%s%s,\"after\":%.6f}\n",
        now(), (const char *)method, quote, name, quote, now() - called);
    if (error || method != claim) return 0;
    int result = sd_bus_call_method_async(
        bus, NULL, proxy, path, properties, "Get", got_orientation, NULL, "ss", proxy, orientation);
    check(result, "Get");
    return 0;
}

static void call(const char *method) {
    called = now();
    claimed = method == claim;
    int result = sd_bus_call_method_async(
        bus, NULL, proxy, path, proxy, method, got_reply, (void *)method, NULL);
    check(result, method);
}

static int changed(sd_bus_message *signal, void *unused, sd_bus_error *error) {
    (void)unused, (void)error;
    const char *name;
    check(sd_bus_message_skip(signal, "s"), "interface");
    check(sd_bus_message_enter_container(signal, 'a', "{sv}"), "properties");
    while (sd_bus_message_enter_container(signal, 'e', "sv") > 0) {
        check(sd_bus_message_read(signal, "s", &name), "property");
        if (strcmp(name, orientation) == 0) print_orientation(signal);
        else check(sd_bus_message_skip(signal, "v"), name);
        check(sd_bus_message_exit_container(signal), name);
    }
    return 0;
}

static int owner_changed(sd_bus_message *signal, void *unused, sd_bus_error *error) {
    (void)unused, (void)error;
    const char *name, *before, *after;
    check(sd_bus_message_read(signal, "sss", &name, &before, &after), "owner");
    bool present = *after;
    printf("%.6f {\"type\":\"proxy\",\"present\":%s}\n", now(), present ? "true" : "false");
    if (present) call(claim);
    else claimed = false;
    return 0;
}

static void serve(double seconds) {
    double end = now() + seconds;
    for (double left = seconds; left > 0; left = end - now()) {
        int result;
        while ((result = sd_bus_process(bus, NULL)) > 0) continue;
        check(result, "the bus");
        check(sd_bus_wait(bus, (uint64_t)(left * 1e6) + 1), "wait");
    }
}

// Calls when the proxy is there; its later appearances come as signals.
static void claim_once(double seconds) {
    if (!claimed && sd_bus_get_name_creds(bus, proxy, 0, NULL) >= 0) call(claim);
    serve(seconds);
    if (claimed) call(release);
    serve(0.5);
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) errx(64, "usage: claim SECONDS [TIMES]");
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    check(sd_bus_open_system(&bus), "the system bus");
    int result = sd_bus_match_signal(bus, NULL, proxy, path, properties, "PropertiesChanged", changed, NULL);
    check(result, "match");
    const char owners[] = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',"
                          "arg0='net.hadess.SensorProxy'";
    check(sd_bus_add_match(bus, NULL, owners, owner_changed, NULL), "match");
    for (int times = argc == 3 ? atoi(argv[2]) : 1; times > 0; times--) claim_once(atof(argv[1]));
    return 0;
}
