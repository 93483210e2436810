// What Swift's Glibc module leaves out.
#include <linux/sockios.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

// glibc shows these only to _GNU_SOURCE, which does not reach its module.
struct linux_ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
int accept4(int socket, struct sockaddr *_Nullable address, socklen_t *_Nullable length, int flags);
