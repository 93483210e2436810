// test PARALLAXD EXAMPLE: the library against a daemon with a simulated device.
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <parallax.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define REQUIRE(condition) \
    do { \
        if (condition) break; \
        fprintf(stderr, "%s:%d: %s (errno: %s)\n", __FILE__, __LINE__, #condition, strerror(errno)); \
        if (daemon_pid > 0) kill(daemon_pid, SIGKILL); \
        exit(1); \
    } while (0)

static pid_t daemon_pid;
static char folder[] = "/tmp/parallax-c-XXXXXX", path[64];

static pid_t spawn(char *const arguments[]) {
    pid_t child = fork();
    if (child == 0) {
        execv(arguments[0], arguments);
        _exit(127);
    }
    return child;
}

// Waits until the daemon listens, at most 20 s.
static plx *connected(void) {
    for (int tries = 0; tries < 400; tries++) {
        plx *client = plx_connect(path);
        if (client) return client;
        REQUIRE(errno == ENOENT || errno == ECONNREFUSED);
        poll(NULL, 0, 50);
    }
    REQUIRE(!"the daemon listens");
    return NULL;
}

// Reads until there is a frame. Returns what plx_read does.
static int next(plx *client, plx_frame *frame) {
    for (;;) {
        struct pollfd watched = {plx_fd(client), POLLIN, 0};
        REQUIRE(poll(&watched, 1, 20000) == 1);
        int result = plx_read(client, frame);
        if (result != 0) return result;
    }
}

static void test_frames(void) {
    plx *client = connected();
    plx_frame frame, last = {0};
    for (int count = 0; count < 100; count++) {
        REQUIRE(next(client, &frame) == 1);
        REQUIRE(frame.seq > last.seq && frame.t_us > last.t_us);
        REQUIRE(fabsf(frame.x) <= 1 && fabsf(frame.y) <= 1);
        REQUIRE(fabsf(frame.pitch) < 2 && fabsf(frame.roll) < 4);
        last = frame;
    }
    REQUIRE(last.pitch > 0.3f); // The simulated hand holds the device at 48 degrees.
    REQUIRE(strcmp(plx_state(client), "ok") == 0);
    REQUIRE(plx_error(client)[0] == 0);
    plx_close(client);
}

static void test_rate(void) {
    plx *client = connected();
    plx_frame frame, first;
    REQUIRE(plx_set_rate(client, 12.5) == 0);
    for (int count = 0; count < 5; count++) REQUIRE(next(client, &first) == 1);
    for (int count = 0; count < 10; count++) REQUIRE(next(client, &frame) == 1);
    // No frame comes early; a busy machine may make some late.
    REQUIRE(frame.t_us - first.t_us > 700000);
    plx_close(client);
}

// A client that does not read for a second gets one old frame, then fresh ones.
static void test_newest_only(void) {
    plx *client = connected();
    plx_frame first, old, fresh;
    REQUIRE(next(client, &first) == 1);
    poll(NULL, 0, 1000);
    REQUIRE(next(client, &old) == 1);
    REQUIRE(next(client, &fresh) == 1);
    REQUIRE(old.seq <= first.seq + 5 && fresh.seq > old.seq + 30);
    plx_close(client);
}

static void test_refusal(void) {
    plx *client = connected();
    plx_frame frame;
    REQUIRE(plx_set_rate(client, 1000) == 0);
    while (plx_error(client)[0] == 0) REQUIRE(next(client, &frame) == 1);
    REQUIRE(strstr(plx_error(client), "rate"));
    REQUIRE(plx_recenter(client) == 0 && plx_request(client, "{\"cmd\":\"status\"}") == 0);
    for (int count = 0; count < 20; count++) REQUIRE(next(client, &frame) == 1);
    char tooLong[5000];
    memset(tooLong, 'x', sizeof tooLong - 1);
    tooLong[sizeof tooLong - 1] = 0;
    REQUIRE(plx_request(client, tooLong) == -1 && errno == EMSGSIZE);
    plx_close(client);
}

static void test_memory(void) {
    plx *client = connected();
    plx_frame frame;
    plx_pose pose, later;
    REQUIRE(!plx_look(client, &pose));
    REQUIRE(plx_share(client) == 0);
    while (!plx_has_memory(client)) {
        struct pollfd watched = {plx_fd(client), POLLIN, 0};
        REQUIRE(poll(&watched, 1, 20000) == 1);
        REQUIRE(plx_read(client, &frame) >= 0);
    }
    while (!plx_look(client, &pose)) poll(NULL, 0, 5);
    do {
        REQUIRE(plx_look(client, &later));
        poll(NULL, 0, 5);
    } while (later.frame.seq < pose.frame.seq + 10);
    REQUIRE(later.frame.t_us > pose.frame.t_us);
    float length = 0;
    for (int index = 0; index < 4; index++) length += later.q[index] * later.q[index];
    REQUIRE(fabsf(length - 1) < 1e-3f);
    length = 0;
    for (int index = 0; index < 3; index++) length += later.gravity[index] * later.gravity[index];
    REQUIRE(fabsf(length - 1) < 1e-3f);
    REQUIRE(plx_read(client, &frame) == 0); // Nothing came on the socket meanwhile.
    REQUIRE(plx_request(client, "{\"cmd\":\"subscribe\",\"format\":\"binary\"}") == 0);
    REQUIRE(next(client, &frame) == 1);
    REQUIRE(!plx_has_memory(client));
    plx_close(client);
}

static void test_example(char *example) {
    setenv("PARALLAXD_SOCKET", path, 1);
    FILE *output = popen(example, "r");
    char line[128];
    int count = 0;
    while (output && fgets(line, sizeof line, output)) {
        float x, y;
        REQUIRE(sscanf(line, "%f %f", &x, &y) == 2);
        count++;
    }
    REQUIRE(count == 10 && pclose(output) == 0);
}

static void test_end(void) {
    plx *client = connected();
    plx_frame frame;
    REQUIRE(next(client, &frame) == 1);
    kill(daemon_pid, SIGTERM);
    int result;
    while ((result = next(client, &frame)) == 1) {}
    REQUIRE(result == -1 && (errno == EPIPE || errno == ECONNRESET));
    plx_close(client);
    int status;
    REQUIRE(waitpid(daemon_pid, &status, 0) == daemon_pid && status == 0);
    REQUIRE(!plx_connect(path) && errno == ENOENT);
}

int main(int count, char **arguments) {
    if (count != 3 || !mkdtemp(folder)) return 64;
    snprintf(path, sizeof path, "%s/s", folder);
    char *command[] = {arguments[1], "--device", "sim", "--log-level", "error", "--socket", path, NULL};
    daemon_pid = spawn(command);
    test_frames();
    test_rate();
    test_newest_only();
    test_refusal();
    test_memory();
    test_example(arguments[2]);
    test_end();
    rmdir(folder);
    puts("clients/c: all passed");
}
