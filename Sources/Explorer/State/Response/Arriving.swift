import ClientCore
import CollectionRun
import Collections
package import Documents
import HTTPModel
import Screen

/// A body that is arriving: how fast, and its beginning.
package struct Arriving: Equatable, Sendable {
    /// The beginning of the body, or of a stream its end, laid out.
    package private(set) var document: ResponseDocument?
    /// How many rows there are to show.
    package var rowCount: Int { document?.rowCount ?? 0 }
    /// Where `document` starts in the body, in bytes.
    package private(set) var firstByte = 0
    /// How many bytes of the body are laid out.
    private var laidCount = 0
    /// How many bytes of the body came.
    package private(set) var byteCount = 0
    /// The cursor in `document`; `nil` while it follows the newest row.
    package var scroll: Scroll?
    /// What came lately: times since the exchange began with bytes received by then, oldest first.
    private var samples: [Sample] = []

    private struct Sample: Equatable, Sendable {
        var time: Duration
        var byteCount: Int
    }

    /// The most bytes that are laid out, so that the screen never holds up the transfer.
    private static let previewLimit = 64 << 10
    /// The time that the rate is measured over.
    private static let rateSpan = Duration.milliseconds(1_500)

    /// Creates the state before any content came.
    package init() {}

    /// Whether the newest rows matter more than the first: events, JSON lines.
    package private(set) var isStream = false

    /// Bytes a second lately; `nil` until there is something to measure.
    package var bytesPerSecond: Int? {
        guard let first = samples.first, let last = samples.last else { return nil }
        let span = last.time - first.time
        guard span >= .milliseconds(100), last.byteCount > first.byteCount else { return nil }
        return Int(Double(last.byteCount - first.byteCount) / (span / .seconds(1)))
    }

    /// How much of the body is laid out and what is not.
    package var note: String {
        let shown = laidCount
        if shown >= byteCount { return "arriving" }
        let size = Formatting.bytes(shown)
        return isStream ? "the last \(size), arriving" : "the first \(size), arriving"
    }

    /// Takes note that time went by and nothing came: what came long ago says nothing of the rate now.
    mutating func noteSilence(at time: Duration) {
        guard let last = samples.last, time - last.time > Self.rateSpan else { return }
        samples = [Sample(time: time, byteCount: last.byteCount)]
    }

    /// Takes note of what came.
    mutating func note(_ progress: HopProgress, at time: Duration) {
        measure(progress.bytesReceived, at: time)
        guard let body = progress.partialBody, !body.isEmpty else { return }
        // Another attempt or hop begins anew.
        if body.count < byteCount { self = Arriving() }
        guard body.count != byteCount || document == nil else { return }
        byteCount = body.count
        let mediaType = progress.head?.mediaType
        isStream = mediaType.map(Self.isStreamed) ?? false
        let isWhole = laidCount >= Self.previewLimit
        guard isStream || !isWhole else { return }
        firstByte = isStream ? Self.start(of: body) : 0
        let end = min(body.count, firstByte + Self.previewLimit)
        laidCount = end - firstByte
        lay(body.slice(firstByte..<end), mediaType)
    }

    /// Lays out a part of a body; where it breaks off is no fault of it.
    private mutating func lay(_ part: Octets, _ mediaType: MediaType?) {
        document = ResponseDocument(headOf: part, mediaType: mediaType, byteCount: part.count)
    }

    private static func isStreamed(_ type: MediaType) -> Bool {
        type.essence == "text/event-stream"
            || ["x-ndjson", "ndjson", "jsonl", "json-seq"].contains(type.subtype)
    }

    /// The start of a line that leaves as much of the end as is laid out.
    private static func start(of body: Octets) -> Int {
        guard body.count > previewLimit else { return 0 }
        let first = body.count - previewLimit
        let line = body[first...].firstIndex(of: 0x0A)
        return line.map { $0 + 1 } ?? first
    }

    private mutating func measure(_ byteCount: Int, at time: Duration) {
        if let last = samples.last, byteCount < last.byteCount { samples = [] }
        samples.append(Sample(time: time, byteCount: byteCount))
        while samples.count > 2, time - samples[1].time > Self.rateSpan { samples.removeFirst() }
    }
}
