import HTTPModel

/// Names and values of request fields that people write often.
///
/// - SeeAlso: the IANA registry "HTTP Field Names".
enum FieldVocabulary {
    /// Names of request fields and what each is for.
    static let names: [(name: String, detail: String)] = [
        ("Accept", "media types that are wanted"),
        ("Accept-Encoding", "content codings that are understood"),
        ("Accept-Language", "languages that are wanted"),
        ("Authorization", "credentials"),
        ("Cache-Control", "what caches on the way may do"),
        ("Content-Disposition", "how the content is to be taken"),
        ("Content-Encoding", "how the content is coded"),
        ("Content-Language", "the language of the content"),
        ("Content-Type", "what the content is"),
        ("Cookie", "cookies, besides those of the jar"),
        ("Date", "when the request was made"),
        ("DPoP", "proof of possession of a key"),
        ("Expect", "wait for a go-ahead before the content"),
        ("Forwarded", "who was on the way before"),
        ("From", "the address of the person"),
        ("Host", "the authority; made of the URL otherwise"),
        ("Idempotency-Key", "makes a repeated request count once"),
        ("If-Match", "only when the version is one of these"),
        ("If-Modified-Since", "only when changed since"),
        ("If-None-Match", "only when the version is none of these"),
        ("If-Range", "the range only when unchanged"),
        ("If-Unmodified-Since", "only when unchanged since"),
        ("Last-Event-ID", "where a stream of events goes on"),
        ("Max-Forwards", "how often it may be passed on"),
        ("Origin", "the origin of the page that asks"),
        ("Prefer", "what the server may do otherwise"),
        ("Priority", "how urgent it is"),
        ("Proxy-Authorization", "credentials for the proxy"),
        ("Range", "which part is wanted"),
        ("Referer", "the page that led here"),
        ("Sec-Fetch-Mode", "how a browser would ask"),
        ("TE", "transfer codings that are understood"),
        ("Traceparent", "the trace this belongs to"),
        ("Upgrade-Insecure-Requests", "whether https is preferred"),
        ("User-Agent", "the program that asks"),
        ("Via", "who passed it on"),
        ("X-API-Key", "a key of the interface"),
        ("X-Correlation-ID", "the identity of what is going on"),
        ("X-Forwarded-For", "the address of the client behind a proxy"),
        ("X-HTTP-Method-Override", "the method that is meant"),
        ("X-Request-ID", "the identity of the request"),
        ("X-Requested-With", "XMLHttpRequest in browsers"),
    ]

    /// Media types of request content and responses.
    static let mediaTypes = [
        "application/json", "application/x-www-form-urlencoded", "multipart/form-data",
        "text/plain", "text/html", "text/csv", "text/event-stream", "application/xml", "text/xml",
        "application/graphql", "application/problem+json", "application/vnd.api+json",
        "application/merge-patch+json", "application/json-patch+json", "application/ld+json",
        "application/x-ndjson", "application/yaml", "application/octet-stream", "application/pdf",
        "application/zip", "image/png", "image/jpeg", "image/webp", "image/svg+xml",
    ]

    /// What the field of a name may hold; empty when nothing is known.
    static func values(of name: String) -> [(value: String, detail: String)] {
        switch name.lowercased() {
        case "content-type":
            return mediaTypes.map { ($0, "") }
        case "accept":
            return [("*/*", "anything")]
                + mediaTypes.filter { $0 != "multipart/form-data" }.map {
                    ($0, "")
                }
        case "authorization", "proxy-authorization":
            return [
                ("Basic USER PASSWORD", "encoded when sent"),
                ("Bearer {{token}}", "a token"),
                ("Digest USER PASSWORD", "answers a challenge"),
                ("NTLM USER PASSWORD", "answers a challenge"),
                ("Negotiate", "Kerberos, as the system is logged in"),
                ("AWS KEY SECRET region:R service:S", "a signature, version 4"),
            ]
        default:
            return (plain[name.lowercased()] ?? []).map { ($0, "") }
        }
    }

    private static let codings = ["gzip", "br", "zstd", "deflate", "identity"]

    private static let plain: [String: [String]] = [
        "accept-encoding": ["gzip, deflate, br, zstd"] + codings,
        "accept-language": ["en", "en-GB, en;q=0.8", "de", "fr", "es", "ja", "zh", "*"],
        "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached", "no-transform"],
        "connection": ["close", "keep-alive"],
        "content-encoding": codings,
        "content-disposition": ["attachment", "inline", "form-data"],
        "expect": ["100-continue"],
        "if-match": ["*"],
        "if-none-match": ["*"],
        "prefer": [
            "return=minimal", "return=representation", "respond-async", "handling=strict",
            "handling=lenient",
        ],
        "priority": ["u=0", "u=3", "u=7", "u=3, i"],
        "range": ["bytes=0-", "bytes=0-1023", "bytes=-512"],
        "sec-fetch-mode": ["cors", "navigate", "no-cors", "same-origin"],
        "te": ["trailers"],
        "upgrade-insecure-requests": ["1"],
        "x-http-method-override": ["PATCH", "PUT", "DELETE"],
        "x-requested-with": ["XMLHttpRequest"],
        "x-request-type": ["GraphQL"],
    ]
}
