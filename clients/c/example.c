// Prints the tilt, ten times. cc example.c $(pkg-config --cflags --libs parallax)
#include <parallax.h>
#include <poll.h>
#include <stdio.h>

int main(void) {
    plx *client = plx_connect(NULL);
    if (!client) return perror("parallaxd"), 1;
    plx_set_rate(client, 30);
    for (int count = 0; count < 10;) {
        struct pollfd watched = {plx_fd(client), POLLIN, 0};
        plx_frame frame;
        poll(&watched, 1, -1);
        int result = plx_read(client, &frame);
        if (result < 0) return perror(plx_error(client)), 1;
        if (result > 0) printf("%7.4f %7.4f\n", frame.x, frame.y), count++;
    }
    plx_close(client);
}
