#define _GNU_SOURCE
#include "Keyring.h"

#include <linux/keyctl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int32_t cs_key_add(const char *description, const void *payload, size_t size, int32_t keyring) {
    return (int32_t)syscall(SYS_add_key, "user", description, payload, size, (long)keyring);
}

int32_t cs_key_find(const char *description, int32_t keyring) {
    return (int32_t)syscall(
        SYS_keyctl, (long)KEYCTL_SEARCH, (long)keyring, "user", description, 0L);
}

long cs_key_read(int32_t key, void *buffer, size_t size) {
    return syscall(SYS_keyctl, (long)KEYCTL_READ, (long)key, buffer, size);
}

int cs_key_unlink(int32_t key, int32_t keyring) {
    return (int)syscall(SYS_keyctl, (long)KEYCTL_UNLINK, (long)key, (long)keyring);
}

void cs_forget(void *memory, size_t size) {
    if (memory) explicit_bzero(memory, size);
}
