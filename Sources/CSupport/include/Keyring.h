/// The kernel's keyrings; shims because Swift cannot make variadic system calls.
///
/// Every function sets `errno` when it fails. See `man 2 add_key` and `man 2 keyctl`.
#ifndef CSUPPORT_KEYRING_H
#define CSUPPORT_KEYRING_H

#include <stddef.h>
#include <stdint.h>

/// Adds a key of type `user` to a keyring, or changes its payload; returns its id, or -1.
int32_t cs_key_add(
    const char *_Nonnull description, const void *_Nonnull payload, size_t size, int32_t keyring);

/// Finds a key of type `user` in a keyring; returns its id, or -1.
int32_t cs_key_find(const char *_Nonnull description, int32_t keyring);

/// Copies the payload of a key into `buffer` if it fits; returns its length, or -1.
long cs_key_read(int32_t key, void *_Nonnull buffer, size_t size);

/// Takes a key out of a keyring; returns 0, or -1.
int cs_key_unlink(int32_t key, int32_t keyring);

/// Overwrites memory with zeros, in a way that compilers leave in.
void cs_forget(void *_Nullable memory, size_t size);

#endif
