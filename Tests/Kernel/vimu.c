// vimu: a virtual HID sensor hub, accelerometer and gyrometer, on /dev/uhid.
//
// The kernel's own drivers make `accel_3d` and `gyro_3d` of it, so that a reader of IIO meets real
// attributes, triggers and buffers. It plays a known motion and logs the true pose on CLOCK_MONOTONIC. As
// real hubs do, it reports -1 g on the axis that is up. Ending it is pulling the plug.
//
//   vimu [--accel-only | --gyro-only] [--hz N] [--motion still|sway|turn|steps] [--amp DEG] [--freq HZ]
//        [--bias DEG_PER_S] [--noise] [--tilt PITCH_DEG ROLL_DEG] [--truth FILE] [--seconds N]
//
// Each line of the truth: time in seconds, then w x y z of the rotation from device to earth, z up; 200
// lines a second.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "vimu-reports.h"

static const double radians_per_degree = M_PI / 180;
static const double truth_hz = 200;

enum motion { STILL, SWAY, TURN, STEPS };
static const char *const motion_names[] = {"still", "sway", "turn", "steps"};

static enum motion motion = SWAY;
static double hub_hz = 100, amplitude = 20, frequency = 0.5, bias, tilt_pitch, tilt_roll;
static double run_seconds = INFINITY;
static bool has_accel = true, has_gyro = true, noisy;
static FILE *truth;

enum { ACCEL, GYRO, SENSOR_COUNT };

static struct sensor {
    bool present;
    struct feature_report feature;
    double due; // when the next report is sent
} sensors[SENSOR_COUNT];

static int hub;
static double start;
static volatile sig_atomic_t stopped;

struct quaternion { double w, x, y, z; };

static struct quaternion product(struct quaternion a, struct quaternion b) {
    return (struct quaternion){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static struct quaternion conjugate(struct quaternion q) { return (struct quaternion){q.w, -q.x, -q.y, -q.z}; }

static struct quaternion pose_of(double yaw, double pitch, double roll) {
    struct quaternion about_z = {cos(yaw / 2), 0, 0, sin(yaw / 2)};
    struct quaternion about_x = {cos(pitch / 2), sin(pitch / 2), 0, 0};
    struct quaternion about_y = {cos(roll / 2), 0, sin(roll / 2), 0};
    return product(product(about_z, about_x), about_y);
}

// Goes from -1 to 1 and back in two periods, and rests for half of each.
static double smooth_steps(double periods) {
    double phase = fmod(periods, 2);
    double ramp = phase < 1 ? phase : 2 - phase;
    double part = fmin(1, fmax(0, (ramp - 0.25) * 2));
    return -cos(M_PI * part);
}

// The rotation from device to earth `t` seconds after the start: a function of time alone, so that the
// truth is exact however late it is written.
static struct quaternion pose(double t) {
    double size = amplitude * radians_per_degree, yaw = 0;
    double pitch = tilt_pitch * radians_per_degree, roll = tilt_roll * radians_per_degree;
    switch (motion) {
        case STILL: break;
        case SWAY:
            roll += size * sin(2 * M_PI * frequency * t);
            pitch += 0.5 * size * sin(2 * M_PI * 0.7 * frequency * t + 1);
            break;
        case TURN: yaw = size * sin(2 * M_PI * frequency * t); break;
        case STEPS: roll += size * smooth_steps(t * frequency); break;
    }
    return pose_of(yaw, pitch, roll);
}

// About normal, with a deviation of 1: the sum of twelve uniform numbers.
static double noise(void) {
    if (!noisy) return 0;
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += rand() / (double)RAND_MAX;
    return sum;
}

static void measure_accel(double t, int32_t axes[3]) {
    struct quaternion q = pose(t);
    double up[3] = {
        2 * (q.x * q.z - q.w * q.y), 2 * (q.y * q.z + q.w * q.x),
        q.w * q.w - q.x * q.x - q.y * q.y + q.z * q.z};
    for (int i = 0; i < 3; i++) axes[i] = (int32_t)lround(-(up[i] + 0.002 * noise()) * accel_steps_per_g);
}

static void measure_gyro(double t, int32_t axes[3]) {
    const double half_step = 1e-4;
    struct quaternion turn = product(conjugate(pose(t - half_step)), pose(t + half_step));
    double sign = turn.w < 0 ? -1 : 1;
    double rate[3] = {sign * turn.x / half_step, sign * turn.y / half_step, sign * turn.z / half_step};
    for (int i = 0; i < 3; i++) {
        double degrees = rate[i] / radians_per_degree + bias + 0.07 * noise();
        axes[i] = (int32_t)lround(degrees * gyro_steps_per_degree);
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static struct input_report measure(int index) {
    struct input_report report = {.id = (uint8_t)(index + 1), .state = STATE_READY, .event = DATA_UPDATED};
    int32_t axes[3];
    double t = now() - start;
    if (index == ACCEL) measure_accel(t, axes);
    else measure_gyro(t, axes);
    memcpy(report.axes, axes, sizeof axes);
    return report;
}

// The truth up to now. A late call writes the lines it owes.
static void log_truth(void) {
    static long line;
    if (!truth) return;
    for (; (double)line / truth_hz <= now() - start; line++) {
        double t = (double)line / truth_hz;
        struct quaternion q = pose(t);
        fprintf(truth, "%.6f %.7f %.7f %.7f %.7f\n", start + t, q.w, q.x, q.y, q.z);
    }
}

static void submit(const struct uhid_event *event) {
    if (write(hub, event, sizeof *event) < 0) err(1, "write to /dev/uhid");
}

static void append(struct uhid_create2_req *request, const uint8_t *bytes, size_t count) {
    memcpy(request->rd_data + request->rd_size, bytes, count);
    request->rd_size = (uint16_t)(request->rd_size + count);
}

static void create_hub(void) {
    hub = open("/dev/uhid", O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (hub < 0) err(1, "/dev/uhid");
    struct uhid_event event = {.type = UHID_CREATE2};
    struct uhid_create2_req *request = &event.u.create2;
    strcpy((char *)request->name, "virtual sensor hub");
    request->bus = BUS_I2C;
    request->vendor = 0x8086; // known to hid-sensor-hub
    request->product = 0x22d8;
    append(request, descriptor_head, sizeof descriptor_head);
    if (has_accel) append(request, accel_descriptor, sizeof accel_descriptor);
    if (has_gyro) append(request, gyro_descriptor, sizeof gyro_descriptor);
    append(request, descriptor_tail, sizeof descriptor_tail);
    submit(&event);
}

static bool reports(const struct sensor *sensor) {
    bool powered = sensor->feature.power == FULL_POWER;
    return sensor->present && powered && sensor->feature.reporting == ALL_EVENTS;
}

// Puts the next report on the sensor's grid, start + n periods. A period that was missed is left out, so
// the pace does not drift and reports do not bunch.
static void schedule(struct sensor *sensor) {
    const double rounding = 1e-6;
    double period = fmax(1 / hub_hz, sensor->feature.interval_ms * 1e-3);
    double periods = floor((now() - start) / period + rounding) + 1;
    sensor->due = reports(sensor) ? start + periods * period : INFINITY;
}

static void send_due_reports(void) {
    for (int i = 0; i < SENSOR_COUNT; i++) {
        if (now() < sensors[i].due) continue;
        struct uhid_event event = {.type = UHID_INPUT2};
        struct input_report report = measure(i);
        event.u.input2.size = sizeof report;
        memcpy(event.u.input2.data, &report, sizeof report);
        submit(&event);
        schedule(&sensors[i]);
    }
}

// The index of the sensor with this report number, or -1.
static int sensor_of(uint8_t number) {
    int index = number - 1;
    return index >= 0 && index < SENSOR_COUNT && sensors[index].present ? index : -1;
}

static void answer_get_report(const struct uhid_get_report_req *request) {
    struct uhid_event event = {.type = UHID_GET_REPORT_REPLY};
    struct uhid_get_report_reply_req *reply = &event.u.get_report_reply;
    reply->id = request->id;
    int index = sensor_of(request->rnum);
    if (index < 0) {
        reply->err = EIO;
    } else if (request->rtype == UHID_FEATURE_REPORT) {
        reply->size = sizeof sensors[index].feature;
        memcpy(reply->data, &sensors[index].feature, reply->size);
    } else {
        struct input_report report = measure(index);
        reply->size = sizeof report;
        memcpy(reply->data, &report, sizeof report);
    }
    submit(&event);
}

static void answer_set_report(const struct uhid_set_report_req *request) {
    struct uhid_event event = {.type = UHID_SET_REPORT_REPLY};
    event.u.set_report_reply.id = request->id;
    int index = sensor_of(request->rnum);
    if (index < 0 || request->size > sizeof sensors[index].feature) {
        event.u.set_report_reply.err = EIO;
    } else {
        struct feature_report *feature = &sensors[index].feature;
        memcpy(feature, request->data, request->size);
        schedule(&sensors[index]);
        fprintf(
            stderr, "vimu: %.3f s: sensor %d: reporting %d, power %d, interval %u ms\n",
            now() - start, index + 1, feature->reporting, feature->power, feature->interval_ms);
    }
    submit(&event);
}

// Answers what the kernel asks, until it asks no more.
static void answer_requests(void) {
    struct uhid_event event;
    while (read(hub, &event, sizeof event) > 0) {
        if (event.type == UHID_GET_REPORT) answer_get_report(&event.u.get_report);
        else if (event.type == UHID_SET_REPORT) answer_set_report(&event.u.set_report);
    }
    if (errno != EAGAIN) err(1, "read from /dev/uhid");
}

// Waits until a report is due or the kernel asks something; a signal ends it, at this point only.
static void wait_for_work(const sigset_t *signals_while_waiting) {
    double wait = 0.05;
    for (int i = 0; i < SENSOR_COUNT; i++) wait = fmin(wait, sensors[i].due - now());
    wait = fmax(wait, 0);
    struct timespec timeout = {.tv_nsec = (long)(wait * 1e9)};
    struct pollfd poller = {.fd = hub, .events = POLLIN};
    if (ppoll(&poller, 1, &timeout, signals_while_waiting) < 0 && errno != EINTR) err(1, "ppoll");
}

static void stop(int number) {
    (void)number;
    stopped = 1;
}

// SIGINT and SIGTERM end the program between two reports, with the truth complete.
static sigset_t catch_signals(void) {
    sigset_t caught, before;
    sigemptyset(&caught);
    sigaddset(&caught, SIGINT);
    sigaddset(&caught, SIGTERM);
    sigprocmask(SIG_BLOCK, &caught, &before);
    signal(SIGINT, stop);
    signal(SIGTERM, stop);
    return before;
}

static double number(const char *text) {
    char *end;
    double value = text ? strtod(text, &end) : NAN;
    if (isnan(value) || *end) errx(64, "%s is not a number", text ? text : "nothing");
    return value;
}

static enum motion motion_named(const char *name) {
    for (enum motion m = STILL; m <= STEPS; m++) {
        if (strcmp(name, motion_names[m]) == 0) return m;
    }
    errx(64, "no motion is called %s", name);
}

static void read_options(int argc, char **argv) {
    static const struct option options[] = {
        {"accel-only", no_argument, 0, 'a'},      {"gyro-only", no_argument, 0, 'g'},
        {"hz", required_argument, 0, 'h'},        {"motion", required_argument, 0, 'm'},
        {"amp", required_argument, 0, 'd'},       {"freq", required_argument, 0, 'f'},
        {"bias", required_argument, 0, 'b'},      {"noise", no_argument, 0, 'n'},
        {"tilt", required_argument, 0, 'p'},      {"truth", required_argument, 0, 't'},
        {"seconds", required_argument, 0, 's'},   {0},
    };
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
            case 'a': has_gyro = false; break;
            case 'g': has_accel = false; break;
            case 'h': hub_hz = number(optarg); break;
            case 'm': motion = motion_named(optarg); break;
            case 'd': amplitude = number(optarg); break;
            case 'f': frequency = number(optarg); break;
            case 'b': bias = number(optarg); break;
            case 'n': noisy = true; break;
            case 'p':
                tilt_pitch = number(optarg);
                tilt_roll = number(argv[optind++]);
                break;
            case 't':
                truth = fopen(optarg, "w");
                if (!truth) err(66, "%s", optarg);
                break;
            case 's': run_seconds = number(optarg); break;
            default: exit(64);
        }
    }
    if (optind != argc) errx(64, "%s: not an option", argv[optind]);
}

int main(int argc, char **argv) {
    read_options(argc, argv);
    sigset_t signals_while_waiting = catch_signals();
    bool present[SENSOR_COUNT] = {[ACCEL] = has_accel, [GYRO] = has_gyro};
    for (int i = 0; i < SENSOR_COUNT; i++) {
        struct feature_report feature = {(uint8_t)(i + 1), NO_EVENTS, POWER_OFF, 10, 0};
        sensors[i] = (struct sensor){.present = present[i], .feature = feature, .due = INFINITY};
    }
    create_hub();
    start = now();
    while (!stopped && now() - start < run_seconds) {
        send_due_reports();
        log_truth();
        wait_for_work(&signals_while_waiting);
        answer_requests();
    }
    log_truth();
    if (truth && fclose(truth) != 0) err(1, "truth");
    return 0;
}
