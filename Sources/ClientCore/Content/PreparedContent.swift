public import HTTPModel

/// Content ready for the wire: what it is made of is known, and its length if it can be.
public enum PreparedContent: Hashable, Sendable {
    /// Octets in memory.
    case octets(Octets)
    /// Pieces from files, sources and memory, one after the other.
    case segments(ContentSegments)

    /// The octets, when all of them are in memory.
    public var octets: Octets? {
        if case .octets(let octets) = self { octets } else { nil }
    }

    /// The length in bytes; `nil` when it is not known, so that HTTP/1.1 sends chunks.
    public var length: Int? {
        switch self {
        case .octets(let octets): octets.count
        case .segments(let segments): segments.length
        }
    }

    /// Whether the content can be sent a second time.
    public var isReplayable: Bool {
        switch self {
        case .octets: true
        case .segments(let segments): segments.isReplayable
        }
    }

    /// What a record of the request says instead of the octets; `nil` when it holds them.
    public var reference: ContentReference? {
        switch self {
        case .octets: nil
        case .segments(let segments): segments.reference
        }
    }
}

/// Content in segments, read one after the other while it is sent.
public struct ContentSegments: Hashable, Sendable {
    /// One run of bytes from one place.
    package enum Segment: Hashable, Sendable {
        /// Octets in memory.
        case octets(Octets)
        /// A file as it was when the request was prepared.
        case file(ContentFile)
        /// What a program gives.
        case stream(ContentStream)

        /// The length in bytes; `nil` when it is not known.
        var length: Int? {
            switch self {
            case .octets(let octets): octets.count
            case .file(let file): file.size
            case .stream(let stream): stream.length
            }
        }
    }

    /// The segments in order.
    package let segments: [Segment]
    /// The length of all of them in bytes; `nil` when that of one is not known.
    public let length: Int?
    /// Whether all of them can be read a second time.
    public let isReplayable: Bool
    /// What a record of the request says instead of the octets.
    public let reference: ContentReference

    package init(_ segments: [Segment], origin: ContentReference.Origin) {
        self.segments = segments
        var sum: Int? = 0
        for segment in segments {
            sum = sum.flatMap { sum in
                segment.length.flatMap { length in
                    let (next, overflow) = sum.addingReportingOverflow(length)
                    return overflow ? nil : next
                }
            }
        }
        length = sum
        isReplayable = segments.allSatisfy { segment in
            if case .stream(let stream) = segment { stream.isReplayable } else { true }
        }
        reference = ContentReference(origin, length: sum)
    }
}

extension PreparedContent {
    /// Finds out what `body` is made of; files must be there, and are not read.
    ///
    /// - Returns: `nil` when there is no content.
    /// - Throws: `PreparationFailure` with code `request` when a file cannot be sent or a form
    ///   cannot be written.
    package static func prepare(_ body: RequestBody) throws(PreparationFailure) -> PreparedContent?
    {
        switch body {
        case .none:
            return nil
        case .octets(let octets):
            return .octets(octets)
        case .file(let path):
            let file = try ContentFile.prepare(path)
            return .segments(ContentSegments([.file(file)], origin: .file(path)))
        case .multipart(let form):
            return try form.prepared()
        case .stream(let stream):
            return .segments(ContentSegments([.stream(stream)], origin: .stream))
        }
    }
}

extension ContentFile {
    fileprivate static func prepare(_ path: String) throws(PreparationFailure) -> ContentFile {
        do throws(ContentFileError) {
            return try ContentFile(path)
        } catch {
            throw PreparationFailure(.request, detail: error.description)
        }
    }
}

extension MultipartForm {
    /// The form as segments: what the form writes, and between it what the parts hold.
    fileprivate func prepared() throws(PreparationFailure) -> PreparedContent {
        if let problem { throw PreparationFailure(.request, detail: problem) }
        var segments: [ContentSegments.Segment] = []
        for (i, part) in parts.enumerated() {
            segments.append(.octets(head(ofPart: i)))
            switch part.content {
            case .octets(let octets):
                segments.append(.octets(octets))
            case .file(let path):
                let file = try ContentFile.prepare(path)
                if isBoundaryGiven, try holds(delimiter, file) {
                    let detail = "the boundary of the form stands in the file \(path)"
                    throw PreparationFailure(.request, detail: detail)
                }
                segments.append(.file(file))
            case .stream(let stream):
                segments.append(.stream(stream))
            }
        }
        segments.append(.octets(tail))
        return .segments(
            ContentSegments(segments, origin: .multipart(partCount: parts.count))
        )
    }

    private func holds(
        _ delimiter: [UInt8],
        _ file: ContentFile
    ) throws(PreparationFailure) -> Bool {
        do throws(ContentFileError) {
            return try file.holds(delimiter)
        } catch {
            throw PreparationFailure(.request, detail: error.description)
        }
    }
}
