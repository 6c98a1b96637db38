/// What OpenSSL knows of the connections that libcurl makes with it.
///
/// libcurl tells nothing of a certificate that it refused. The functions here are found in the very
/// library that libcurl uses; where that is not OpenSSL, they do nothing and return 0 or NULL.
#ifndef CCURL_TLS_H
#define CCURL_TLS_H

#include <curl/curl.h>
#include <stddef.h>

/// What is called while a server's certificates are verified; all on the thread of the transfer.
struct cc_tls_watch {
    /// A TLS connection is prepared for the transfer of `context`; returns a record for it.
    ///
    /// The record is owned by the connection until `release`, which may be after the transfer.
    void *_Nullable (*_Nonnull prepare)(void *_Nullable context);
    /// The server sent this certificate; called once for each, its own first.
    void (*_Nonnull certificate)(
        void *_Nullable record, const void *_Nullable bytes, size_t count);
    /// The verdict on them: 0, or one of OpenSSL's `X509_V_ERR_…`.
    void (*_Nonnull verified)(void *_Nullable record, long result);
    /// The server asks for a certificate of the client.
    void (*_Nonnull asked)(void *_Nullable record);
    /// The connection needs the record no more.
    void (*_Nonnull release)(void *_Nullable record);
};

/// Says who watches; called once, before any connection is made.
void cc_set_tls_watch(const struct cc_tls_watch *_Nonnull functions);

/// Watches the TLS connections made for `easy`; returns 1 when they will be watched.
int cc_watch_tls(CURL *_Nonnull easy, void *_Nullable context);

/// What is known of the TLS connection in use.
struct cc_tls_facts {
    /// Names the connection for as long as it is open.
    const void *_Nullable connection;
    /// The version and the cipher suite agreed on; they live as long as the library.
    const char *_Nullable version;
    const char *_Nullable cipher;
    /// The verdict on the certificate, as above.
    long verified;
};

/// Fills `facts` for the connection `easy` uses now; returns 0 when there is none.
int cc_get_tls_facts(CURL *_Nonnull easy, struct cc_tls_facts *_Nonnull facts);

/// Calls `take` with each certificate of an open connection, the server's own first.
void cc_each_certificate(
    const void *_Nonnull connection,
    void (*_Nonnull take)(void *_Nullable record, const void *_Nullable bytes, size_t count),
    void *_Nullable record);

/// The words for a verdict; NULL when they are not known.
const char *_Nullable cc_verdict_text(long result);

#endif
