/// A form of parts that is sent as `multipart/form-data`.
///
/// Parts keep their order, names may repeat, and the bytes of a part go out as they are. Names are
/// written as browsers write them.
///
/// - SeeAlso: RFC 7578; WHATWG HTML §4.10.21.8 (multipart form data).
public struct MultipartForm: Hashable, Sendable {
    /// One value of a form.
    public struct Part: Hashable, Sendable {
        /// What a part holds.
        public enum Content: Hashable, Sendable {
            /// These octets.
            case octets(Octets)
            /// What the file of this path holds; never loaded whole.
            case file(String)
            /// What a source gives while the form is sent.
            case stream(ContentStream)
        }

        /// The name of the value; names may repeat.
        public var name: String
        /// The name of the file, for parts that are one; `nil` sends none.
        public var filename: String?
        /// The media type; `nil` sends none.
        public var mediaType: String?
        /// More fields of the part, after those the form writes.
        public var fields: HTTPFields
        /// What the part holds.
        public var content: Content

        /// Creates a part; nothing is derived from the content.
        public init(
            name: String,
            filename: String? = nil,
            mediaType: String? = nil,
            fields: HTTPFields = HTTPFields(),
            content: Content
        ) {
            self.name = name
            self.filename = filename
            self.mediaType = mediaType
            self.fields = fields
            self.content = content
        }
    }

    /// What separates the parts; stands in no part.
    public let boundary: String
    /// Whether the boundary was given, so that even files are searched for it before sending.
    package let isBoundaryGiven: Bool
    /// The parts in order.
    public var parts: [Part]

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - parts: The parts in order.
    ///   - boundary: What separates them, from 1 to 70 of the characters of RFC 2046 §5.1.1; `nil`
    ///     takes a random one.
    public init(_ parts: [Part] = [], boundary: String? = nil) {
        self.parts = parts
        isBoundaryGiven = boundary != nil
        self.boundary = boundary ?? Self.randomBoundary()
    }

    /// The value of the `Content-Type` field.
    public var contentType: String {
        HTTPToken.isToken(boundary)
            ? "multipart/form-data; boundary=\(boundary)"
            : "multipart/form-data; boundary=\"\(boundary)\""
    }

    /// Whether the form can be sent a second time.
    public var isReplayable: Bool {
        parts.allSatisfy { part in
            if case .stream(let stream) = part.content { stream.isReplayable } else { true }
        }
    }

    /// Adds a text value.
    public mutating func append(name: String, value: String) {
        parts.append(Part(name: name, content: .octets(Octets(utf8: value))))
    }

    /// Adds octets; with a file name and no media type, the type of the name's extension.
    public mutating func append(
        name: String,
        octets: Octets,
        filename: String? = nil,
        mediaType: String? = nil
    ) {
        append(name, .octets(octets), filename, mediaType)
    }

    /// Adds a file, which is read while the form is sent.
    ///
    /// - Parameters:
    ///   - name: The name of the value.
    ///   - file: The file's path.
    ///   - filename: The name to send; `nil` sends the last part of the path.
    ///   - mediaType: The media type; `nil` sends the type of the file name's extension.
    public mutating func append(
        name: String,
        file: String,
        filename: String? = nil,
        mediaType: String? = nil
    ) {
        let last = file.split(separator: "/").last.map(String.init) ?? file
        append(name, .file(file), filename ?? last, mediaType)
    }

    /// Adds what a source gives while the form is sent.
    public mutating func append(
        name: String,
        stream: ContentStream,
        filename: String? = nil,
        mediaType: String? = nil
    ) {
        append(name, .stream(stream), filename, mediaType)
    }

    private mutating func append(
        _ name: String,
        _ content: Part.Content,
        _ filename: String?,
        _ mediaType: String?
    ) {
        let derived = filename.map { MediaType.essence(ofFileNamed: $0) }
        parts.append(
            Part(
                name: name,
                filename: filename,
                mediaType: mediaType ?? derived,
                content: content
            )
        )
    }

    private static func randomBoundary() -> String {
        let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
        let random = (0..<32).map { _ in letters[Int.random(in: letters.indices)] }
        return "----apus" + String(decoding: random, as: UTF8.self)
    }
}
