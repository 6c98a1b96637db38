#include "CCurlTLS.h"
#include "Library.h"

#include <stdlib.h>
#include <string.h>

/// The functions of OpenSSL that are used, with its types as plain pointers.
static struct {
    int (*X509_verify_cert)(void *store);
    int (*X509_STORE_CTX_get_error)(const void *store);
    void *(*X509_STORE_CTX_get0_untrusted)(const void *store);
    const char *(*X509_verify_cert_error_string)(long result);
    int (*OPENSSL_sk_num)(const void *stack);
    void *(*OPENSSL_sk_value)(const void *stack, int index);
    int (*i2d_X509)(const void *certificate, unsigned char **out);
    void (*SSL_CTX_set_cert_verify_callback)(void *settings, int (*)(void *, void *), void *);
    void (*SSL_CTX_set_cert_cb)(void *settings, int (*)(void *, void *), void *);
    int (*CRYPTO_get_ex_new_index)(
        int class, long number, void *pointer, void *make, void *copy,
        void (*release)(void *, void *, void *, int, long, void *));
    int (*SSL_CTX_set_ex_data)(void *settings, int index, void *value);
    const char *(*SSL_get_version)(const void *connection);
    const void *(*SSL_get_current_cipher)(const void *connection);
    const char *(*SSL_CIPHER_get_name)(const void *cipher);
    long (*SSL_get_verify_result)(const void *connection);
    void *(*SSL_get_peer_cert_chain)(const void *connection);
} ssl;

static int is_found;
/// Where OpenSSL keeps our record with the settings of a connection.
static int record_index = -1;

/// Who watches; set once, before the first connection.
static struct cc_tls_watch watch;

static void release_watched(
    void *parent, void *value, void *data, int index, long number, void *pointer)
{
    (void)parent, (void)data, (void)index, (void)number, (void)pointer;
    if (value != NULL) watch.release(value);
}

void cc_find_tls(const char *version)
{
    if (version == NULL || strstr(version, "OpenSSL/") == NULL) return;
#define FIND(name)                                          \
    do {                                                    \
        void *function = cc_library_function(#name);        \
        if (function == NULL) return;                       \
        memcpy(&ssl.name, &function, sizeof(function));     \
    } while (0)
    FIND(X509_verify_cert);
    FIND(X509_STORE_CTX_get_error);
    FIND(X509_STORE_CTX_get0_untrusted);
    FIND(X509_verify_cert_error_string);
    FIND(OPENSSL_sk_num);
    FIND(OPENSSL_sk_value);
    FIND(i2d_X509);
    FIND(SSL_CTX_set_cert_verify_callback);
    FIND(SSL_CTX_set_cert_cb);
    FIND(CRYPTO_get_ex_new_index);
    FIND(SSL_CTX_set_ex_data);
    FIND(SSL_get_version);
    FIND(SSL_get_current_cipher);
    FIND(SSL_CIPHER_get_name);
    FIND(SSL_get_verify_result);
    FIND(SSL_get_peer_cert_chain);
#undef FIND
    // The class of the settings (SSL_CTX) is number 1 since OpenSSL 1.1.
    record_index = ssl.CRYPTO_get_ex_new_index(1, 0, NULL, NULL, NULL, release_watched);
    is_found = record_index >= 0;
}

/// Hands each certificate of `stack` over, DER-encoded.
static void each_certificate(
    const void *stack, void (*take)(void *, const void *, size_t), void *record)
{
    int count = stack == NULL ? 0 : ssl.OPENSSL_sk_num(stack);
    for (int i = 0; i < count; i++) {
        unsigned char *bytes = NULL;
        int size = ssl.i2d_X509(ssl.OPENSSL_sk_value(stack, i), NULL);
        if (size <= 0 || (bytes = malloc((size_t)size)) == NULL) continue;
        unsigned char *end = bytes;
        ssl.i2d_X509(ssl.OPENSSL_sk_value(stack, i), &end);
        take(record, bytes, (size_t)size);
        free(bytes);
    }
}

/// Verifies as OpenSSL does by itself, and tells of it.
static int verify(void *store, void *record)
{
    int result = ssl.X509_verify_cert(store);
    each_certificate(ssl.X509_STORE_CTX_get0_untrusted(store), watch.certificate, record);
    watch.verified(record, ssl.X509_STORE_CTX_get_error(store));
    // An internal error counts as a refusal, as in OpenSSL itself.
    return result > 0 ? 1 : 0;
}

/// The server asks for a certificate of ours; what is set is sent, or nothing.
static int asked(void *connection, void *record)
{
    (void)connection;
    watch.asked(record);
    return 1;
}

static CURLcode prepare(CURL *easy, void *settings, void *context)
{
    (void)easy;
    void *record = watch.prepare(context);
    if (ssl.SSL_CTX_set_ex_data(settings, record_index, record) != 1) {
        watch.release(record);
        return CURLE_OUT_OF_MEMORY;
    }
    ssl.SSL_CTX_set_cert_verify_callback(settings, verify, record);
    ssl.SSL_CTX_set_cert_cb(settings, asked, record);
    return CURLE_OK;
}

void cc_set_tls_watch(const struct cc_tls_watch *functions)
{
    watch = *functions;
}

int cc_watch_tls(CURL *easy, void *context)
{
    if (!is_found || watch.prepare == NULL) return 0;
    return cc_set_tls_function(easy, prepare, context) == CURLE_OK;
}

int cc_get_tls_facts(CURL *easy, struct cc_tls_facts *facts)
{
    void *connection = is_found ? cc_get_tls(easy) : NULL;
    if (connection == NULL) return 0;
    facts->connection = connection;
    facts->version = ssl.SSL_get_version(connection);
    facts->cipher = ssl.SSL_CIPHER_get_name(ssl.SSL_get_current_cipher(connection));
    facts->verified = ssl.SSL_get_verify_result(connection);
    return 1;
}

void cc_each_certificate(
    const void *connection, void (*take)(void *, const void *, size_t), void *record)
{
    if (is_found) each_certificate(ssl.SSL_get_peer_cert_chain(connection), take, record);
}

const char *cc_verdict_text(long result)
{
    return is_found ? ssl.X509_verify_cert_error_string(result) : NULL;
}
