/// Content codings removed piece by piece, by the libraries that libcurl itself uses.
///
/// libcurl takes a coded stream that ends too early for a whole one, so its own decoding is not used.
/// The libraries are opened at first use; each decoder is used by one thread at a time.
#ifndef CCONTENT_H
#define CCONTENT_H

#include <stddef.h>

/// A content coding.
typedef enum {
    /// `gzip`, RFC 1952, of one or more members.
    CC_CODING_GZIP = 0,
    /// `deflate`, RFC 1950, and RFC 1951 alone as some servers send it.
    CC_CODING_DEFLATE = 1,
    /// `br`, RFC 7932.
    CC_CODING_BROTLI = 2,
    /// `zstd`, RFC 8878, with a window of at most 8 MiB (RFC 9659).
    CC_CODING_ZSTD = 3,
} cc_coding;

/// What one step came to.
typedef enum {
    /// All input is taken and the stream goes on.
    CC_STEP_MORE = 0,
    /// The output is full; there is more to give.
    CC_STEP_FULL = 1,
    /// The stream is whole; input that was not taken is not part of it.
    CC_STEP_END = 2,
    /// The input does not decode; the decoder is of no more use.
    CC_STEP_BROKEN = 3,
} cc_step;

/// One stream being decoded.
typedef struct cc_decoder cc_decoder;

/// Creates a decoder; NULL when the library is missing or memory is short.
cc_decoder *_Nullable cc_decoder_open(cc_coding coding);
void cc_decoder_close(cc_decoder *_Nonnull decoder);

/// Decodes what it can: takes `*taken` of `input`, and writes `*given` bytes to `output`.
cc_step cc_decoder_step(
    cc_decoder *_Nonnull decoder, const void *_Nonnull input, size_t input_size,
    size_t *_Nonnull taken, void *_Nonnull output, size_t output_size, size_t *_Nonnull given);

#endif
