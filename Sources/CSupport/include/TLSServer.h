#ifndef CSUPPORT_TLS_SERVER_H
#define CSUPPORT_TLS_SERVER_H

#include <stddef.h>
#include <stdint.h>

// TLSServer.c: the server's side of TLS by OpenSSL's library, opened at first use, with certificates
// made up in memory. Nothing here touches a socket: bytes go in and out of memory.

/// A certificate with its key that signs others.
struct cs_tls_authority;
/// The settings of connections: a certificate with its key.
struct cs_tls_settings;
/// One connection.
struct cs_tls_connection;

/// What a certificate is like.
enum cs_tls_kind {
    CS_TLS_GOOD = 0,
    CS_TLS_EXPIRED = 1,
    CS_TLS_WRONG_HOST = 2,
    CS_TLS_SELF_SIGNED = 3,
    CS_TLS_CLIENT_CERTIFICATE = 4, // good, and the client must show one of its own
};

/// Opens the library; safe to call again and from any thread.
///
/// Returns whether it is there.
int cs_tls_open(void);

/// Makes an authority; NULL when the library fails.
struct cs_tls_authority *cs_tls_authority_create(void);
/// Frees an authority; settings made by it stay valid.
void cs_tls_authority_free(struct cs_tls_authority *authority);
/// Writes the certificate of the authority as PEM.
///
/// Returns its length, 0 when it does not fit or the library fails.
size_t cs_tls_authority_pem(const struct cs_tls_authority *authority, char *buffer, size_t capacity);

/// Makes settings with a certificate for `names`, an alternative name in OpenSSL's notation such as
/// "DNS:a.test,IP:127.0.0.1"; NULL when the library fails.
struct cs_tls_settings *cs_tls_settings_create(
    const struct cs_tls_authority *authority, const char *common_name, const char *names, int kind);
/// Frees settings; connections made with them stay valid.
void cs_tls_settings_free(struct cs_tls_settings *settings);

/// Makes a connection that waits for its client's first bytes; NULL when the library fails.
struct cs_tls_connection *cs_tls_connection_create(const struct cs_tls_settings *settings);
void cs_tls_connection_free(struct cs_tls_connection *connection);
/// Takes bytes that came from the client.
///
/// Returns 0, or -1 when there is no memory.
int cs_tls_feed(struct cs_tls_connection *connection, const void *bytes, size_t count);
/// Goes on with the handshake, or reads what the client sent.
///
/// Returns the number of bytes read, 0 when more must be fed first, -1 when the client said that it
/// sends nothing more, -2 when the connection failed; there may be bytes to take in each case.
ptrdiff_t cs_tls_read(struct cs_tls_connection *connection, void *buffer, size_t capacity);
/// Encrypts bytes for the client; to be taken afterwards.
///
/// Returns 0, or -1 when the connection cannot send.
int cs_tls_write(struct cs_tls_connection *connection, const void *bytes, size_t count);
/// Says that nothing more will be sent; to be taken afterwards.
void cs_tls_finish(struct cs_tls_connection *connection);
/// Takes bytes that are to be sent to the client; 0 when there are none.
size_t cs_tls_take(struct cs_tls_connection *connection, void *buffer, size_t capacity);

#endif
