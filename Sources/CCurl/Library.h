/// What the files of this target share and nobody else sees.
#ifndef CCURL_LIBRARY_H
#define CCURL_LIBRARY_H

#include <curl/curl.h>

/// The function `name` of libcurl or of a library it uses; NULL when there is none.
void *cc_library_function(const char *name);

/// Finds the functions of the TLS library, if it is the one that `version` must name: OpenSSL.
void cc_find_tls(const char *version);

/// What libcurl calls with the settings of a new TLS connection, and how it is told.
typedef CURLcode (*cc_tls_function)(CURL *easy, void *settings, void *context);
CURLcode cc_set_tls_function(CURL *easy, cc_tls_function function, void *context);

/// OpenSSL's handle of the connection that `easy` uses now; NULL when there is none.
void *cc_get_tls(CURL *easy);

#endif
