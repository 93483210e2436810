// Tilt from parallaxd. PROTOCOL.md says what the numbers mean.
//
// One thread at a time may use a connection. Functions that fail return -1 or NULL and set errno.
#ifndef PARALLAX_H
#define PARALLAX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct plx plx;

typedef struct {
    uint64_t seq;
    int64_t t_us;
    float x, y, pitch, roll;
} plx_frame;

// What shared memory holds besides.
typedef struct {
    plx_frame frame;
    float vx, vy, q[4], gravity[3], accel[3], gyro[3];
} plx_pose;

// Connects to the daemon at `path`, NULL for where it is by default. plx_close frees what is returned.
plx *plx_connect(const char *path);
void plx_close(plx *client);

// To be polled for POLLIN; then plx_read.
int plx_fd(const plx *client);

// Reads what waits, without blocking, and keeps the newest frame of it. Returns 1 with a new frame, 0
// without, or -1 when the connection is over: EPIPE when the daemon ended it, EPROTO when it sent what is no
// protocol.
int plx_read(plx *client, plx_frame *newest);

// "ok", "no-device", "busy", "stale" or "suspended", as the newest line said; "" before the first one.
const char *plx_state(const plx *client);
// Why the daemon refused something, as it said; "" where it did not.
const char *plx_error(const plx *client);

// Frames a second, 1 to 240.
int plx_set_rate(plx *client, double rate);
// Any request as a JSON object on one line, but for a change of the format; replies are passed over.
int plx_request(plx *client, const char *json);
int plx_recenter(plx *client);

// Asks for shared memory in place of frames. It is there once plx_has_memory says so, after a plx_read or
// more.
int plx_share(plx *client);
bool plx_has_memory(const plx *client);
// The pose of this moment. False where there is none. Costs no system call.
bool plx_look(const plx *client, plx_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
