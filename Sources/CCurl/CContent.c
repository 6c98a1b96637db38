#include "CContent.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// zlib's `z_stream`, whose layout is fixed.
struct z_stream {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *release, *opaque;
    int data_type;
    unsigned long adler, reserved;
};

enum { Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };

/// zstd's buffers, whose layout is fixed.
struct zstd_in { const void *source; size_t size, position; };
struct zstd_out { void *target; size_t size, position; };

/// `ZSTD_d_windowLogMax`, and 8 MiB.
enum { ZSTD_WINDOW_LOG_MAX = 100, ZSTD_WINDOW_LOG = 23 };

static struct {
    int (*inflateInit2_)(struct z_stream *stream, int bits, const char *version, int size);
    int (*inflate)(struct z_stream *stream, int flush);
    int (*inflateReset)(struct z_stream *stream);
    int (*inflateEnd)(struct z_stream *stream);
} zlib;

static struct {
    void *(*CreateInstance)(void *allocate, void *release, void *opaque);
    int (*DecompressStream)(
        void *state, size_t *in_size, const uint8_t **in, size_t *out_size, uint8_t **out,
        size_t *total);
    void (*DestroyInstance)(void *state);
} brotli;

static struct {
    void *(*createDCtx)(void);
    size_t (*DCtx_setParameter)(void *context, int parameter, int value);
    size_t (*decompressStream)(void *context, struct zstd_out *out, struct zstd_in *in);
    unsigned int (*isError)(size_t code);
    size_t (*freeDCtx)(void *context);
} zstd;

static int has_zlib, has_brotli, has_zstd;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Fills `function` from `library`; POSIX lets `dlsym` fill function pointers.
static int find(void *library, const char *name, void *function)
{
    void *found = library ? dlsym(library, name) : NULL;
    memcpy(function, &found, sizeof(found));
    return found != NULL;
}

static void load(void)
{
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    has_zlib = find(library, "inflateInit2_", &zlib.inflateInit2_)
        && find(library, "inflate", &zlib.inflate)
        && find(library, "inflateReset", &zlib.inflateReset)
        && find(library, "inflateEnd", &zlib.inflateEnd);
    library = dlopen("libbrotlidec.so.1", RTLD_NOW | RTLD_LOCAL);
    has_brotli = find(library, "BrotliDecoderCreateInstance", &brotli.CreateInstance)
        && find(library, "BrotliDecoderDecompressStream", &brotli.DecompressStream)
        && find(library, "BrotliDecoderDestroyInstance", &brotli.DestroyInstance);
    library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    has_zstd = find(library, "ZSTD_createDCtx", &zstd.createDCtx)
        && find(library, "ZSTD_DCtx_setParameter", &zstd.DCtx_setParameter)
        && find(library, "ZSTD_decompressStream", &zstd.decompressStream)
        && find(library, "ZSTD_isError", &zstd.isError)
        && find(library, "ZSTD_freeDCtx", &zstd.freeDCtx);
}

struct cc_decoder {
    cc_coding coding;
    struct z_stream stream;
    int has_stream;
    /// A first byte of `deflate` that waits for the second, which tells the two forms apart.
    int has_first;
    uint8_t first;
    /// Whether a member or frame has ended, so that the stream may.
    int is_between;
    void *state;
};

static int open_zlib(cc_decoder *decoder, int bits)
{
    int size = (int)sizeof(decoder->stream);
    decoder->has_stream = zlib.inflateInit2_(&decoder->stream, bits, "1.2.0", size) == Z_OK;
    return decoder->has_stream;
}

cc_decoder *cc_decoder_open(cc_coding coding)
{
    pthread_once(&load_once, load);
    cc_decoder *decoder = calloc(1, sizeof(*decoder));
    if (decoder == NULL) return NULL;
    decoder->coding = coding;
    int is_open = 0;
    switch (coding) {
    case CC_CODING_GZIP:
        is_open = has_zlib && open_zlib(decoder, 15 + 16);
        break;
    case CC_CODING_DEFLATE:
        is_open = has_zlib;
        break;
    case CC_CODING_BROTLI:
        decoder->state = has_brotli ? brotli.CreateInstance(NULL, NULL, NULL) : NULL;
        is_open = decoder->state != NULL;
        break;
    case CC_CODING_ZSTD:
        decoder->state = has_zstd ? zstd.createDCtx() : NULL;
        is_open = decoder->state != NULL;
        if (is_open) zstd.DCtx_setParameter(decoder->state, ZSTD_WINDOW_LOG_MAX, ZSTD_WINDOW_LOG);
        break;
    }
    if (is_open) return decoder;
    cc_decoder_close(decoder);
    return NULL;
}

void cc_decoder_close(cc_decoder *decoder)
{
    if (decoder->has_stream) zlib.inflateEnd(&decoder->stream);
    if (decoder->state != NULL && decoder->coding == CC_CODING_BROTLI) {
        brotli.DestroyInstance(decoder->state);
    }
    if (decoder->state != NULL && decoder->coding == CC_CODING_ZSTD) {
        zstd.freeDCtx(decoder->state);
    }
    free(decoder);
}

/// Hands pieces to zlib; `*taken` and `*given` grow by what went through.
static int inflate_some(
    cc_decoder *decoder, const uint8_t *input, size_t input_size, size_t *taken, uint8_t *output,
    size_t output_size, size_t *given)
{
    struct z_stream *stream = &decoder->stream;
    unsigned int in = input_size > UINT_MAX ? UINT_MAX : (unsigned int)input_size;
    unsigned int out = output_size > UINT_MAX ? UINT_MAX : (unsigned int)output_size;
    stream->next_in = input;
    stream->avail_in = in;
    stream->next_out = output;
    stream->avail_out = out;
    int code = zlib.inflate(stream, 0);
    *taken += in - stream->avail_in;
    *given += out - stream->avail_out;
    return code;
}

static cc_step step_zlib(
    cc_decoder *decoder, const uint8_t *input, size_t input_size, size_t *taken, uint8_t *output,
    size_t output_size, size_t *given)
{
    if (!decoder->has_stream) {
        if (!decoder->has_first) {
            if (input_size == 0) return CC_STEP_MORE;
            decoder->first = input[0];
            decoder->has_first = 1;
            *taken = 1;
            return CC_STEP_FULL;
        }
        if (input_size == 0) return CC_STEP_MORE;
        int is_wrapped = (decoder->first & 0x0F) == 8
            && (decoder->first * 256 + input[0]) % 31 == 0;
        if (!open_zlib(decoder, is_wrapped ? 15 : -15)) return CC_STEP_BROKEN;
        size_t ignored = 0;
        int code = inflate_some(decoder, &decoder->first, 1, &ignored, output, output_size, given);
        if (code != Z_OK && code != Z_BUF_ERROR) return CC_STEP_BROKEN;
    }
    if (decoder->is_between) {
        // Another member, or something that is not part of the stream.
        if (input_size == 0 || input[0] != 0x1F) return CC_STEP_END;
        decoder->is_between = 0;
        if (zlib.inflateReset(&decoder->stream) != Z_OK) return CC_STEP_BROKEN;
    }
    int code = inflate_some(decoder, input, input_size, taken, output, output_size, given);
    if (code == Z_STREAM_END) {
        if (decoder->coding != CC_CODING_GZIP) return CC_STEP_END;
        decoder->is_between = 1;
        return *taken < input_size ? CC_STEP_FULL : CC_STEP_END;
    }
    if (code != Z_OK && code != Z_BUF_ERROR) return CC_STEP_BROKEN;
    return *given == output_size ? CC_STEP_FULL : CC_STEP_MORE;
}

static cc_step step_brotli(
    cc_decoder *decoder, const uint8_t *input, size_t input_size, size_t *taken, uint8_t *output,
    size_t output_size, size_t *given)
{
    size_t in = input_size, out = output_size;
    int code = brotli.DecompressStream(decoder->state, &in, &input, &out, &output, NULL);
    *taken = input_size - in;
    *given = output_size - out;
    switch (code) {
    case 1: return CC_STEP_END;
    case 2: return CC_STEP_MORE;
    case 3: return CC_STEP_FULL;
    default: return CC_STEP_BROKEN;
    }
}

static cc_step step_zstd(
    cc_decoder *decoder, const void *input, size_t input_size, size_t *taken, void *output,
    size_t output_size, size_t *given)
{
    if (decoder->is_between && input_size == 0) return CC_STEP_END;
    struct zstd_in in = { input, input_size, 0 };
    struct zstd_out out = { output, output_size, 0 };
    size_t code = zstd.decompressStream(decoder->state, &out, &in);
    *taken = in.position;
    *given = out.position;
    if (zstd.isError(code)) return CC_STEP_BROKEN;
    decoder->is_between = code == 0;
    if (code == 0) return in.position < input_size ? CC_STEP_FULL : CC_STEP_END;
    return out.position == output_size ? CC_STEP_FULL : CC_STEP_MORE;
}

cc_step cc_decoder_step(
    cc_decoder *decoder, const void *input, size_t input_size, size_t *taken, void *output,
    size_t output_size, size_t *given)
{
    *taken = 0;
    *given = 0;
    switch (decoder->coding) {
    case CC_CODING_GZIP:
    case CC_CODING_DEFLATE:
        return step_zlib(decoder, input, input_size, taken, output, output_size, given);
    case CC_CODING_BROTLI:
        return step_brotli(decoder, input, input_size, taken, output, output_size, given);
    case CC_CODING_ZSTD:
        return step_zstd(decoder, input, input_size, taken, output, output_size, given);
    }
    return CC_STEP_BROKEN;
}
