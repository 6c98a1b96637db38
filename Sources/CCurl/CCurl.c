#define _GNU_SOURCE
#include "CCurl.h"
#include "Library.h"
#include "LibraryLoading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const library_name = "libcurl.so.4";

/// The functions of libcurl that are used, under their names without `curl_`.
struct functions {
    CURLcode (*global_init)(long flags);
    curl_version_info_data *(*version_info)(CURLversion age);
    char *(*version)(void);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *easy);
    void (*easy_reset)(CURL *easy);
    const char *(*easy_strerror)(CURLcode code);
    CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *easy, CURLINFO what, ...);
    CURLcode (*easy_pause)(CURL *easy, int bits);
    CURLM *(*multi_init)(void);
    CURLMcode (*multi_cleanup)(CURLM *multi);
    CURLMcode (*multi_setopt)(CURLM *multi, CURLMoption option, ...);
    CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
    CURLMcode (*multi_perform)(CURLM *multi, int *running);
    CURLMcode (*multi_poll)(
        CURLM *multi, struct curl_waitfd *extra, unsigned int count, int timeout_ms, int *ready);
    CURLMcode (*multi_wakeup)(CURLM *multi);
    CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
    const char *(*multi_strerror)(CURLMcode code);
    struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
    void (*slist_free_all)(struct curl_slist *list);
};

static struct functions curl;
static char load_error[512];
static int is_loaded;
static void *library;
static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/// Where each function goes in `struct functions`.
#define ENTRY(name) { "curl_" #name, offsetof(struct functions, name) }

static const struct cs_function entries[] = {
    ENTRY(global_init), ENTRY(version_info), ENTRY(version), ENTRY(easy_init),
    ENTRY(easy_cleanup), ENTRY(easy_reset), ENTRY(easy_strerror), ENTRY(easy_setopt),
    ENTRY(easy_getinfo), ENTRY(easy_pause), ENTRY(multi_init), ENTRY(multi_cleanup), ENTRY(multi_setopt),
    ENTRY(multi_add_handle), ENTRY(multi_remove_handle), ENTRY(multi_perform),
    ENTRY(multi_poll), ENTRY(multi_wakeup), ENTRY(multi_info_read), ENTRY(multi_strerror),
    ENTRY(slist_append), ENTRY(slist_free_all),
};

static const struct cs_library wanted = {
    .title = "libcurl",
    .hint = "",
    .functions = entries,
    .count = sizeof(entries) / sizeof(entries[0]),
};

static void load(void)
{
    library = cs_open_library(library_name, &wanted, &curl, load_error, sizeof(load_error));
    if (library == NULL) return;
    CURLcode code = curl.global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK) {
        snprintf(
            load_error, sizeof(load_error), "libcurl cannot be initialised: %s",
            curl.easy_strerror(code));
        return;
    }
    cc_find_tls(curl.version_info(CURLVERSION_NOW)->ssl_version);
    is_loaded = 1;
}

void *cc_library_function(const char *name)
{
    return dlsym(library, name);
}

int cc_load(void)
{
    pthread_once(&load_once, load);
    return is_loaded;
}

const char *cc_load_error(void)
{
    return cc_load() ? NULL : load_error;
}

int cc_probe(const char *name, char *message, size_t size)
{
    struct functions found;
    void *library = cs_open_library(name, &wanted, &found, message, size);
    if (library == NULL) {
        return 0;
    }
    dlclose(library);
    return 1;
}

const char *cc_version(void)
{
    return curl.version();
}

unsigned int cc_version_number(void)
{
    return curl.version_info(CURLVERSION_NOW)->version_num;
}

const char *cc_version_text(void)
{
    return curl.version_info(CURLVERSION_NOW)->version;
}

int cc_has_feature(int feature)
{
    return (curl.version_info(CURLVERSION_NOW)->features & feature) != 0;
}

const char *cc_authorities_file(void)
{
    const curl_version_info_data *data = curl.version_info(CURLVERSION_NOW);
    return data->age >= CURLVERSION_SEVENTH ? data->cainfo : NULL;
}

const char *cc_authorities_folder(void)
{
    const curl_version_info_data *data = curl.version_info(CURLVERSION_NOW);
    return data->age >= CURLVERSION_SEVENTH ? data->capath : NULL;
}

CURL *cc_easy_init(void)
{
    return curl.easy_init();
}

void cc_easy_cleanup(CURL *easy)
{
    curl.easy_cleanup(easy);
}

void cc_easy_reset(CURL *easy)
{
    curl.easy_reset(easy);
}

const char *cc_easy_strerror(CURLcode code)
{
    return curl.easy_strerror(code);
}

CURLcode cc_set_long(CURL *easy, CURLoption option, long value)
{
    return curl.easy_setopt(easy, option, value);
}

CURLcode cc_set_offset(CURL *easy, CURLoption option, curl_off_t value)
{
    return curl.easy_setopt(easy, option, value);
}

CURLcode cc_set_string(CURL *easy, CURLoption option, const char *value)
{
    return curl.easy_setopt(easy, option, value);
}

CURLcode cc_set_pointer(CURL *easy, CURLoption option, const void *value)
{
    return curl.easy_setopt(easy, option, value);
}

CURLcode cc_set_list(CURL *easy, CURLoption option, struct curl_slist *value)
{
    return curl.easy_setopt(easy, option, value);
}

CURLcode cc_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count)
{
    struct curl_blob blob = {
        .data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY };
    return curl.easy_setopt(easy, option, &blob);
}

CURLcode cc_set_tls_function(CURL *easy, cc_tls_function function, void *context)
{
    CURLcode code = curl.easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, function);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_SSL_CTX_DATA, context);
    return code;
}

CURLcode cc_set_functions(
    CURL *easy, cc_data_function write, cc_data_function header, cc_debug_function debug,
    cc_prereq_function prereq, cc_socket_function socket, void *context)
{
    CURLcode code = curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_WRITEDATA, context);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_DEBUGFUNCTION, debug);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_DEBUGDATA, context);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_PREREQFUNCTION, prereq);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_PREREQDATA, context);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, socket);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
    return code;
}

CURLcode cc_set_reading(
    CURL *easy, cc_data_function read, cc_seek_function seek, void *context)
{
    CURLcode code = curl.easy_setopt(easy, CURLOPT_READFUNCTION, read);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_READDATA, context);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
    if (code == CURLE_OK) code = curl.easy_setopt(easy, CURLOPT_SEEKDATA, context);
    return code;
}

CURLcode cc_easy_pause(CURL *easy, int bits)
{
    return curl.easy_pause(easy, bits);
}

long cc_get_long(CURL *easy, CURLINFO what)
{
    long value = 0;
    return curl.easy_getinfo(easy, what, &value) == CURLE_OK ? value : 0;
}

curl_off_t cc_get_offset(CURL *easy, CURLINFO what)
{
    curl_off_t value = 0;
    return curl.easy_getinfo(easy, what, &value) == CURLE_OK ? value : 0;
}

const char *cc_get_string(CURL *easy, CURLINFO what)
{
    char *value = NULL;
    return curl.easy_getinfo(easy, what, &value) == CURLE_OK ? value : NULL;
}

void *cc_get_tls(CURL *easy)
{
    struct curl_tlssessioninfo *session = NULL;
    if (curl.easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK) return NULL;
    return session != NULL && session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

void *cc_get_private(CURL *easy)
{
    char *value = NULL;
    return curl.easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

CURLM *cc_multi_init(void)
{
    return curl.multi_init();
}

CURLMcode cc_multi_cleanup(CURLM *multi)
{
    return curl.multi_cleanup(multi);
}

CURLMcode cc_multi_set_long(CURLM *multi, CURLMoption option, long value)
{
    return curl.multi_setopt(multi, option, value);
}

CURLMcode cc_multi_add(CURLM *multi, CURL *easy)
{
    return curl.multi_add_handle(multi, easy);
}

CURLMcode cc_multi_remove(CURLM *multi, CURL *easy)
{
    return curl.multi_remove_handle(multi, easy);
}

CURLMcode cc_multi_perform(CURLM *multi)
{
    int running = 0;
    return curl.multi_perform(multi, &running);
}

CURLMcode cc_multi_poll(CURLM *multi, int timeout_ms)
{
    return curl.multi_poll(multi, NULL, 0, timeout_ms, NULL);
}

CURLMcode cc_multi_wakeup(CURLM *multi)
{
    return curl.multi_wakeup(multi);
}

CURL *cc_multi_next_finished(CURLM *multi, CURLcode *result)
{
    int left = 0;
    CURLMsg *message;
    while ((message = curl.multi_info_read(multi, &left)) != NULL) {
        if (message->msg == CURLMSG_DONE) {
            *result = message->data.result;
            return message->easy_handle;
        }
    }
    return NULL;
}

const char *cc_multi_strerror(CURLMcode code)
{
    return curl.multi_strerror(code);
}

struct curl_slist *cc_list_append(struct curl_slist *list, const char *text)
{
    return curl.slist_append(list, text);
}

void cc_list_free(struct curl_slist *list)
{
    curl.slist_free_all(list);
}

void cc_name_thread(const char *name)
{
    pthread_setname_np(pthread_self(), name);
}
