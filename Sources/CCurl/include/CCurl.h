/// libcurl, opened at first use.
///
/// Only types and constants come from libcurl's header. Loading the library costs about ten
/// milliseconds, so nothing here is linked against it: `cc_load` opens it once and finds its
/// functions, and every other function below needs a `cc_load` that returned 1.
///
/// The setters and getters exist once for each argument type, because Swift cannot call the
/// variadic originals.
#ifndef CCURL_H
#define CCURL_H

#include "CContent.h"

#include <curl/curl.h>
#include <stddef.h>

#include "CCurlTLS.h"

/// Opens libcurl and initialises it; later calls return what the first one found. Any thread.
///
/// Returns 1 when libcurl can be used, else 0, and `cc_load_error` says why.
int cc_load(void);

/// Why `cc_load` returned 0, as text that lives for ever; NULL when it did not.
const char *_Nullable cc_load_error(void);

/// Tries to find all functions in the library `name`, and closes it again. Any thread.
///
/// Returns 1 when they are all there, else 0 with the reason in `message` of `size` bytes.
int cc_probe(const char *_Nonnull name, char *_Nonnull message, size_t size);

/// libcurl's version as text, such as `libcurl/7.88.1 OpenSSL/3.0.19`.
const char *_Nullable cc_version(void);

/// libcurl's version as a number: `0x075801` is 7.88.1. Later options need a look at it.
unsigned int cc_version_number(void);

/// libcurl's own version as text, such as `7.88.1`.
const char *_Nullable cc_version_text(void);

/// Whether libcurl was built with `feature`, one of `CURL_VERSION_…`.
int cc_has_feature(int feature);

/// The file and the folder of the authorities that libcurl trusts by itself; NULL for none.
const char *_Nullable cc_authorities_file(void);
const char *_Nullable cc_authorities_folder(void);

/// Easy handles: one transfer each, used by one thread.
CURL *_Nullable cc_easy_init(void);
void cc_easy_cleanup(CURL *_Nonnull easy);
/// Forgets all options, keeps connections and caches.
void cc_easy_reset(CURL *_Nonnull easy);
/// The library's text for `code`.
const char *_Nullable cc_easy_strerror(CURLcode code);

/// `curl_easy_setopt` for options that take a `long`.
CURLcode cc_set_long(CURL *_Nonnull easy, CURLoption option, long value);
/// `curl_easy_setopt` for options that take a `curl_off_t`.
CURLcode cc_set_offset(CURL *_Nonnull easy, CURLoption option, curl_off_t value);
/// `curl_easy_setopt` for options that take a string, which libcurl copies.
CURLcode cc_set_string(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value);
/// `curl_easy_setopt` for options that take a pointer, which libcurl keeps.
CURLcode cc_set_pointer(CURL *_Nonnull easy, CURLoption option, const void *_Nullable value);
/// `curl_easy_setopt` for options that take a list, which libcurl keeps.
CURLcode cc_set_list(
    CURL *_Nonnull easy, CURLoption option, struct curl_slist *_Nullable value);

/// `curl_easy_setopt` for options that take bytes, which libcurl copies.
CURLcode cc_set_blob(
    CURL *_Nonnull easy, CURLoption option, const void *_Nonnull bytes, size_t count);

/// What is called with each piece of content or each header line; returns how much it took.
typedef size_t (*cc_data_function)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);
/// What is called with what goes over the wire and with libcurl's remarks.
typedef int (*cc_debug_function)(
    CURL *_Nullable easy, curl_infotype type, char *_Nullable bytes, size_t count,
    void *_Nullable context);
/// What is called once a connection is there and before the request goes out.
typedef int (*cc_prereq_function)(
    void *_Nullable context, char *_Nullable remote, char *_Nullable local, int remote_port,
    int local_port);
/// What is called once an address is known and a socket was made for it.
typedef int (*cc_socket_function)(
    void *_Nullable context, curl_socket_t socket, curlsocktype purpose);

/// The callbacks of one transfer; each gets `context`. `debug` is called in verbose mode only.
CURLcode cc_set_functions(
    CURL *_Nonnull easy, cc_data_function _Nonnull write, cc_data_function _Nonnull header,
    cc_debug_function _Nonnull debug, cc_prereq_function _Nonnull prereq,
    cc_socket_function _Nonnull socket, void *_Nonnull context);

/// What is called when the content is to be read from another place on; 0 when that was done.
typedef int (*cc_seek_function)(void *_Nullable context, curl_off_t offset, int origin);

/// The callbacks that read the content of a request; each gets `context`.
CURLcode cc_set_reading(
    CURL *_Nonnull easy, cc_data_function _Nonnull read, cc_seek_function _Nonnull seek,
    void *_Nonnull context);
/// Pauses and resumes the directions of a transfer, by the bits `CURLPAUSE_RECV` and
/// `CURLPAUSE_SEND`; may call the callbacks before it returns.
CURLcode cc_easy_pause(CURL *_Nonnull easy, int bits);

/// `curl_easy_getinfo` for a `long`; 0 when it is not known.
long cc_get_long(CURL *_Nonnull easy, CURLINFO what);
/// `curl_easy_getinfo` for a `curl_off_t`; 0 when it is not known.
curl_off_t cc_get_offset(CURL *_Nonnull easy, CURLINFO what);
/// `curl_easy_getinfo` for a string that lives as long as the transfer; NULL when not known.
const char *_Nullable cc_get_string(CURL *_Nonnull easy, CURLINFO what);
/// The pointer set with `CURLOPT_PRIVATE`.
void *_Nullable cc_get_private(CURL *_Nonnull easy);

/// Multi handles: many transfers on one thread.
CURLM *_Nullable cc_multi_init(void);
CURLMcode cc_multi_cleanup(CURLM *_Nonnull multi);
CURLMcode cc_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value);
CURLMcode cc_multi_add(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode cc_multi_remove(CURLM *_Nonnull multi, CURL *_Nonnull easy);
CURLMcode cc_multi_perform(CURLM *_Nonnull multi);
/// Sleeps until something happens, `cc_multi_wakeup` is called, or the time is over.
CURLMcode cc_multi_poll(CURLM *_Nonnull multi, int timeout_ms);
/// Ends the sleep of `cc_multi_poll`, the present or the next one. Any thread.
CURLMcode cc_multi_wakeup(CURLM *_Nonnull multi);
/// Takes the next finished transfer and its result; NULL when there is none.
CURL *_Nullable cc_multi_next_finished(CURLM *_Nonnull multi, CURLcode *_Nonnull result);
/// The library's text for `code`.
const char *_Nullable cc_multi_strerror(CURLMcode code);

/// Appends a copy of `text`; returns the list, or NULL when memory is short.
struct curl_slist *_Nullable cc_list_append(
    struct curl_slist *_Nullable list, const char *_Nonnull text);
void cc_list_free(struct curl_slist *_Nullable list);

/// Gives the calling thread a name of at most 15 bytes; Swift does not see glibc's function.
void cc_name_thread(const char *_Nonnull name);

#endif
