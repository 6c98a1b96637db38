package import HTTPModel

/// A saved request with all templates filled in, ready to be sent.
package struct ResolvedRequest: Sendable, Equatable {
    /// What to send.
    package var request: HTTPRequest
    /// The credential the pipeline is to add.
    package var token: Token?
    /// Where each part and each variable in it came from, in the order of the file.
    package var origins: [ValueOrigin]
    /// Values that must not be shown or written, without duplicates; none is empty.
    package var secrets: [String]
    /// The conditions, their expected values filled in.
    package var assertions: [Assertion]
    /// What to keep from the response.
    package var captures: [Capture]
    /// Whether resolving again gives the same, unless a variable named in `origins` is captured or
    /// asked for meanwhile: nothing was made up, read from a file, or taken from what a run brings.
    package var isSettled: Bool
    /// The request as it may be shown when secrets too short to be looked for are in it; `nil` when none are.
    package var disguise: DisguisedRequest?
}

extension ResolvedRequest {
    /// Creates a resolved request.
    package init(
        request: HTTPRequest,
        token: Token? = nil,
        origins: [ValueOrigin] = [],
        secrets: [String] = [],
        assertions: [Assertion] = [],
        captures: [Capture] = [],
        isSettled: Bool = false
    ) {
        self.init(
            request: request,
            token: token,
            origins: origins,
            secrets: secrets,
            assertions: assertions,
            captures: captures,
            isSettled: isSettled,
            disguise: nil
        )
    }
}

/// Where a part of a request came from.
package struct ValueOrigin: Sendable, Hashable {
    /// A part of a request.
    package enum Part: Sendable, Hashable, CustomStringConvertible {
        /// The method.
        case method
        /// The target URI.
        case target
        /// The field of this name.
        case field(String)
        /// The content.
        case body
        /// The token.
        case token
        /// An expected value.
        case assertion

        /// The part's name for people.
        package var description: String {
            switch self {
            case .method: "method"
            case .target: "URL"
            case .field(let name): "field \(name)"
            case .body: "body"
            case .token: "token"
            case .assertion: "assertion"
            }
        }
    }

    /// What a value came from.
    enum Source: Sendable, Hashable {
        /// A place in a file; its text is only made when somebody asks for it.
        case place(file: String, TextLocation)
        /// Anything, in words.
        case words(String)
    }

    /// The part of the request.
    package var part: Part
    /// The variable, for a value within the part; `nil` for the part as a whole.
    package var variable: String?
    /// The value; `•••` in place of secrets.
    package var text: String
    /// What it came from.
    var origin: Source

    /// Whether the text only says how large the content is.
    var isSize: Bool { part == .body && variable == nil }
}

extension ValueOrigin {
    /// Creates an origin.
    package init(part: Part, variable: String? = nil, text: String, source: String) {
        self.init(part: part, variable: variable, text: text, origin: .words(source))
    }

    /// Where it came from: `bookings.http:3:1`, `environment local, http-client.env.json:4:5`, ….
    package var source: String {
        switch origin {
        case .place(let file, let location): "\(file):\(location)"
        case .words(let text): text
        }
    }
}
