/// Tells ThreadSanitizer about the locks of Swift's `Mutex`, for `make sanitize`.
///
/// An uncontended `Mutex` is an atomic exchange that is compiled into the program, and understood.
/// A contended one is taken and given up by the kernel (`FUTEX_LOCK_PI`), inside
/// libswiftSynchronization, which is not instrumented: the sanitizer sees two threads in the locked
/// section with nothing between them. Loaded with LD_PRELOAD, this library stands before those
/// functions and adds what the sanitizer misses, at the address that the atomic exchanges use, so that
/// the slow and the quick way know of each other. Races of data outside the lock are still found.
///
/// The runtime of Swift's concurrency tells the sanitizer itself when tasks and actors hand over (of
/// continuations see swift-continuation.c), and threads, semaphores, pipes and sockets are intercepted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

/// Absent in programs that are not instrumented.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

/// `Synchronization._MutexHandle._lockSlow(UInt32)`, `._tryLockSlow()` and `._unlockSlow()`.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF)
{
    SWIFT void (*original)(uint32_t, SELF);
    original = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    original(thread, self);
    if (__tsan_acquire) {
        __tsan_acquire(self);
    }
}

SWIFT bool try_lock_slow(SELF)
{
    SWIFT bool (*original)(SELF) = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
    bool is_locked = original(self);
    if (is_locked && __tsan_acquire) {
        __tsan_acquire(self);
    }
    return is_locked;
}

SWIFT void unlock_slow(SELF)
{
    SWIFT void (*original)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) {
        __tsan_release(self);
    }
    original(self);
}
