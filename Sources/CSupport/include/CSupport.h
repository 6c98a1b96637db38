#ifndef CSUPPORT_H
#define CSUPPORT_H

#include <stddef.h>
#include <sys/types.h>

#include "FolderWatch.h"
#include "Keyring.h"
#include "LibraryLoading.h"
#include "Pipe.h"
#include "Sockets.h"
#include "TLSServer.h"
#include "TerminalRestore.h"

// Search.c

/// The offset of the first `needle` in `haystack`, or -1; an empty needle is found at 0.
ssize_t cs_find(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length);

#endif
