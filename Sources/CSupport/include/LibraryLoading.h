#ifndef CSUPPORT_LIBRARY_LOADING_H
#define CSUPPORT_LIBRARY_LOADING_H

#include <stddef.h>

// Shared libraries that are opened at their first use, so that a start does not pay for them and a
// program runs where they are missing.

// A function of a library, and where its address goes in the structure that the caller fills.
struct cs_function {
    const char *name;
    size_t offset;
};

// What is wanted of a library.
struct cs_library {
    // What errors call it, such as "libjq".
    const char *title;
    // What stands at the end of the error when it is missing, such as "; … need the package libjq1".
    const char *hint;
    const struct cs_function *functions;
    size_t count;
};

// Opens the library in the file `name` and stores the addresses of its functions in the structure at
// `found`. Returns the library for `dlsym`, or NULL with the reason in `message`, at most `size`
// bytes with the zero; `found` then holds no address to be used.
void *cs_open_library(
    const char *name, const struct cs_library *library, void *found, char *message, size_t size);

#endif
