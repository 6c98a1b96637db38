#define _GNU_SOURCE
#include "CJQ.h"
#include "LibraryLoading.h"

#include <jq.h>
#include <jv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const library_name = "libjq.so.1";

/// The functions of libjq that are used.
struct functions {
    jq_state *(*jq_init)(void);
    void (*jq_set_error_cb)(jq_state *, jq_msg_cb, void *);
    int (*jq_compile)(jq_state *, const char *);
    void (*jq_start)(jq_state *, jv, int);
    jv (*jq_next)(jq_state *);
    void (*jq_teardown)(jq_state **);
    void (*jq_halt)(jq_state *, jv, jv);
    int (*jq_halted)(jq_state *);
    jv (*jq_get_error_message)(jq_state *);
    jv_parser *(*jv_parser_new)(int);
    void (*jv_parser_set_buf)(jv_parser *, const char *, int, int);
    jv (*jv_parser_next)(jv_parser *);
    void (*jv_parser_free)(jv_parser *);
    jv (*jv_dump_string)(jv, int);
    jv (*jv_copy)(jv);
    void (*jv_free)(jv);
    jv_kind (*jv_get_kind)(jv);
    jv (*jv_invalid)(void);
    int (*jv_invalid_has_msg)(jv);
    jv (*jv_invalid_get_msg)(jv);
    const char *(*jv_string_value)(jv);
    int (*jv_string_length_bytes)(jv);
};

static struct functions lib;
static char load_error[512];
static int is_loaded;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Where each function goes in `struct functions`.
#define ENTRY(name) { #name, offsetof(struct functions, name) }

static const struct cs_function entries[] = {
    ENTRY(jq_init), ENTRY(jq_set_error_cb), ENTRY(jq_compile), ENTRY(jq_start), ENTRY(jq_next),
    ENTRY(jq_teardown), ENTRY(jq_halt), ENTRY(jq_halted), ENTRY(jq_get_error_message),
    ENTRY(jv_parser_new), ENTRY(jv_parser_set_buf), ENTRY(jv_parser_next), ENTRY(jv_parser_free),
    ENTRY(jv_dump_string), ENTRY(jv_copy), ENTRY(jv_free), ENTRY(jv_get_kind), ENTRY(jv_invalid),
    ENTRY(jv_invalid_has_msg), ENTRY(jv_invalid_get_msg), ENTRY(jv_string_value),
    ENTRY(jv_string_length_bytes),
};

static const struct cs_library wanted = {
    .title = "libjq",
    .hint = "; jq filters need the package libjq1",
    .functions = entries,
    .count = sizeof(entries) / sizeof(entries[0]),
};

static void load(void)
{
    is_loaded =
        cs_open_library(library_name, &wanted, &lib, load_error, sizeof(load_error)) != NULL;
}

int cj_load(void)
{
    pthread_once(&load_once, load);
    return is_loaded;
}

const char *cj_load_error(void)
{
    return cj_load() ? NULL : load_error;
}

struct cj_filter {
    jq_state *state;
    atomic_int is_cancelled;
    /// Whether a program was started and has not come to its end by itself.
    int is_under_way;
    /// Guards the state against `cj_cancel` while it is torn down.
    pthread_mutex_t lock;
    char *text;
    size_t count;
    size_t capacity;
};

static void clear_text(cj_filter *filter)
{
    filter->count = 0;
}

static void append_text(cj_filter *filter, const char *bytes, size_t count)
{
    if (filter->count + count + 1 > filter->capacity) {
        size_t capacity = (filter->count + count + 1) * 2;
        char *larger = realloc(filter->text, capacity);
        if (larger == NULL) return;
        filter->text = larger;
        filter->capacity = capacity;
    }
    memcpy(filter->text + filter->count, bytes, count);
    filter->count += count;
    filter->text[filter->count] = 0;
}

/// Appends a string as it is, anything else in JSON spelling. Takes `value`.
static void append_value(cj_filter *filter, jv value)
{
    jv text = lib.jv_get_kind(value) == JV_KIND_STRING ? value : lib.jv_dump_string(value, 0);
    size_t count = (size_t)lib.jv_string_length_bytes(lib.jv_copy(text));
    append_text(filter, lib.jv_string_value(text), count);
    lib.jv_free(text);
}

static void take_message(void *context, jv message)
{
    cj_filter *filter = context;
    if (filter->count > 0) append_text(filter, "\n", 1);
    append_value(filter, message);
}

cj_filter *cj_new(void)
{
    cj_filter *filter = calloc(1, sizeof(*filter));
    if (filter == NULL) return NULL;
    pthread_mutex_init(&filter->lock, NULL);
    filter->state = lib.jq_init();
    if (filter->state == NULL) {
        free(filter);
        return NULL;
    }
    lib.jq_set_error_cb(filter->state, take_message, filter);
    return filter;
}

void cj_free(cj_filter *filter)
{
    pthread_mutex_lock(&filter->lock);
    lib.jq_teardown(&filter->state);
    filter->state = NULL;
    pthread_mutex_unlock(&filter->lock);
    pthread_mutex_destroy(&filter->lock);
    free(filter->text);
    free(filter);
}

int cj_is_under_way(const cj_filter *filter)
{
    return filter->is_under_way;
}

void cj_abandon(cj_filter *filter)
{
    pthread_mutex_lock(&filter->lock);
    filter->state = NULL;
    pthread_mutex_unlock(&filter->lock);
    pthread_mutex_destroy(&filter->lock);
    free(filter->text);
    free(filter);
}

int cj_compile(cj_filter *filter, const char *program)
{
    clear_text(filter);
    return lib.jq_compile(filter->state, program);
}

/// The outcome of an invalid value, whose message becomes the text. Takes `value`.
static enum cj_outcome failed(cj_filter *filter, jv value)
{
    if (atomic_load(&filter->is_cancelled)) {
        lib.jv_free(value);
        return CJ_CANCELLED;
    }
    if (!lib.jv_invalid_has_msg(lib.jv_copy(value))) {
        lib.jv_free(value);
        return CJ_END;
    }
    clear_text(filter);
    append_value(filter, lib.jv_invalid_get_msg(value));
    return CJ_ERROR;
}

enum cj_outcome cj_start(cj_filter *filter, const char *bytes, size_t count)
{
    jv_parser *parser = lib.jv_parser_new(0);
    jv value = lib.jv_invalid();
    size_t place = 0;
    while (lib.jv_get_kind(value) == JV_KIND_INVALID && place < count) {
        if (atomic_load(&filter->is_cancelled)) break;
        size_t piece = count - place < (1 << 20) ? count - place : 1 << 20;
        lib.jv_parser_set_buf(parser, bytes + place, (int)piece, place + piece < count);
        place += piece;
        lib.jv_free(value);
        value = lib.jv_parser_next(parser);
        if (lib.jv_get_kind(value) == JV_KIND_INVALID && lib.jv_invalid_has_msg(lib.jv_copy(value)))
            break;
    }
    lib.jv_parser_free(parser);
    if (lib.jv_get_kind(value) == JV_KIND_INVALID) return failed(filter, value);
    lib.jq_start(filter->state, value, 0);
    filter->is_under_way = 1;
    return CJ_VALUE;
}

enum cj_outcome cj_next(cj_filter *filter)
{
    if (atomic_load(&filter->is_cancelled)) return CJ_CANCELLED;
    jv value = lib.jq_next(filter->state);
    if (lib.jv_get_kind(value) != JV_KIND_INVALID) {
        jv text = lib.jv_dump_string(value, 0);
        clear_text(filter);
        append_value(filter, text);
        return CJ_VALUE;
    }
    if (!lib.jq_halted(filter->state)) filter->is_under_way = 0;
    if (lib.jq_halted(filter->state) && !atomic_load(&filter->is_cancelled)) {
        lib.jv_free(value);
        jv message = lib.jq_get_error_message(filter->state);
        jv_kind kind = lib.jv_get_kind(message);
        if (kind == JV_KIND_INVALID || kind == JV_KIND_NULL) {
            lib.jv_free(message);
            return CJ_END;
        }
        clear_text(filter);
        append_value(filter, message);
        return CJ_ERROR;
    }
    return failed(filter, value);
}

void cj_cancel(cj_filter *filter)
{
    if (atomic_exchange(&filter->is_cancelled, 1)) return;
    pthread_mutex_lock(&filter->lock);
    // The program is interpreted in one loop that looks at this flag before each instruction; a
    // program that halts by itself has set it.
    if (filter->state != NULL && !lib.jq_halted(filter->state))
        lib.jq_halt(filter->state, lib.jv_invalid(), lib.jv_invalid());
    pthread_mutex_unlock(&filter->lock);
}

const char *cj_text(const cj_filter *filter, size_t *count)
{
    *count = filter->count;
    return filter->count > 0 ? filter->text : "";
}

size_t cj_respelled(const char *number, size_t count, char *text, size_t size)
{
    jv_parser *parser = lib.jv_parser_new(0);
    lib.jv_parser_set_buf(parser, number, (int)count, 0);
    jv value = lib.jv_parser_next(parser);
    lib.jv_parser_free(parser);
    if (lib.jv_get_kind(value) != JV_KIND_NUMBER) {
        lib.jv_free(value);
        return 0;
    }
    jv spelling = lib.jv_dump_string(value, 0);
    size_t length = (size_t)lib.jv_string_length_bytes(lib.jv_copy(spelling));
    if (length <= size) memcpy(text, lib.jv_string_value(spelling), length);
    lib.jv_free(spelling);
    return length <= size ? length : 0;
}
