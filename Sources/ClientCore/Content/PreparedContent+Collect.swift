public import HTTPModel
import Synchronization

extension PreparedContent {
    /// Reads all of the content into memory, for transports that take it in one piece.
    ///
    /// - Throws: `NetworkFailure` with code `send.content` when it cannot be read, and `cancelled`
    ///   when the task was.
    public func collect() async throws(NetworkFailure) -> Octets {
        switch self {
        case .octets(let octets): octets
        case .segments(let segments): try await segments.collect()
        }
    }

    /// The content with all of it in memory.
    ///
    /// - Throws: As `collect` does.
    public func inMemory() async throws(NetworkFailure) -> PreparedContent {
        .octets(try await collect())
    }
}

extension ContentSegments {
    /// Reads all segments, one after the other.
    func collect() async throws(NetworkFailure) -> Octets {
        let collected = CollectedContent(expecting: length)
        do {
            for segment in segments { try await collected.append(segment) }
        } catch {
            if error is CancellationError { throw NetworkFailure(.cancelled, phase: .prepare) }
            let reason = String(describing: error)
            throw NetworkFailure(.sendContent, phase: .prepare, detail: reason)
        }
        return collected.octets
    }
}

/// Content on its way into memory.
private final class CollectedContent: Sendable {
    private let builder: Mutex<OctetBuilder>

    init(expecting length: Int?) {
        builder = Mutex(OctetBuilder(expecting: length))
    }

    var octets: Octets { builder.withLock { $0.snapshot() } }

    func append(_ segment: ContentSegments.Segment) async throws {
        switch segment {
        case .octets(let octets):
            append(octets)
        case .file(let file):
            try append(file)
        case .stream(let stream):
            try await stream.produce { piece in
                try Task.checkCancellation()
                self.append(piece)
            }
        }
    }

    private func append(_ octets: Octets) {
        builder.withLock { builder in
            unsafe octets.withUnsafeBytes { unsafe builder.append($0) }
        }
    }

    private func append(_ file: ContentFile) throws(ContentFileError) {
        let reader = try file.open()
        var piece = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = try reader.read(into: &piece)
            guard count > 0 else { return }
            builder.withLock { builder in
                unsafe piece.withUnsafeBytes {
                    unsafe builder.append(UnsafeRawBufferPointer(rebasing: $0[..<count]))
                }
            }
        }
    }
}

extension MultipartForm {
    /// The length of the form in bytes; `nil` when a part's is not known.
    ///
    /// - Throws: `PreparationFailure` when the form or a file of it cannot be sent.
    public func contentLength() throws(PreparationFailure) -> Int? {
        try PreparedContent.prepare(.multipart(self))?.length
    }

    /// The form as it goes out, all of it in memory.
    ///
    /// - Throws: `PreparationFailure` when the form or a part of it cannot be read.
    public func encode() async throws(PreparationFailure) -> Octets {
        let content = try PreparedContent.prepare(.multipart(self))
        do throws(NetworkFailure) {
            return try await content?.collect() ?? Octets()
        } catch {
            throw PreparationFailure(.request, detail: error.detail)
        }
    }
}
