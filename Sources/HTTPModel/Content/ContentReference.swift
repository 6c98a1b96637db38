/// Content that a record of a request does not hold: where it came from, and how long it was.
public struct ContentReference: Hashable, Sendable {
    /// Where content comes from.
    public enum Origin: Hashable, Sendable {
        /// The file of this path.
        case file(String)
        /// A form of so many parts.
        case multipart(partCount: Int)
        /// A source that the program gave.
        case stream
    }

    /// Where the content came from.
    public var origin: Origin
    /// Its length in bytes; `nil` when it was not known before it was sent.
    public var length: Int?

    /// Creates a reference.
    public init(_ origin: Origin, length: Int?) {
        self.origin = origin
        self.length = length
    }
}

extension ContentReference: CustomStringConvertible {
    /// The origin and the length, such as `file photo.jpg, 1234 bytes`.
    public var description: String {
        let size = length.map { ", \($0) bytes" } ?? ", of unknown length"
        return switch origin {
        case .file(let path): "file \(path)\(size)"
        case .multipart(let count): "form of \(count) \(count == 1 ? "part" : "parts")\(size)"
        case .stream: "stream\(size)"
        }
    }
}
