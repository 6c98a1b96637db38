#define _GNU_SOURCE

#include "Pipe.h"

#include <fcntl.h>
#include <unistd.h>

int cs_pipe(int ends[2], int is_waitless) {
    return pipe2(ends, O_CLOEXEC | (is_waitless ? O_NONBLOCK : 0));
}
