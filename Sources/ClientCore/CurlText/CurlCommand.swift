public import HTTPModel

/// One command line of the program `curl`, read: everything it says about its requests.
///
/// Files are named and never read. Holds credentials as the text did; the description does not show
/// them.
///
/// - SeeAlso: `man curl`.
public struct CurlCommand: Hashable, Sendable {
    /// A `-H` option.
    public enum Header: Hashable, Sendable {
        /// A field; one that was given as `Name;` has an empty value.
        case field(HTTPField)
        /// `Name:`, which keeps curl from sending a field of its own.
        case removed(String)
        /// `@file`, a file with one field a line.
        case file(String)
        /// A text without a colon, which curl leaves out.
        case unusable(String)
    }

    /// Where octets come from.
    public enum Source: Hashable, Sendable {
        /// They stand in the command line.
        case octets(Octets)
        /// The content of a file; `-` is standard input.
        case file(String)
    }

    /// A piece of content.
    public struct DataPart: Hashable, Sendable {
        /// What becomes of the octets before they are sent.
        public enum Treatment: Hashable, Sendable {
            /// Nothing.
            case asIs
            /// Line breaks and NUL are left out, as `-d @file` does.
            case withoutLineBreaks
            /// They are percent-encoded, behind `name=` unless the name is empty.
            case encoded(name: String)
            /// Nothing, and no `&` goes before them, as with `--json`.
            case json
        }

        /// Where the octets come from.
        public var source: Source
        /// What becomes of them.
        public var treatment: Treatment
    }

    /// One part of multipart content.
    public struct FormPart: Hashable, Sendable {
        /// The part's name.
        public var name: String
        /// Its content.
        public var source: Source
        /// Whether it is an uploaded file and not just text.
        public var isFile: Bool
        /// The file name to send; `nil` for none, or that of the file.
        public var fileName: String?
        /// The media type to send; `nil` leaves the choice to who sends.
        public var mediaType: String?
        /// More fields of the part.
        public var fields = HTTPFields()
    }

    /// The URLs as written, in order.
    public internal(set) var urls: [String] = []
    /// Whether `{a,b}` and `[1-9]` in URLs are patterns (not with `-g`).
    public internal(set) var expandsPatterns = true
    /// The method given by `-X`, as written; `nil` when it follows from the rest.
    public internal(set) var explicitMethod: String?
    /// The `-H` options, in order.
    public internal(set) var headers: [Header] = []
    /// The pieces of content (`-d`, `--json` and their kin), in order.
    public internal(set) var data: [DataPart] = []
    /// The parts of multipart content (`-F`, `--form-string`), in order.
    public internal(set) var form: [FormPart] = []
    /// Items to add to the query (`--url-query`), in order.
    public internal(set) var queryParts: [DataPart] = []
    /// The file sent as content by `-T`.
    public internal(set) var uploadFile: String?
    /// Whether the content goes into the query (`-G`).
    public internal(set) var putsDataInQuery = false
    /// Whether only the head is asked for (`-I`).
    public internal(set) var asksForHead = false
    /// The texts of `-b` that are cookies, joined as curl does.
    public internal(set) var cookies: String?
    /// `-A`; an empty one sends no field.
    public internal(set) var userAgent: String?
    /// `-e`.
    public internal(set) var referer: String?
    /// `-r`.
    public internal(set) var range: String?
    /// `--oauth2-bearer`.
    public internal(set) var bearer: Secret?
    /// `-u` with the scheme chosen.
    public internal(set) var authentication: HTTPAuthentication?
    /// How the requests are sent.
    public internal(set) var options = RequestOptions()
    /// What could not be carried over or deserves a look, in order; holds no values of options.
    public internal(set) var notes: [String] = []
    /// What standard input holds where the text says, for `@-`.
    var input: ShellScript.Input?

    /// The method the command sends.
    public var method: String {
        if let explicitMethod { return explicitMethod }
        if asksForHead { return "HEAD" }
        if uploadFile != nil { return "PUT" }
        return (data.isEmpty || putsDataInQuery) && form.isEmpty ? "GET" : "POST"
    }

    /// The URLs that are fetched, in order, patterns such as `{a,b}` and `[1-9]` expanded.
    ///
    /// A URL whose braces or brackets make no pattern, or one of more than a thousand URLs, is there as
    /// it is written.
    public var expandedURLs: [String] {
        guard expandsPatterns else { return urls }
        return urls.flatMap { CurlGlob.expanded($0) ?? [$0] }
    }

    /// The URLs with braces or brackets that make no pattern, which curl would refuse.
    package var urlsWithoutPattern: [String] {
        expandsPatterns ? urls.filter { CurlGlob.expanded($0) == nil } : []
    }

    mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }
}

extension CurlCommand: CustomStringConvertible {
    /// The method and how many of each there are; no values.
    public var description: String {
        "curl \(method), \(urls.count) URLs, \(headers.count) fields, \(data.count) pieces of content, "
            + "\(form.count) form parts"
    }
}

/// Why a text gave no request.
public struct CurlProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a fragment without capital and full stop; holds no credential.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
