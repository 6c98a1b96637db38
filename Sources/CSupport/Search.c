// memmem is a GNU extension: Swift's Glibc module does not declare it.
#define _GNU_SOURCE
#include "CSupport.h"

#include <string.h>

ssize_t cs_find(const void *haystack, size_t haystack_length, const void *needle, size_t needle_length) {
    const char *found = memmem(haystack, haystack_length, needle, needle_length);
    return found == NULL ? -1 : found - (const char *)haystack;
}
