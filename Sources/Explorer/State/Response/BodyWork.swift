import ClientCore
import CollectionRun
import Collections
package import Documents
package import HTTPModel
import Screen

/// Work on a body that may take long: done at once on a small one, else by the program.
package enum BodyWork: Equatable, Sendable {
    /// Look for something; reports `matched` first, then `found` until it is complete.
    case search(SearchOrder)
    /// Evaluate a filter, jq and XPath by the program's libraries; reports `filtered` or `failed`.
    case filter(FilterOrder)
    /// Read the whole of a body of which the head is laid out, with an index of its structure or as text;
    /// reports `reading` now and then, and at the end `read`.
    case read(ResponseDocument, isIndexed: Bool)
    /// Find the first value of a path; reports `located`.
    case locate(JSONPath, ResponseDocument)
    /// Make the text of a part of a body to copy; reports `copied` or `failed`.
    case copy(CopyOrder)
    /// Lay the body out anew; reports `reshaped`.
    case reshape(ResponseDocument, BodyShape)
    /// Compare two bodies; reports `compared`.
    case compare(ComparisonOrder)
    /// Find the fixture that answers the request; reports `fixture` or `failed`.
    case loadFixture(FixtureOrder)
    /// Write the bytes to a file; reports `saved`, `fileExists` or `failed`.
    case save(BodyFile)
    /// Draw an image with the characters of so many cells; reports `picture` or `failed`.
    case draw(Octets, rows: Int, columns: Int)
}

/// What became of work on a body.
package enum BodyReport: Equatable, Sendable {
    /// The first match from the cursor on; `nil` when there is none anywhere.
    case matched(Range<Int>?)
    /// More matches, in order, and whether these are the last.
    case found([Range<Int>], isComplete: Bool)
    /// What a filter selects.
    case filtered(FilterOutcome)
    /// How many bytes of a body were read so far.
    case reading(Int)
    /// A body of which all was read.
    case read(ResponseDocument)
    /// Where the value of a path stands; `nil` when there is none.
    case located(Range<Int>?)
    /// A text to put on the clipboard.
    case copied(String)
    /// The body in another layout.
    case reshaped(ResponseDocument)
    /// What is different.
    case compared(BodyDifference)
    /// The fixture that answers the request.
    case fixture(ComparedBody, volatilePaths: [String])
    /// The body was written to this file.
    case saved(BodyFile)
    /// Nothing was written: the file is there already.
    case fileExists(BodyFile)
    /// The rows of a picture, from top to bottom.
    case picture([String])
    /// It could not be done, and why, as a fragment.
    case failed(String)
}

/// How a body is to be laid out; `nil` leaves a thing as it is.
package struct BodyShape: Equatable, Sendable {
    /// The layout.
    package var mode: ResponseDocument.Mode?
    /// The charset; the outer `nil` leaves it, the inner one lets the body say it.
    package var charset: TextCharset??
    /// The columns to wrap lines of text at; the inner `nil` leaves them long.
    package var wrapColumns: Int??
    /// What the sender says the body is.
    package var mediaType: MediaType?

    /// Creates a shape that changes nothing.
    package init() {}

    /// This shape with what `later` changes beside it or instead.
    func merging(_ later: BodyShape) -> BodyShape {
        var merged = self
        merged.mode = later.mode ?? mode
        merged.charset = later.charset ?? charset
        merged.wrapColumns = later.wrapColumns ?? wrapColumns
        merged.mediaType = later.mediaType ?? mediaType
        return merged
    }

    /// The body in this shape.
    package func apply(to document: ResponseDocument) -> ResponseDocument {
        var shaped = document
        if let charset {
            shaped = ResponseDocument(
                body: document.body,
                mediaType: mediaType,
                mode: mode ?? document.mode,
                charset: charset
            )
            if let columns = document.wrapColumns { shaped = shaped.wrapping(columns: columns) }
        } else if let mode {
            shaped = shaped.changing(mode: mode)
        }
        if let wrapColumns { shaped = shaped.wrapping(columns: wrapColumns) }
        return shaped
    }
}

/// A body to write to a file.
package struct BodyFile: Equatable, Sendable {
    /// The file as typed; `~` is the home folder.
    package var path: String
    /// The bytes, exactly as they came, content codings removed.
    package var bytes: Octets
    /// Whether a file that is there may be replaced.
    package var replaces: Bool

    /// Creates a file to write.
    package init(path: String, bytes: Octets, replaces: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.replaces = replaces
    }
}

extension BodyWork {
    /// Does work that touches nothing but values; what needs files or programs reports `failed`.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked now and then; when true, nothing more is reported.
    ///   - report: Takes what became of it, piece by piece.
    package func perform(isCancelled: () -> Bool = { false }, report: (BodyReport) -> Void) {
        switch self {
        case .search(let order):
            perform(order, isCancelled, report)
        case .filter(let order):
            report(
                order.isJSONPath
                    ? order.evaluateJSONPath(isCancelled: isCancelled)
                    : .failed("this needs a library of filters")
            )
        case .read(let head, let isIndexed):
            Self.read(head, isIndexed, isCancelled, report)
        case .locate(let path, let document):
            let found = document.tape.map { tape in
                path.matches(in: tape, limit: 1, isGivenUp: isCancelled).first
            }
            report(.located(found?.first?.range))
        case .copy(let order):
            report(order.text.map { .copied($0) } ?? .failed("There is no text to copy here."))
        case .reshape(let document, let shape):
            report(.reshaped(shape.apply(to: document)))
        case .compare(let order):
            report(.compared(order.compare()))
        case .loadFixture, .save, .draw:
            report(.failed("this needs files or another program"))
        }
    }

    /// Thrown to end the reading of a body that nobody wants any more.
    private struct GivenUp: Error {}

    /// How many bytes are read between two reports, each of which is drawn.
    private static let reportedLength = 16 << 20

    private static func read(
        _ head: ResponseDocument,
        _ isIndexed: Bool,
        _ isCancelled: () -> Bool,
        _ report: (BodyReport) -> Void
    ) {
        var nextReport = 0
        let whole = try? head.reading(isIndexed: isIndexed) { byteCount throws(GivenUp) in
            if isCancelled() { throw GivenUp() }
            guard byteCount >= nextReport else { return }
            nextReport = byteCount + reportedLength
            report(.reading(byteCount))
        }
        if let whole { report(.read(whole)) }
    }

    private func perform(
        _ order: SearchOrder,
        _ isCancelled: () -> Bool,
        _ report: (BodyReport) -> Void
    ) {
        let first = order.search.firstAround(
            order.start,
            in: order.octets,
            isCancelled: isCancelled
        )
        guard !isCancelled() else { return }
        report(.matched(first))
        guard first != nil else {
            report(.found([], isComplete: true))
            return
        }
        order.search.scan(
            order.octets,
            limit: SearchOrder.matchLimit,
            isCancelled: isCancelled
        ) { report(.found($0, isComplete: false)) }
        guard !isCancelled() else { return }
        report(.found([], isComplete: true))
    }

    /// The bytes that have to be looked at, which say whether it can be done at once; `nil` when it
    /// needs files or another program.
    package var byteCount: Int? {
        switch self {
        case .search(let order): order.octets.count
        case .filter(let order):
            order.isJSONPath ? order.document.content.count : nil
        case .reshape(let document, _), .locate(_, let document): document.content.count
        case .copy(let order): order.byteCount
        case .read: nil
        case .compare(let order): order.old.content.count + order.new.content.count
        case .loadFixture, .save, .draw: nil
        }
    }

    /// Up to so many bytes, work is done at once: it takes less time than drawing the screen.
    package static let smallByteCount = 256 << 10
}
