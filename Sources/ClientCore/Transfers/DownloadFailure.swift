public import HTTPModel

/// Why a download has no file.
public struct DownloadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The request cannot be made ready; nothing was sent.
        case request(PreparationFailure)
        /// No whole content came, or it could not be stored.
        case network(NetworkFailure)
        /// A response came that is not to be stored: by the validator of the client, or because it is a
        /// part nobody asked for; its body has the first 64 KiB.
        case status(HTTPResponse)
    }

    /// The kind of fault.
    public var code: Code
    /// How to go on later, with what was received and is kept until then.
    ///
    /// `nil` when that is impossible.
    public var resumeToken: ResumeToken?
    /// The exchange that ended it, without content; `nil` when there was none.
    public var exchange: Exchange?

    /// Creates a failure.
    public init(_ code: Code, resumeToken: ResumeToken? = nil, exchange: Exchange? = nil) {
        self.code = code
        self.resumeToken = resumeToken
        self.exchange = exchange
    }

    /// The network's failure; `nil` for the other kinds.
    public var networkFailure: NetworkFailure? {
        if case .network(let failure) = code { failure } else { nil }
    }

    /// What is wrong.
    public var description: String {
        switch code {
        case .request(let failure): failure.description
        case .network(let failure): failure.description
        case .status(let response): "the server answered \(response.status.rawValue)"
        }
    }
}
