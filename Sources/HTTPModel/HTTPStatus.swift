/// A status code, such as 404.
///
/// - SeeAlso: RFC 9110 §15.
public struct HTTPStatus: RawRepresentable, Hashable, Comparable, Sendable {
    /// The code; servers do send codes outside 100…599, so any number is kept.
    public let rawValue: Int

    /// Creates a status from its code.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Creates a status from its code.
    public init(_ code: Int) {
        rawValue = code
    }

    /// The class that the first digit gives.
    public enum Kind: Sendable {
        /// 1xx: interim.
        case informational
        /// 2xx.
        case successful
        /// 3xx.
        case redirection
        /// 4xx.
        case clientError
        /// 5xx.
        case serverError
        /// Outside 100…599.
        case invalid
    }

    /// The class of the status.
    public var kind: Kind {
        switch rawValue {
        case 100..<200: .informational
        case 200..<300: .successful
        case 300..<400: .redirection
        case 400..<500: .clientError
        case 500..<600: .serverError
        default: .invalid
        }
    }

    /// The reason phrase registered for the code, or an empty text when none is.
    public var reasonPhrase: String {
        Self.reasonPhrases[rawValue] ?? ""
    }

    /// Orders by code.
    public static func < (left: HTTPStatus, right: HTTPStatus) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Codes that have a registered reason phrase, ascending.
    public static var registered: [HTTPStatus] {
        reasonPhrases.keys.sorted().map { HTTPStatus($0) }
    }

    /// The IANA registry of status codes, as of 2025.
    private static let reasonPhrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information",
        204: "No Content", 205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
        208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 305: "Use Proxy", 307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden",
        404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content",
        423: "Locked", 424: "Failed Dependency", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
        506: "Variant Also Negotiates", 507: "Insufficient Storage", 508: "Loop Detected",
        511: "Network Authentication Required",
    ]
}

extension HTTPStatus: CustomStringConvertible {
    /// The code and its reason phrase, such as `404 Not Found`.
    public var description: String {
        let phrase = reasonPhrase
        return String(capacity: phrase.utf8.count + 21) { text in
            text.append(decimal: rawValue)
            guard !phrase.isEmpty else { return }
            text.append(ascii: " ")
            text.append(phrase)
        }
    }
}

/// The version of HTTP a message was sent in.
public enum HTTPVersion: String, Hashable, Sendable, CaseIterable {
    /// HTTP/1.0.
    case http1_0 = "HTTP/1.0"
    /// HTTP/1.1.
    case http1_1 = "HTTP/1.1"
    /// HTTP/2.
    case http2 = "HTTP/2"
    /// HTTP/3.
    case http3 = "HTTP/3"
}
