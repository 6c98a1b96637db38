import ClientCore
import CollectionRun
import Collections
package import Documents
import HTTPModel
import Screen

/// A filter on a body: what was typed, and what it selects.
package struct BodyFilter: Equatable, Sendable {
    /// The text.
    package var text: String
    /// The evaluation that has not ended.
    package var work: WorkID?
    /// Whether the evaluation is still to be started.
    var isPending = true
    /// What was selected last; stays while a text that is not finished selects nothing.
    package var outcome: FilterOutcome?
    /// What is wrong with the text, or why it could not be evaluated.
    package var problem: String?
    /// The cursor in the body as a whole, to come back to.
    package var wholeScroll: Scroll

    /// Creates a filter that was not evaluated yet.
    package init(_ text: String, wholeScroll: Scroll) {
        self.text = text
        self.wholeScroll = wholeScroll
    }
}

/// What a filter selects.
package struct FilterOutcome: Equatable, Sendable {
    /// The selected values: one value, or one after another.
    package var document: ResponseDocument
    /// Where each selected value stands in the body; empty when the filter made them.
    package var matches: [JSONMatch]
    /// How many values were selected.
    package var count: Int
    /// Whether more was selected than is shown.
    package var isCut: Bool
    /// What is to be told about the values, such as that a number lost digits; `nil` for nothing.
    package var remark: String?

    /// Creates an outcome.
    package init(
        document: ResponseDocument,
        matches: [JSONMatch],
        count: Int,
        isCut: Bool,
        remark: String? = nil
    ) {
        self.remark = remark
        self.document = document
        self.matches = matches
        self.count = count
        self.isCut = isCut
    }
}

/// A filter to evaluate.
package struct FilterOrder: Equatable, Sendable {
    /// The text of the filter.
    package var text: String
    /// The body as a whole.
    package var document: ResponseDocument

    /// Creates an order.
    package init(text: String, document: ResponseDocument) {
        self.text = text
        self.document = document
    }

    /// Whether the text is JSONPath for a body that is JSON; jq and XPath are the program's to run.
    ///
    /// A variable of jq has its name after the dollar sign.
    package var isJSONPath: Bool {
        guard text.hasPrefix("$"), document.tape != nil else { return false }
        guard let next = text.dropFirst().first else { return true }
        return !next.isLetter && next != "_"
    }

    /// The most bytes of selected values that are shown.
    private static let byteLimit = 64 << 20
    /// The most values that are shown.
    package static let countLimit = 100_000

    /// Evaluates a JSONPath filter; other engines are the program's to run.
    ///
    /// - Parameter isCancelled: Asked now and then; once it is true, the report is of no use.
    /// - Returns: What is selected, or why nothing can be.
    package func evaluateJSONPath(isCancelled: () -> Bool = { false }) -> BodyReport {
        guard let tape = document.tape else {
            return .failed("JSONPath needs JSON; this is \(document.kind.title)")
        }
        let path: JSONPath
        do throws(JSONPathError) {
            path = try JSONPath(text)
        } catch {
            return .failed(error.description)
        }
        let (matches, count) = path.matches(
            in: tape,
            limit: Self.countLimit,
            isGivenUp: isCancelled
        )
        var shown: [JSONMatch] = []
        var bytes = 0
        for match in matches {
            bytes += match.range.count + 1
            guard bytes <= Self.byteLimit else { break }
            shown.append(match)
        }
        let document = Self.document(of: shown, in: tape.octets, count: bytes)
        return .filtered(
            FilterOutcome(
                document: document,
                matches: shown,
                count: count,
                isCut: shown.count < count
            )
        )
    }

    private static func document(
        of matches: [JSONMatch],
        in octets: Octets,
        count: Int
    ) -> ResponseDocument {
        if matches.count == 1 {
            let type = MediaType("application/json")
            return ResponseDocument(body: octets.slice(matches[0].range), mediaType: type)
        }
        var builder = OctetBuilder(expecting: count)
        for match in matches {
            octets.slice(match.range).withUnsafeBytes { builder.append($0) }
            builder.append(contentsOf: [0x0A])
        }
        return ResponseDocument(
            body: builder.snapshot(),
            mediaType: MediaType("application/x-ndjson")
        )
    }
}

extension ResponseDocument.Kind {
    /// The kind as people call it.
    package var title: String {
        switch self {
        case .json: "JSON"
        case .jsonLines: "JSON lines"
        case .xml: "XML"
        case .table: "a table"
        case .form: "a form"
        case .multipart: "multipart"
        case .events: "events"
        case .text: "text"
        case .binary: "binary"
        }
    }
}
