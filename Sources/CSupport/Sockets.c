#define _GNU_SOURCE
#include "CSupport.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <linux/sockios.h>
#include <unistd.h>

static int close_with(int descriptor, int error_number) {
    close(descriptor);
    return -error_number;
}

int cs_listen_loopback(int port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -errno;
    int yes = 1;
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    struct sockaddr_in address = {0};
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) < 0) {
        return close_with(descriptor, errno);
    }
    if (listen(descriptor, 512) < 0) return close_with(descriptor, errno);
    return descriptor;
}

int cs_bound_port(int descriptor) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    if (getsockname(descriptor, (struct sockaddr *)&address, &length) < 0) return -errno;
    return ntohs(address.sin_port);
}

int cs_accept(int descriptor) {
    int accepted = accept4(descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0) return -errno;
    int yes = 1;
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return accepted;
}

int cs_watch_create(void) {
    int watch = epoll_create1(EPOLL_CLOEXEC);
    return watch < 0 ? -errno : watch;
}

static int control(int watch, int operation, int descriptor, uint32_t kinds, uint64_t token) {
    struct epoll_event event = {0};
    if (kinds & CS_READABLE) event.events |= EPOLLIN;
    if (kinds & CS_WRITABLE) event.events |= EPOLLOUT;
    event.data.u64 = token;
    return epoll_ctl(watch, operation, descriptor, &event) < 0 ? -errno : 0;
}

int cs_watch_add(int watch, int descriptor, uint32_t kinds, uint64_t token) {
    return control(watch, EPOLL_CTL_ADD, descriptor, kinds, token);
}

int cs_watch_change(int watch, int descriptor, uint32_t kinds, uint64_t token) {
    return control(watch, EPOLL_CTL_MOD, descriptor, kinds, token);
}

int cs_watch_wait(int watch, struct cs_event *events, int capacity, int milliseconds) {
    struct epoll_event raw[128];
    if (capacity > 128) capacity = 128;
    int count = epoll_wait(watch, raw, capacity, milliseconds);
    if (count < 0) return errno == EINTR ? 0 : -errno;
    for (int i = 0; i < count; i++) {
        events[i].token = raw[i].data.u64;
        events[i].kinds = 0;
        if (raw[i].events & EPOLLIN) events[i].kinds |= CS_READABLE;
        if (raw[i].events & EPOLLOUT) events[i].kinds |= CS_WRITABLE;
        if (raw[i].events & (EPOLLERR | EPOLLHUP)) events[i].kinds |= CS_BROKEN;
    }
    return count;
}

ssize_t cs_receive(int descriptor, void *buffer, size_t capacity) {
    ssize_t count = recv(descriptor, buffer, capacity, 0);
    return count < 0 ? -errno : count;
}

ssize_t cs_send(int descriptor, const void *first, size_t first_length, const void *second,
                size_t second_length) {
    struct iovec parts[2] = {
        {.iov_base = (void *)first, .iov_len = first_length},
        {.iov_base = (void *)second, .iov_len = second_length},
    };
    struct msghdr message = {0};
    message.msg_iov = parts;
    message.msg_iovlen = 2;
    ssize_t count = sendmsg(descriptor, &message, MSG_NOSIGNAL);
    return count < 0 ? -errno : count;
}

int cs_finish_sending(int descriptor) {
    return shutdown(descriptor, SHUT_WR) < 0 ? -errno : 0;
}

int cs_unacknowledged(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) < 0 ? -errno : count;
}

void cs_reset(int descriptor) {
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(descriptor);
}

int cs_signal_create(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void cs_signal_raise(int descriptor) {
    uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

void cs_signal_clear(int descriptor) {
    uint64_t count;
    while (read(descriptor, &count, sizeof count) < 0 && errno == EINTR) {
    }
}
