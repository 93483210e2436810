// The other sides of `make bench-publisher`:
//   fanout send PATH CLIENTS SECONDS    a bare loop of send, 60 times a second: no publisher is quicker
//   fanout read PATH CLIENTS SECONDS    reads as many clients' lines; prints what they got as JSON
//   fanout look PATH CLIENTS SECONDS    as many clients with shared memory, which read it 60 times a second
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { RATE = 60, MOST = 1024, STEP_US = 20, STEPS = 5000 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static int make_socket(const char *path, bool listens) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) fail("socket");
    if (listens) {
        if (bind(made, (struct sockaddr *)&address, sizeof address) || listen(made, MOST)) fail("listen");
    } else if (connect(made, (struct sockaddr *)&address, sizeof address)) {
        fail("connect");
    }
    return made;
}

static int make_timer(void) {
    struct itimerspec period = {{0, 1000000000 / RATE}, {0, 1000000000 / RATE}};
    int timer = timerfd_create(CLOCK_MONOTONIC, 0);
    if (timer < 0 || timerfd_settime(timer, 0, &period, NULL)) fail("timer");
    return timer;
}

static void wait_for(int timer) {
    uint64_t ticks;
    if (read(timer, &ticks, sizeof ticks) != sizeof ticks) fail("tick");
}

static void send_loop(const char *path, int clients, double seconds) {
    static int sockets[MOST];
    int listener = make_socket(path, true);
    for (int index = 0; index < clients; index++) {
        sockets[index] = accept4(listener, NULL, NULL, SOCK_NONBLOCK);
        if (sockets[index] < 0) fail("accept");
    }
    int timer = make_timer();
    int64_t end = now_us() + (int64_t)(seconds * 1e6);
    for (long seq = 1; now_us() < end; seq++) {
        wait_for(timer);
        char line[160];
        int length = snprintf(
            line, sizeof line,
            "{\"type\":\"tilt\",\"seq\":%ld,\"t\":%lld,"
            "\"x\":0.1042,\"y\":-0.0310,\"pitch\":-0.0541,\"roll\":0.1820}\n",
            seq, (long long)now_us());
        for (int index = 0; index < clients; index++) send(sockets[index], line, length, MSG_NOSIGNAL);
    }
}

static long counts[MOST], histogram[STEPS + 1], frames;
static int64_t first_us[MOST], last_us[MOST];

static void take(int client, const char *line, int64_t arrival) {
    const char *time = strstr(line, "\"t\":");
    if (!strstr(line, "\"tilt\"") || !time) return;
    int64_t age = (arrival - strtoll(time + 4, NULL, 10)) / STEP_US;
    histogram[age < 0 ? 0 : age > STEPS ? STEPS : age]++;
    if (!counts[client]++) first_us[client] = arrival;
    last_us[client] = arrival;
    frames++;
}

static double percentile(double share) {
    long sum = 0;
    for (int step = 0; step <= STEPS; step++)
        if ((sum += histogram[step]) >= share * frames) return step * STEP_US / 1000.0;
    return STEPS * STEP_US / 1000.0;
}

static void print_result(int clients) {
    double slowest = 1e9, fastest = 0;
    for (int index = 0; index < clients; index++) {
        double rate = counts[index] > 1 ? (counts[index] - 1) * 1e6 / (last_us[index] - first_us[index]) : 0;
        if (rate < slowest) slowest = rate;
        if (rate > fastest) fastest = rate;
    }
    printf("{\"frames\":%ld,\"slowest\":%.3f,\"fastest\":%.3f,\"p50\":%.2f,\"p90\":%.2f,\"p99\":%.2f,",
           frames, slowest, fastest, percentile(0.5), percentile(0.9), percentile(0.99));
    printf("\"step_ms\":%g,\"histogram\":[", STEP_US / 1000.0);
    for (int step = 0; step <= STEPS; step++) printf(step ? ",%ld" : "%ld", histogram[step]);
    printf("]}\n");
}

static void read_loop(const char *path, int clients, double seconds) {
    static int sockets[MOST];
    int poller = epoll_create1(0);
    for (int index = 0; index < clients; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
        sockets[index] = make_socket(path, false);
        if (epoll_ctl(poller, EPOLL_CTL_ADD, sockets[index], &event)) fail("epoll_ctl");
    }
    // What comes in the first second is the greeting and the start.
    int64_t begin = now_us() + 1000000, end = begin + (int64_t)(seconds * 1e6);
    while (now_us() < end) {
        struct epoll_event ready[64];
        int count = epoll_wait(poller, ready, 64, 100);
        for (int index = 0; index < count; index++) {
            char bytes[4096];
            ssize_t length = recv(sockets[ready[index].data.u32], bytes, sizeof bytes - 1, 0);
            int64_t arrival = now_us();
            if (length <= 0) {
                errno = length == 0 ? EPIPE : errno;
                fail("a client lost its server");
            }
            if (arrival < begin) continue;
            bytes[length] = 0;
            for (char *line = strtok(bytes, "\n"); line; line = strtok(NULL, "\n"))
                take(ready[index].data.u32, line, arrival);
        }
    }
    print_result(clients);
}

// The memory that comes with the reply to `subscribe`.
static const uint32_t *share(int socket) {
    static const char request[] = "{\"cmd\":\"subscribe\",\"format\":\"memfd\"}\n";
    if (send(socket, request, sizeof request - 1, 0) < 0) fail("send");
    for (;;) {
        char bytes[4096];
        union {
            char bytes[CMSG_SPACE(sizeof(int))];
            struct cmsghdr align;
        } control;
        struct iovec part = {bytes, sizeof bytes};
        struct msghdr message = {
            .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control,
        };
        if (recvmsg(socket, &message, 0) <= 0) fail("recvmsg");
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (!header) continue;
        int given;
        memcpy(&given, CMSG_DATA(header), sizeof given);
        void *memory = mmap(NULL, 128, PROT_READ, MAP_SHARED, given, 0);
        close(given);
        if (memory == MAP_FAILED) fail("mmap");
        return memory;
    }
}

static void look_loop(const char *path, int clients, double seconds) {
    static const uint32_t *memories[MOST];
    for (int index = 0; index < clients; index++) memories[index] = share(make_socket(path, false));
    int timer = make_timer();
    int64_t end = now_us() + (int64_t)((seconds + 1) * 1e6);
    long looks = 0, torn = 0;
    while (now_us() < end) {
        wait_for(timer);
        for (int index = 0; index < clients; index++, looks++) {
            uint32_t copy[32], before = __atomic_load_n(memories[index], __ATOMIC_ACQUIRE);
            memcpy(copy, memories[index], sizeof copy);
            __atomic_thread_fence(__ATOMIC_ACQUIRE);
            torn += before & 1 || __atomic_load_n(memories[index], __ATOMIC_RELAXED) != before;
        }
    }
    printf("{\"looks\":%ld,\"torn\":%ld}\n", looks, torn);
}

int main(int count, char **arguments) {
    if (count != 5) return 64;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    int clients = atoi(arguments[3]);
    double seconds = atof(arguments[4]);
    if (clients < 1 || clients > MOST) return 64;
    if (!strcmp(arguments[1], "send")) send_loop(arguments[2], clients, seconds);
    else if (!strcmp(arguments[1], "read")) read_loop(arguments[2], clients, seconds);
    else if (!strcmp(arguments[1], "look")) look_loop(arguments[2], clients, seconds);
    else return 64;
}
