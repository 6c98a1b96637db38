/// jq filters by libjq, opened at first use.
///
/// Nothing here is linked against libjq: `cj_load` opens it once and finds its functions, and every
/// other function below needs a `cj_load` that returned 1.
#ifndef CJQ_H
#define CJQ_H

#include <stddef.h>

/// Opens libjq; later calls return what the first one found. Any thread.
///
/// Returns 1 when it can be used, else 0, and `cj_load_error` says why.
int cj_load(void);

/// Why `cj_load` returned 0, as text that lives for ever; NULL when it did not.
const char *_Nullable cj_load_error(void);

/// A filter. One thread at a time, but for `cj_cancel`.
typedef struct cj_filter cj_filter;

/// What a call came to.
enum cj_outcome {
    /// No more values.
    CJ_END = 0,
    /// There is a value, in `cj_text`.
    CJ_VALUE = 1,
    /// The filter, or the value it was given, is wrong; `cj_text` says why.
    CJ_ERROR = 2,
    /// `cj_cancel` was called.
    CJ_CANCELLED = 3,
};

/// A filter without a program; NULL when memory is short.
cj_filter *_Nullable cj_new(void);
void cj_free(cj_filter *_Nonnull filter);

/// Whether a program was started and has not come to its end by itself; it may have been left or halted.
int cj_is_under_way(const cj_filter *_Nonnull filter);

/// Frees the filter but for what its program has under way, which is lost until the process ends.
///
/// For programs that are inside of a path expression: libjq 1.6 ends the process (an assertion in
/// `stack_restore`) when such a one is torn down.
void cj_abandon(cj_filter *_Nonnull filter);

/// Compiles `program`. Returns 1, or 0 with jq's messages in `cj_text`, a line each.
int cj_compile(cj_filter *_Nonnull filter, const char *_Nonnull program);

/// Reads one JSON value and starts the program on it; returns `CJ_VALUE` when that went well.
enum cj_outcome cj_start(cj_filter *_Nonnull filter, const char *_Nonnull bytes, size_t count);

/// Makes the next value. After `CJ_ERROR` the filter is at its end.
enum cj_outcome cj_next(cj_filter *_Nonnull filter);

/// Ends `cj_start` and `cj_next` soon, the present and the later ones. Any thread.
void cj_cancel(cj_filter *_Nonnull filter);

/// The value of the last call, on one line, or its message; valid until the next call.
const char *_Nonnull cj_text(const cj_filter *_Nonnull filter, size_t *_Nonnull count);

/// How jq writes the number that is spelled in `count` bytes at `number`.
///
/// Returns the length of what was put in `text`, or 0 when it is no number or `size` is too small.
size_t cj_respelled(
    const char *_Nonnull number, size_t count, char *_Nonnull text, size_t size);

#endif
