// What Swift's Glibc module leaves out.
#include <linux/sockios.h>
#include <linux/uinput.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
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

// Writing shared memory that others read at any moment: a sequence lock, odd while it is being written.
static inline void linux_sequence_begin(uint32_t *_Nonnull sequence) {
    __atomic_store_n(sequence, *sequence + 1, __ATOMIC_RELAXED);
    __atomic_thread_fence(__ATOMIC_RELEASE);
}
static inline void linux_sequence_end(uint32_t *_Nonnull sequence) {
    __atomic_store_n(sequence, *sequence + 1, __ATOMIC_RELEASE);
}

// Reads such memory of `size` bytes into the size - 4 bytes of `copy`. Returns the lock, or 0 where it was
// being written.
static inline uint32_t linux_sequence_read(
    const void *_Nonnull memory, void *_Nonnull copy, size_t size) {
    const uint32_t *lock = memory;
    uint32_t before = __atomic_load_n(lock, __ATOMIC_ACQUIRE);
    if (before & 1) return 0;
    memcpy(copy, lock + 1, size - sizeof *lock);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return __atomic_load_n(lock, __ATOMIC_RELAXED) == before ? before : 0;
}

// Also for _GNU_SOURCE only.
int pthread_setname_np(pthread_t thread, const char *_Nonnull name);

// Of the kernel's headers, which define SO_… anew.
enum { LINUX_SO_PEERGROUPS = 59 };

// Also for _GNU_SOURCE only.
int pipe2(int *_Nonnull ends, int flags);
int memfd_create(const char *_Nonnull name, unsigned int flags);
enum {
    LINUX_MFD_CLOEXEC = 1,
    LINUX_MFD_ALLOW_SEALING = 2,
    LINUX_F_ADD_SEALS = 1033,
    LINUX_F_SEAL_SEAL = 1,
    LINUX_F_SEAL_SHRINK = 2,
    LINUX_F_SEAL_GROW = 4,
    LINUX_F_SEAL_FUTURE_WRITE = 16,
};

// Sends bytes and a descriptor with the first of them: the macros for that do not reach Swift.
static inline ssize_t linux_send_descriptor(
    int socket, const void *_Nonnull bytes, size_t count, int descriptor) {
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {
        .msg_iov = &part,
        .msg_iovlen = 1,
        .msg_control = control.bytes,
        .msg_controllen = sizeof control.bytes,
    };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    *(int *)CMSG_DATA(header) = descriptor;
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Makes an accelerometer of an open /dev/uinput, which may give from -limit to limit, one_g of which are 1 g.
static inline int linux_uinput_accelerometer(int uinput, const char *_Nonnull name, int limit, int one_g) {
    struct uinput_setup setup = {.id.bustype = BUS_VIRTUAL};
    strncpy(setup.name, name, sizeof setup.name - 1);
    if (ioctl(uinput, UI_SET_EVBIT, EV_ABS) < 0) return -1;
    if (ioctl(uinput, UI_SET_PROPBIT, INPUT_PROP_ACCELEROMETER) < 0) return -1;
    for (uint16_t axis = ABS_X; axis <= ABS_Z; axis++) {
        struct uinput_abs_setup range = {
            .code = axis,
            .absinfo = {.minimum = -limit, .maximum = limit, .resolution = one_g},
        };
        if (ioctl(uinput, UI_ABS_SETUP, &range) < 0) return -1;
    }
    if (ioctl(uinput, UI_DEV_SETUP, &setup) < 0) return -1;
    return ioctl(uinput, UI_DEV_CREATE);
}

// The name in sysfs of the device that was made of an open /dev/uinput, such as input7; -1 without one.
static inline int linux_uinput_name(int uinput, char *_Nonnull name, size_t size) {
    return ioctl(uinput, UI_GET_SYSNAME(size), name);
}
