#ifndef CSUPPORT_PIPE_H
#define CSUPPORT_PIPE_H

// Makes a pipe that no child inherits; `pipe2` is hidden behind a feature macro that Swift cannot
// set. Reading and writing never wait when `is_waitless` is not 0. Returns 0, or -1 with errno.
int cs_pipe(int ends[2], int is_waitless);

// Makes two connected local sockets, closed in programs that are started. 0, or -1 with errno set.
int cs_socket_pair(int ends[2]);

// A file that lives in memory only (memfd_create(2)), closed in programs that are started; -1 and
// errno when the system has none.
int cs_memory_file(const char *name);

#endif
