#define _GNU_SOURCE
#include "parallax.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LONGEST_LINE = 65536, MEMORY_SIZE = 128, FRAME_SIZE = 32 };

struct plx {
    int socket;
    bool is_binary;
    // The last descriptor that came, until its reply is read.
    int given;
    const void *memory;
    size_t count;
    char state[16], error[256];
    unsigned char bytes[LONGEST_LINE + 16];
};

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address.sun_path, path);
    int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -1;
    if (connect(made, (struct sockaddr *)&address, sizeof address) == 0) return made;
    int reason = errno;
    close(made);
    errno = reason;
    return -1;
}

static int connect_by_default(void) {
    const char *path = getenv("PARALLAXD_SOCKET"), *runtime = getenv("XDG_RUNTIME_DIR");
    if (path && *path) return connect_to(path);
    if (geteuid() != 0 && runtime && *runtime) {
        char own[4096];
        snprintf(own, sizeof own, "%s/parallaxd.sock", runtime);
        int made = connect_to(own);
        if (made >= 0) return made;
    }
    return connect_to("/run/parallaxd/parallaxd.sock");
}

plx *plx_connect(const char *path) {
    plx *client = calloc(1, sizeof *client);
    if (!client) return NULL;
    client->given = -1;
    client->socket = path ? connect_to(path) : connect_by_default();
    static const char binary[] = "{\"cmd\":\"subscribe\",\"format\":\"binary\"}";
    if (client->socket >= 0 && plx_request(client, binary) == 0) return client;
    int reason = errno;
    plx_close(client);
    errno = reason;
    return NULL;
}

static void forget_memory(plx *client) {
    if (client->memory) munmap((void *)client->memory, MEMORY_SIZE);
    client->memory = NULL;
}

static void forget_given(plx *client) {
    if (client->given >= 0) close(client->given);
    client->given = -1;
}

void plx_close(plx *client) {
    if (!client) return;
    forget_memory(client);
    forget_given(client);
    if (client->socket >= 0) close(client->socket);
    free(client);
}

int plx_fd(const plx *client) { return client->socket; }
const char *plx_state(const plx *client) { return client->state; }
const char *plx_error(const plx *client) { return client->error; }
bool plx_has_memory(const plx *client) { return client->memory != NULL; }

int plx_request(plx *client, const char *json) {
    char line[4096];
    int length = snprintf(line, sizeof line, "%s\n", json);
    if (length >= (int)sizeof line) {
        errno = EMSGSIZE;
        return -1;
    }
    for (char *rest = line; length > 0;) {
        ssize_t sent = send(client->socket, rest, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return -1;
        rest += sent;
        length -= sent;
    }
    return 0;
}

int plx_set_rate(plx *client, double rate) {
    // Written without the locale, which may have a decimal comma.
    long thousandths = (long)(rate * 1000 + 0.5);
    char json[64];
    snprintf(
        json, sizeof json, "{\"cmd\":\"subscribe\",\"rate\":%ld.%03ld}", thousandths / 1000,
        thousandths % 1000);
    return plx_request(client, json);
}

int plx_recenter(plx *client) { return plx_request(client, "{\"cmd\":\"recenter\"}"); }
int plx_share(plx *client) { return plx_request(client, "{\"cmd\":\"subscribe\",\"format\":\"memfd\"}"); }

// Copies the string behind `key`, such as "\"state\":\"", up to its quote; escapes are left as they are.
static bool copy_string(const char *line, const char *key, char *into, size_t size) {
    const char *value = strstr(line, key);
    if (!value) return false;
    value += strlen(key);
    size_t length = 0;
    while (value[length] && value[length] != '"' && length + 1 < size)
        length += value[length] == '\\' && value[length + 1] ? 2 : 1;
    if (length + 1 > size) length = size - 1;
    memcpy(into, value, length);
    into[length] = 0;
    return true;
}

static bool begins(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static bool take_memory(plx *client) {
    forget_memory(client);
    void *memory = mmap(NULL, MEMORY_SIZE, PROT_READ, MAP_SHARED, client->given, 0);
    forget_given(client);
    if (memory == MAP_FAILED) return false;
    client->memory = memory;
    return true;
}

// The daemon writes its keys in a fixed order, `type` first.
static bool take_line(plx *client, const char *line) {
    if (begins(line, "{\"type\":\"hello\"") || begins(line, "{\"type\":\"state\""))
        copy_string(line, "\"state\":\"", client->state, sizeof client->state);
    if (!begins(line, "{\"type\":\"reply\"")) return true;
    if (strstr(line, "\"ok\":false")) {
        copy_string(line, "\"message\":\"", client->error, sizeof client->error);
        return true;
    }
    const char *format = strstr(line, "\"format\":\"");
    if (!format || strstr(line, "\"clients\":")) return true;
    format += strlen("\"format\":\"");
    client->is_binary = begins(format, "binary\"");
    if (!begins(format, "memfd\"")) forget_memory(client);
    return begins(format, "memfd\"") ? client->given < 0 || take_memory(client) : true;
}

static uint64_t number(const unsigned char *bytes, int size) {
    uint64_t value = 0;
    while (size-- > 0) value = value << 8 | bytes[size];
    return value;
}

static float real(const unsigned char *bytes) {
    uint32_t bits = (uint32_t)number(bytes, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Takes the line or frame at `bytes`. Returns its size, 0 when it is not whole, -1 when it is none.
static ssize_t take(plx *client, unsigned char *bytes, size_t count, plx_frame *newest, bool *is_new) {
    if (!client->is_binary) {
        unsigned char *end = memchr(bytes, '\n', count);
        if (!end) return count >= LONGEST_LINE ? -1 : 0;
        *end = 0;
        return take_line(client, (char *)bytes) ? end + 1 - bytes : -1;
    }
    if (count < 8) return 0;
    if (memcmp(bytes, "PLX1", 4) == 0) {
        if (count < FRAME_SIZE) return 0;
        *newest = (plx_frame){
            number(bytes + 4, 4), (int64_t)number(bytes + 8, 8),
            real(bytes + 16), real(bytes + 20), real(bytes + 24), real(bytes + 28),
        };
        *is_new = true;
        return FRAME_SIZE;
    }
    size_t length = number(bytes + 4, 4);
    if (memcmp(bytes, "PLXJ", 4) != 0 || length > LONGEST_LINE) return -1;
    size_t size = (8 + length + 7) / 8 * 8;
    if (count < size) return 0;
    // The byte behind the text may belong to what follows.
    unsigned char behind = bytes[8 + length];
    bytes[8 + length] = 0;
    bool taken = take_line(client, (char *)bytes + 8);
    bytes[8 + length] = behind;
    return taken ? (ssize_t)size : -1;
}

// Reads more bytes and the descriptor that may come with them. Like recv.
static ssize_t receive(plx *client) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    // One byte stays free for an end of text.
    struct iovec part = {client->bytes + client->count, sizeof client->bytes - 1 - client->count};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    ssize_t count = recvmsg(client->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count < 0) return count;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
        forget_given(client);
        memcpy(&client->given, CMSG_DATA(header), sizeof client->given);
    }
    client->count += count;
    return count;
}

int plx_read(plx *client, plx_frame *newest) {
    bool is_new = false;
    for (;;) {
        ssize_t count = receive(client);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return is_new;
        if (count < 0) return -1;
        if (count == 0) {
            errno = EPIPE;
            return is_new ? 1 : -1;
        }
        size_t start = 0;
        for (;;) {
            ssize_t size = take(client, client->bytes + start, client->count - start, newest, &is_new);
            if (size < 0) {
                errno = EPROTO;
                return -1;
            }
            if (size == 0) break;
            start += size;
        }
        memmove(client->bytes, client->bytes + start, client->count - start);
        client->count -= start;
    }
}

bool plx_look(const plx *client, plx_pose *pose) {
    const uint32_t *lock = client->memory;
    unsigned char copy[MEMORY_SIZE];
    if (!lock) return false;
    for (int tries = 0; tries < 100; tries++) {
        uint32_t before = __atomic_load_n(lock, __ATOMIC_ACQUIRE);
        memcpy(copy, client->memory, sizeof copy);
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (before & 1 || __atomic_load_n(lock, __ATOMIC_RELAXED) != before) continue;
        float values[19];
        for (int index = 0; index < 19; index++) values[index] = real(copy + 32 + 4 * index);
        pose->frame = (plx_frame){
            number(copy + 16, 8), (int64_t)number(copy + 24, 8), values[0], values[1], values[4], values[5],
        };
        pose->vx = values[2];
        pose->vy = values[3];
        memcpy(pose->q, values + 6, sizeof pose->q);
        memcpy(pose->gravity, values + 10, sizeof pose->gravity);
        memcpy(pose->accel, values + 13, sizeof pose->accel);
        memcpy(pose->gyro, values + 16, sizeof pose->gyro);
        return pose->frame.seq != 0;
    }
    return false;
}
