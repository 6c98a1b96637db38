#define _GNU_SOURCE
#include "TLSServer.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// The functions of OpenSSL 3 that are used, with its types as plain pointers.
static struct {
    // libcrypto
    void *(*EVP_PKEY_Q_keygen)(void *library, const char *query, const char *type, ...);
    void (*EVP_PKEY_free)(void *key);
    const void *(*EVP_sha256)(void);
    void *(*X509_new)(void);
    void (*X509_free)(void *certificate);
    int (*X509_up_ref)(void *certificate);
    int (*X509_set_version)(void *certificate, long version);
    void *(*X509_get_serialNumber)(void *certificate);
    int (*ASN1_INTEGER_set_uint64)(void *integer, uint64_t value);
    void *(*X509_getm_notBefore)(const void *certificate);
    void *(*X509_getm_notAfter)(const void *certificate);
    void *(*X509_gmtime_adj)(void *time, long seconds);
    int (*X509_set_pubkey)(void *certificate, void *key);
    void *(*X509_get_subject_name)(const void *certificate);
    int (*X509_set_issuer_name)(void *certificate, const void *name);
    int (*X509_NAME_add_entry_by_txt)(
        void *name, const char *field, int type, const unsigned char *bytes, int length, int place,
        int set);
    void *(*X509V3_EXT_conf)(void *settings, void *context, const char *name, const char *value);
    void (*X509_EXTENSION_free)(void *extension);
    int (*X509_add_ext)(void *certificate, void *extension, int place);
    int (*X509_sign)(void *certificate, void *key, const void *digest);
    int (*PEM_write_bio_X509)(void *bio, const void *certificate);
    const void *(*BIO_s_mem)(void);
    void *(*BIO_new)(const void *method);
    int (*BIO_free)(void *bio);
    int (*BIO_read)(void *bio, void *buffer, int count);
    int (*BIO_write)(void *bio, const void *bytes, int count);
    long (*BIO_ctrl)(void *bio, int command, long number, void *pointer);
    void (*ERR_clear_error)(void);
    int (*RAND_bytes)(unsigned char *buffer, int count);
    // libssl
    const void *(*TLS_server_method)(void);
    void *(*SSL_CTX_new)(const void *method);
    void (*SSL_CTX_free)(void *settings);
    int (*SSL_CTX_use_certificate)(void *settings, void *certificate);
    int (*SSL_CTX_use_PrivateKey)(void *settings, void *key);
    void (*SSL_CTX_set_verify)(void *settings, int mode, int (*)(int, void *));
    long (*SSL_CTX_ctrl)(void *settings, int command, long number, void *pointer);
    int (*SSL_CTX_set_session_id_context)(
        void *settings, const unsigned char *bytes, unsigned int count);
    void *(*SSL_new)(void *settings);
    void (*SSL_free)(void *connection);
    void (*SSL_set_bio)(void *connection, void *read, void *write);
    void (*SSL_set_accept_state)(void *connection);
    int (*SSL_read)(void *connection, void *buffer, int count);
    int (*SSL_write)(void *connection, const void *bytes, int count);
    int (*SSL_get_error)(const void *connection, int result);
    int (*SSL_shutdown)(void *connection);
} ssl;

static int is_found;
static pthread_once_t opening = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL);
    void *crypto = dlopen("libcrypto.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL || crypto == NULL) return;
#define FIND(name)                                          \
    do {                                                    \
        void *function = dlsym(crypto, #name);              \
        if (function == NULL) function = dlsym(library, #name); \
        if (function == NULL) return;                       \
        memcpy(&ssl.name, &function, sizeof(function));     \
    } while (0)
    FIND(EVP_PKEY_Q_keygen);
    FIND(EVP_PKEY_free);
    FIND(EVP_sha256);
    FIND(X509_new);
    FIND(X509_free);
    FIND(X509_up_ref);
    FIND(X509_set_version);
    FIND(X509_get_serialNumber);
    FIND(ASN1_INTEGER_set_uint64);
    FIND(X509_getm_notBefore);
    FIND(X509_getm_notAfter);
    FIND(X509_gmtime_adj);
    FIND(X509_set_pubkey);
    FIND(X509_get_subject_name);
    FIND(X509_set_issuer_name);
    FIND(X509_NAME_add_entry_by_txt);
    FIND(X509V3_EXT_conf);
    FIND(X509_EXTENSION_free);
    FIND(X509_add_ext);
    FIND(X509_sign);
    FIND(PEM_write_bio_X509);
    FIND(BIO_s_mem);
    FIND(BIO_new);
    FIND(BIO_free);
    FIND(BIO_read);
    FIND(BIO_write);
    FIND(BIO_ctrl);
    FIND(ERR_clear_error);
    FIND(RAND_bytes);
    FIND(TLS_server_method);
    FIND(SSL_CTX_new);
    FIND(SSL_CTX_free);
    FIND(SSL_CTX_use_certificate);
    FIND(SSL_CTX_use_PrivateKey);
    FIND(SSL_CTX_set_verify);
    FIND(SSL_CTX_ctrl);
    FIND(SSL_CTX_set_session_id_context);
    FIND(SSL_new);
    FIND(SSL_free);
    FIND(SSL_set_bio);
    FIND(SSL_set_accept_state);
    FIND(SSL_read);
    FIND(SSL_write);
    FIND(SSL_get_error);
    FIND(SSL_shutdown);
#undef FIND
    is_found = 1;
}

int cs_tls_open(void) {
    pthread_once(&opening, open_library);
    return is_found;
}

// MARK: Certificates

struct cs_tls_authority {
    void *certificate;
    void *key;
};

struct cs_tls_settings {
    void *settings;
};

static const long day = 24 * 60 * 60;

static int add_extension(void *certificate, const char *name, const char *value) {
    void *extension = ssl.X509V3_EXT_conf(NULL, NULL, name, value);
    if (extension == NULL) return 0;
    int result = ssl.X509_add_ext(certificate, extension, -1);
    ssl.X509_EXTENSION_free(extension);
    return result;
}

static int add_name(void *name, const char *field, const char *value) {
    // 0x1001 is MBSTRING_ASC.
    return ssl.X509_NAME_add_entry_by_txt(
        name, field, 0x1001, (const unsigned char *)value, -1, -1, 0);
}

static void *new_key(void) { return ssl.EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); }

/// A certificate for `key` that is not signed yet; its issuer is its subject.
static void *new_certificate(void *key, const char *common_name, long from, long to) {
    uint64_t serial = 1;
    void *certificate = ssl.X509_new();
    if (certificate == NULL) return NULL;
    ssl.RAND_bytes((unsigned char *)&serial, sizeof serial);
    void *name = ssl.X509_get_subject_name(certificate);
    if (ssl.X509_set_version(certificate, 2) != 1
        || ssl.ASN1_INTEGER_set_uint64(ssl.X509_get_serialNumber(certificate), serial >> 1) != 1
        || ssl.X509_gmtime_adj(ssl.X509_getm_notBefore(certificate), from) == NULL
        || ssl.X509_gmtime_adj(ssl.X509_getm_notAfter(certificate), to) == NULL
        || ssl.X509_set_pubkey(certificate, key) != 1
        || add_name(name, "O", "Apus mock server") != 1
        || add_name(name, "CN", common_name) != 1
        || ssl.X509_set_issuer_name(certificate, name) != 1) {
        ssl.X509_free(certificate);
        return NULL;
    }
    return certificate;
}

struct cs_tls_authority *cs_tls_authority_create(void) {
    struct cs_tls_authority *authority = calloc(1, sizeof *authority);
    if (authority == NULL) return NULL;
    authority->key = new_key();
    if (authority->key != NULL) {
        authority->certificate =
            new_certificate(authority->key, "made up for this run", -day, 30 * day);
    }
    if (authority->certificate == NULL
        || !add_extension(authority->certificate, "basicConstraints", "critical,CA:TRUE")
        || !add_extension(authority->certificate, "keyUsage", "critical,keyCertSign,cRLSign")
        || ssl.X509_sign(authority->certificate, authority->key, ssl.EVP_sha256()) == 0) {
        cs_tls_authority_free(authority);
        return NULL;
    }
    return authority;
}

void cs_tls_authority_free(struct cs_tls_authority *authority) {
    if (authority == NULL) return;
    if (authority->certificate != NULL) ssl.X509_free(authority->certificate);
    if (authority->key != NULL) ssl.EVP_PKEY_free(authority->key);
    free(authority);
}

size_t cs_tls_authority_pem(
    const struct cs_tls_authority *authority, char *buffer, size_t capacity) {
    void *bio = ssl.BIO_new(ssl.BIO_s_mem());
    size_t length = 0;
    if (bio == NULL) return 0;
    if (capacity <= INT_MAX && ssl.PEM_write_bio_X509(bio, authority->certificate) == 1) {
        // 10 is BIO_CTRL_PENDING.
        long pending = ssl.BIO_ctrl(bio, 10, 0, NULL);
        if (pending > 0 && (size_t)pending <= capacity
            && ssl.BIO_read(bio, buffer, (int)capacity) == pending) {
            length = (size_t)pending;
        }
    }
    ssl.BIO_free(bio);
    return length;
}

static int accept_any(int is_fine, void *store) {
    (void)is_fine, (void)store;
    return 1;
}

/// Signs a certificate by the authority, or by its own key.
static int sign(void *certificate, void *key, const struct cs_tls_authority *authority, int kind) {
    if (kind == CS_TLS_SELF_SIGNED) {
        return ssl.X509_sign(certificate, key, ssl.EVP_sha256()) != 0;
    }
    return ssl.X509_set_issuer_name(
               certificate, ssl.X509_get_subject_name(authority->certificate)) == 1
        && ssl.X509_sign(certificate, authority->key, ssl.EVP_sha256()) != 0;
}

static void *settings_with(void *certificate, void *key, int kind) {
    void *settings = ssl.SSL_CTX_new(ssl.TLS_server_method());
    if (settings == NULL) return NULL;
    if (ssl.SSL_CTX_use_certificate(settings, certificate) != 1
        || ssl.SSL_CTX_use_PrivateKey(settings, key) != 1) {
        ssl.SSL_CTX_free(settings);
        return NULL;
    }
    // 33 is SSL_CTRL_MODE, 16 SSL_MODE_RELEASE_BUFFERS: idle connections keep no buffers.
    ssl.SSL_CTX_ctrl(settings, 33, 16, NULL);
    ssl.SSL_CTX_set_session_id_context(settings, (const unsigned char *)"apus", 4);
    // 1 is SSL_VERIFY_PEER, 2 SSL_VERIFY_FAIL_IF_NO_PEER_CERT.
    if (kind == CS_TLS_CLIENT_CERTIFICATE) ssl.SSL_CTX_set_verify(settings, 1 | 2, accept_any);
    return settings;
}

struct cs_tls_settings *cs_tls_settings_create(
    const struct cs_tls_authority *authority, const char *common_name, const char *names,
    int kind) {
    struct cs_tls_settings *result = calloc(1, sizeof *result);
    if (result == NULL) return NULL;
    int is_expired = kind == CS_TLS_EXPIRED;
    void *key = new_key();
    void *certificate = key == NULL
        ? NULL
        : new_certificate(key, common_name, is_expired ? -20 * day : -day,
                          is_expired ? -10 * day : 20 * day);
    if (certificate != NULL
        && add_extension(certificate, "basicConstraints", "critical,CA:FALSE")
        && add_extension(certificate, "extendedKeyUsage", "serverAuth")
        && add_extension(certificate, "subjectAltName", names)
        && sign(certificate, key, authority, kind)) {
        result->settings = settings_with(certificate, key, kind);
    }
    if (certificate != NULL) ssl.X509_free(certificate);
    if (key != NULL) ssl.EVP_PKEY_free(key);
    if (result->settings == NULL) {
        free(result);
        return NULL;
    }
    return result;
}

void cs_tls_settings_free(struct cs_tls_settings *settings) {
    if (settings == NULL) return;
    ssl.SSL_CTX_free(settings->settings);
    free(settings);
}

// MARK: Connections

struct cs_tls_connection {
    void *connection;
    void *incoming; // both are owned by the connection
    void *outgoing;
};

struct cs_tls_connection *cs_tls_connection_create(const struct cs_tls_settings *settings) {
    struct cs_tls_connection *result = calloc(1, sizeof *result);
    if (result == NULL) return NULL;
    result->connection = ssl.SSL_new(settings->settings);
    result->incoming = ssl.BIO_new(ssl.BIO_s_mem());
    result->outgoing = ssl.BIO_new(ssl.BIO_s_mem());
    if (result->connection == NULL || result->incoming == NULL || result->outgoing == NULL) {
        if (result->connection != NULL) ssl.SSL_free(result->connection);
        if (result->incoming != NULL) ssl.BIO_free(result->incoming);
        if (result->outgoing != NULL) ssl.BIO_free(result->outgoing);
        free(result);
        return NULL;
    }
    ssl.SSL_set_bio(result->connection, result->incoming, result->outgoing);
    ssl.SSL_set_accept_state(result->connection);
    return result;
}

void cs_tls_connection_free(struct cs_tls_connection *connection) {
    if (connection == NULL) return;
    ssl.SSL_free(connection->connection);
    free(connection);
}

int cs_tls_feed(struct cs_tls_connection *connection, const void *bytes, size_t count) {
    if (count == 0) return 0;
    if (count > INT_MAX) return -1;
    return ssl.BIO_write(connection->incoming, bytes, (int)count) == (int)count ? 0 : -1;
}

ptrdiff_t cs_tls_read(struct cs_tls_connection *connection, void *buffer, size_t capacity) {
    ssl.ERR_clear_error();
    int room = capacity > INT_MAX ? INT_MAX : (int)capacity;
    int count = ssl.SSL_read(connection->connection, buffer, room);
    if (count > 0) return count;
    switch (ssl.SSL_get_error(connection->connection, count)) {
    case 2: // SSL_ERROR_WANT_READ
    case 3: // SSL_ERROR_WANT_WRITE
        return 0;
    case 6: // SSL_ERROR_ZERO_RETURN
        return -1;
    default:
        return -2;
    }
}

int cs_tls_write(struct cs_tls_connection *connection, const void *bytes, size_t count) {
    const char *next = bytes;
    while (count > 0) {
        ssl.ERR_clear_error();
        int piece = count > (1 << 20) ? 1 << 20 : (int)count;
        int written = ssl.SSL_write(connection->connection, next, piece);
        if (written <= 0) return -1;
        next += written;
        count -= (size_t)written;
    }
    return 0;
}

void cs_tls_finish(struct cs_tls_connection *connection) {
    ssl.ERR_clear_error();
    ssl.SSL_shutdown(connection->connection);
}

size_t cs_tls_take(struct cs_tls_connection *connection, void *buffer, size_t capacity) {
    int room = capacity > INT_MAX ? INT_MAX : (int)capacity;
    int count = ssl.BIO_read(connection->outgoing, buffer, room);
    return count > 0 ? (size_t)count : 0;
}
