import HTTPModel

/// Reads the segments of a request's content one after the other, without ever waiting.
///
/// Used by one thread. A file is open only while it is read, and a source runs only then.
final class ContentFeed {
    /// What the reader gets.
    enum Reading: Equatable {
        /// So many bytes were written, above 0.
        case bytes(Int)
        /// Nothing is there yet; `wake` is called when there is.
        case wait
        /// All was read.
        case end
        /// The content cannot be had; the reason as a fragment.
        case failure(String)
    }

    private enum Place {
        case none
        case octets(Octets)
        case file(ContentFileReader)
        case stream(ContentPipe, Task<Void, Never>, length: Int?)
    }

    private let content: ContentSegments
    private let wake: @Sendable () -> Void
    private var index = 0
    private var place = Place.none
    /// How many bytes of the present segment were read.
    private var offset = 0
    /// How many bytes were read since the start.
    private(set) var byteCount = 0
    /// Whether all was read.
    private(set) var isAtEnd = false
    /// Why the content cannot be had; told after the bytes that came before.
    private var failure: String?

    /// Starts before the first byte; nothing is opened yet.
    ///
    /// - Parameters:
    ///   - content: What to read.
    ///   - wake: Called on any thread when a reader that was told to wait can go on.
    init(_ content: ContentSegments, wake: @escaping @Sendable () -> Void) {
        self.content = content
        self.wake = wake
    }

    deinit { leave() }

    /// Reads the next bytes into `buffer`, which has room for one at least.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        var filled = 0
        while filled < buffer.count {
            if let failure { return filled > 0 ? .bytes(filled) : .failure(failure) }
            guard content.segments.indices.contains(index) else {
                isAtEnd = true
                return filled > 0 ? .bytes(filled) : .end
            }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch unsafe readSegment(into: rest) {
            case .bytes(let count):
                filled += count
                byteCount += count
            case .end:
                leave()
                index += 1
            case .wait:
                return filled > 0 ? .bytes(filled) : .wait
            case .failure(let reason):
                failure = reason
            }
        }
        // Whether that was all is said with the last byte, not with the next call.
        if let length = content.length, byteCount == length, !hasStreamLeft { isAtEnd = true }
        return .bytes(filled)
    }

    /// Starts again at the first byte.
    ///
    /// - Returns: Whether the content can be read again.
    func rewind() -> Bool {
        guard byteCount > 0 || index > 0 else { return true }
        guard content.isReplayable else { return false }
        leave()
        (index, byteCount, isAtEnd) = (0, 0, false)
        return true
    }

    private var hasStreamLeft: Bool {
        content.segments[min(index, content.segments.count)...].contains { segment in
            if case .stream = segment { true } else { false }
        }
    }

    private func leave() {
        if case .stream(let pipe, let task, _) = place {
            pipe.close()
            task.cancel()
        }
        place = .none
        offset = 0
    }

    private func readSegment(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
        do throws(ContentFileError) {
            if case .none = place { try enter(content.segments[index]) }
            switch place {
            case .none:
                return .end
            case .octets(let octets):
                let piece = octets.slice(offset..<octets.count).slice(0..<buffer.count)
                guard !piece.isEmpty else { return .end }
                unsafe piece.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
                offset += piece.count
                return .bytes(piece.count)
            case .file(let reader):
                let count = try unsafe reader.read(into: buffer)
                return count == 0 ? .end : .bytes(count)
            case .stream(let pipe, _, let length):
                return unsafe checked(pipe.read(into: buffer), length: length)
            }
        } catch {
            return .failure(error.description)
        }
    }

    private func enter(_ segment: ContentSegments.Segment) throws(ContentFileError) {
        switch segment {
        case .octets(let octets):
            place = .octets(octets)
        case .file(let file):
            place = .file(try file.open())
        case .stream(let stream):
            let pipe = ContentPipe(wake: wake)
            let task = Task {
                do {
                    try await stream.produce { try await pipe.write($0) }
                    pipe.finish()
                } catch {
                    pipe.finish(failure: String(describing: error))
                }
            }
            place = .stream(pipe, task, length: stream.length)
        }
    }

    /// Holds a source to the length it announced.
    private func checked(_ reading: ContentPipe.Reading, length: Int?) -> Reading {
        switch reading {
        case .bytes(let count):
            offset += count
            guard let length, offset > length else { return .bytes(count) }
            return .failure("the source gave more than the \(length) bytes it announced")
        case .wait:
            return .wait
        case .end:
            guard let length, offset < length else { return .end }
            return .failure("the source gave \(offset) of the \(length) bytes it announced")
        case .failure(let reason):
            return .failure("the source failed: \(reason)")
        }
    }
}

@available(*, unavailable)
extension ContentFeed: Sendable {}
