#define _GNU_SOURCE

#include "Pipe.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int cs_pipe(int ends[2], int is_waitless) {
    return pipe2(ends, O_CLOEXEC | (is_waitless ? O_NONBLOCK : 0));
}

int cs_socket_pair(int ends[2]) {
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

int cs_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }
