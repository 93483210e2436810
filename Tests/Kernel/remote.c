// remote: a login as over the network, a session of USER's without a seat. It lasts until the program ends.
//
//   remote USER HOST
#include <err.h>
#include <security/pam_appl.h>
#include <stdlib.h>
#include <unistd.h>

static int refuse_to_talk(
    int count, const struct pam_message **messages, struct pam_response **responses, void *context) {
    (void)count, (void)messages, (void)responses, (void)context;
    return PAM_CONV_ERR;
}

static void check(int result, pam_handle_t *handle, const char *what) {
    if (result != PAM_SUCCESS) errx(1, "%s: %s", what, pam_strerror(handle, result));
}

int main(int argc, char **argv) {
    if (argc != 3) errx(64, "usage: remote USER HOST");
    struct pam_conv conversation = {.conv = refuse_to_talk};
    pam_handle_t *handle = NULL;
    check(pam_start("login", argv[1], &conversation, &handle), handle, "start");
    check(pam_set_item(handle, PAM_RHOST, argv[2]), handle, "host");
    check(pam_set_item(handle, PAM_TTY, "ssh"), handle, "terminal");
    check(pam_open_session(handle, 0), handle, "session");
    pause();
}
