#ifndef CSUPPORT_SOCKETS_H
#define CSUPPORT_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Sockets.c: what a loopback server needs of epoll and sockets. Functions return a result of 0 or
// more, or the negated error number.

/// Something that happened to a watched descriptor.
struct cs_event {
    uint64_t token;
    uint32_t kinds;
};

enum {
    CS_READABLE = 1,
    CS_WRITABLE = 2,
    CS_BROKEN = 4, // an error or both directions closed; always reported
};

/// Opens a non-blocking listening socket on 127.0.0.1; port 0 lets the system choose.
int cs_listen_loopback(int port);
/// The port that `descriptor` is bound to.
int cs_bound_port(int descriptor);
/// Accepts a connection, non-blocking and without Nagle's delay.
int cs_accept(int descriptor);

/// Creates an epoll instance.
int cs_watch_create(void);
/// Starts to watch `descriptor` for `kinds` (a bit set); CS_BROKEN is always watched for.
int cs_watch_add(int watch, int descriptor, uint32_t kinds, uint64_t token);
/// Changes what `descriptor` is watched for.
int cs_watch_change(int watch, int descriptor, uint32_t kinds, uint64_t token);
/// Waits for events, at most `milliseconds` (-1: without end); an interrupted wait gives 0 events.
int cs_watch_wait(int watch, struct cs_event *events, int capacity, int milliseconds);

/// Reads what is there, at most `capacity` bytes; 0 is the end, -EAGAIN nothing yet.
ssize_t cs_receive(int descriptor, void *buffer, size_t capacity);
/// Sends two pieces in one call, as much as fits, without SIGPIPE.
ssize_t cs_send(int descriptor, const void *first, size_t first_length, const void *second,
                size_t second_length);
/// Says that nothing more will be sent.
int cs_finish_sending(int descriptor);
/// The number of bytes sent but not yet acknowledged.
int cs_unacknowledged(int descriptor);
/// Closes with a reset instead of an orderly end.
void cs_reset(int descriptor);

/// Creates a descriptor that another thread can make readable.
int cs_signal_create(void);
/// Makes it readable.
void cs_signal_raise(int descriptor);
/// Makes it unreadable again.
void cs_signal_clear(int descriptor);

#endif
