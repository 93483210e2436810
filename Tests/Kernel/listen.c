// listen: connects to a Unix socket, sends a line if one is given, and writes each line that arrives with the
// moment of its receipt.
//
//   listen SOCKET SECONDS [LINE]
//
// Output: CLOCK_MONOTONIC in seconds, a space, the line; on standard error in the same way the moment of the
// connection. It ends with 0 after SECONDS, and with 1 when the other side closes before.
#define _GNU_SOURCE
#include <err.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) errx(64, "%s: too long for a socket", path);
    strcpy(address.sun_path, path);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) err(1, "socket");
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) err(1, "%s", path);
    return descriptor;
}

static void send_line(int descriptor, const char *text) {
    char line[4096];
    int length = snprintf(line, sizeof line, "%s\n", text);
    if (length >= (int)sizeof line) errx(64, "the line is too long");
    if (write(descriptor, line, (size_t)length) != length) err(1, "write");
}

// Writes what arrived at `time`. A line that came in pieces counts as received with its last one.
static void print_lines(const char *bytes, size_t count, double time) {
    static char line[65536];
    static size_t length;
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            printf("%.6f %.*s\n", time, (int)length, line);
            length = 0;
        } else if (length < sizeof line) {
            line[length++] = bytes[i];
        } else {
            errx(1, "a line is longer than the protocol allows");
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 3 || argc > 4) errx(64, "usage: listen SOCKET SECONDS [LINE]");
    // A script may look at the output, or kill this program, at any moment.
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    double start = now();
    int descriptor = connect_to(argv[1]);
    fprintf(stderr, "%.6f connects\n", start);
    if (argc == 4) send_line(descriptor, argv[3]);

    double end = start + atof(argv[2]);
    while (true) {
        double left = end - now();
        if (left <= 0) return 0;
        struct pollfd poller = {.fd = descriptor, .events = POLLIN};
        if (poll(&poller, 1, (int)(left * 1000) + 1) <= 0) continue;
        char bytes[65536];
        ssize_t count = read(descriptor, bytes, sizeof bytes);
        double time = now();
        if (count < 0) err(1, "read");
        if (count == 0) return 1;
        print_lines(bytes, (size_t)count, time);
    }
}
