#include "LibraryLoading.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *cs_open_library(
    const char *name, const struct cs_library *library, void *found, char *message, size_t size)
{
    // Lazy: of the thousands of functions that these libraries call in each other, few are ever called.
    void *handle = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        snprintf(
            message, size, "%s cannot be opened: %s%s", library->title, reason ? reason : name,
            library->hint);
        return NULL;
    }
    for (size_t i = 0; i < library->count; i++) {
        void *function = dlsym(handle, library->functions[i].name);
        if (function == NULL) {
            snprintf(message, size, "%s has no function %s", name, library->functions[i].name);
            dlclose(handle);
            return NULL;
        }
        // POSIX lets `dlsym` fill function pointers.
        memcpy((char *)found + library->functions[i].offset, &function, sizeof(function));
    }
    return handle;
}
