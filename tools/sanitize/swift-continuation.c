/// Tells ThreadSanitizer about continuations that are resumed before they are awaited, for `make sanitize`.
///
/// A continuation hands over in one of two ways. When the task sleeps already, the runtime enqueues it and tells
/// the sanitizer so. When it is resumed in the moment between, an atomic exchange inside
/// libswift_Concurrency, which is not instrumented, is all there is, and what was written before the
/// resumption looks as if it raced with what is read after the wait. Loaded with LD_PRELOAD, this library
/// makes every resumption a release, and every continuation go on by way of an acquire.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

/// Absent in programs that are not instrumented.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define ASYNC __attribute__((swiftasynccall))
#define CONTEXT __attribute__((swift_async_context))

/// The head of `swift::AsyncContext` (include/swift/ABI/Task.h): where a continuation goes on.
struct context {
    struct context *parent;
    ASYNC void (*resume)(CONTEXT struct context *);
};

/// A continuation that was made and has not gone on.
struct waiting {
    struct context *context;
    ASYNC void (*resume)(CONTEXT struct context *);
    void *task;
};

#define PLACES 65536
static struct waiting waiting[PLACES];
static atomic_flag lock = ATOMIC_FLAG_INIT;

static void take_lock(void)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
}

static void give_lock(void) { atomic_flag_clear_explicit(&lock, memory_order_release); }

/// The place of `context`, or the first free one; none is moved, so a search looks at all of a run.
static struct waiting *place_of(struct context *context, struct context *wanted)
{
    size_t start = ((uintptr_t)context >> 4) * 2654435761u % PLACES;
    for (size_t i = 0; i < PLACES; i++) {
        struct waiting *place = &waiting[(start + i) % PLACES];
        if (place->context == wanted) {
            return place;
        }
    }
    abort();
}

static ASYNC void go_on(CONTEXT struct context *context)
{
    take_lock();
    struct waiting *place = place_of(context, context);
    struct waiting found = *place;
    place->context = NULL;
    give_lock();
    __tsan_acquire(found.task);
    context->resume = found.resume;
    __attribute__((musttail)) return found.resume(context);
}

static void *original(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    return function ? function : (abort(), NULL);
}

SWIFT void *swift_continuation_init(struct context *context, uint64_t flags)
{
    SWIFT void *(*make)(struct context *, uint64_t);
    make = (SWIFT void *(*)(struct context *, uint64_t))original("swift_continuation_init");
    if (!__tsan_acquire) {
        return make(context, flags);
    }
    take_lock();
    struct waiting *place = place_of(context, NULL);
    place->context = context;
    place->resume = context->resume;
    give_lock();
    context->resume = go_on;
    void *task = make(context, flags);
    place->task = task;
    return task;
}

#define RESUMING(name, parameters, arguments)                                                      \
    SWIFT void name parameters                                                                     \
    {                                                                                              \
        if (__tsan_release) {                                                                      \
            __tsan_release(task);                                                                  \
        }                                                                                          \
        ((SWIFT void(*) parameters)original(#name)) arguments;                                     \
    }

RESUMING(swift_continuation_resume, (void *task), (task))
RESUMING(swift_continuation_throwingResume, (void *task), (task))
RESUMING(swift_continuation_throwingResumeWithError, (void *task, void *error), (task, error))
