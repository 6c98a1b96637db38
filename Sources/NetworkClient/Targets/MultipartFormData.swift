public import Foundation

/// One part of a form that is sent as `multipart/form-data`.
public struct MultipartFormData: Sendable {
    /// Where the content of a part comes from.
    public enum FormDataProvider: Sendable {
        /// These bytes.
        case data(Data)
        /// A file, read while the form is sent.
        case file(URL)
        /// A stream of this many bytes, made anew each time the form is sent.
        case stream(@Sendable () -> InputStream, UInt64)
    }

    /// Where the content comes from.
    public var provider: FormDataProvider
    /// The name of the value; names may repeat.
    public var name: String
    /// The name of the file; `nil` sends that of a file, and none for bytes and streams.
    public var fileName: String?
    /// The media type; `nil` sends that of the file name's extension, if there is a file name.
    public var mimeType: String?

    /// Creates a part.
    public init(
        provider: FormDataProvider,
        name: String,
        fileName: String? = nil,
        mimeType: String? = nil
    ) {
        self.provider = provider
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
    }
}

extension MultipartForm {
    /// A form of these parts, in their order.
    init(_ parts: [MultipartFormData]) {
        self.init()
        for part in parts {
            switch part.provider {
            case .data(let data):
                append(
                    name: part.name,
                    octets: data.octets,
                    filename: part.fileName,
                    mediaType: part.mimeType
                )
            case .file(let url):
                append(
                    name: part.name,
                    file: url.path(percentEncoded: false),
                    filename: part.fileName,
                    mediaType: part.mimeType
                )
            case .stream(let makeStream, let length):
                append(
                    name: part.name,
                    stream: ContentStream(length: Int(clamping: length)) {
                        InputStreamPieces(makeStream: makeStream)
                    },
                    filename: part.fileName,
                    mediaType: part.mimeType
                )
            }
        }
    }
}

extension ContentStream {
    /// Creates content from a source that gives a new sequence each time.
    fileprivate init(
        length: Int,
        _ makePieces: @escaping @Sendable () -> InputStreamPieces
    ) {
        self.init(length: length, replaying: makePieces)
    }
}

/// What a stream of Foundation gives, piece by piece.
private struct InputStreamPieces: AsyncSequence, Sendable {
    /// Why a stream gives nothing more before its end.
    struct ReadError: Error, CustomStringConvertible {
        let reason: String
        var description: String { "the stream cannot be read: \(reason)" }
    }

    struct Iterator: AsyncIteratorProtocol {
        let stream: InputStream
        var isOpen = false

        mutating func next() async throws -> Octets? {
            if !isOpen {
                stream.open()
                isOpen = true
            }
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = stream.read(&piece, maxLength: piece.count)
            guard count != 0 else {
                stream.close()
                return nil
            }
            guard count > 0 else {
                stream.close()
                throw ReadError(reason: stream.streamError?.localizedDescription ?? "unknown")
            }
            return Octets(piece[..<count])
        }
    }

    let makeStream: @Sendable () -> InputStream

    func makeAsyncIterator() -> Iterator { Iterator(stream: makeStream()) }
}
