@testable import Documents
import HTTPModel

extension FuzzTarget {
    /// Bodies of responses that are no JSON, and what is looked for in them.
    static let documents = [
        document("csv", "text/csv", "responses/misc"),
        document("tsv", "text/tab-separated-values", "-"),
        document("form", "application/x-www-form-urlencoded", "-"),
        document("xml", "application/xml", "responses/xml responses/soap"),
        document("html", "text/html", "responses/html"),
        document("multipart", "multipart/mixed; boundary=b", "-"),
        document("events", "text/event-stream", "responses/sse"),
        document("ndjson", "application/x-ndjson", "responses/ndjson"),
        document("text", nil, "responses/html responses/xml responses/encodings"),
        document("json-view", "application/json", "responses/problem responses/jsonrpc"),
        FuzzTarget(name: "charset", maxLength: 512, seeds: "responses/encodings", run: charset),
        FuzzTarget(name: "regex", maxLength: 256, run: expression),
        FuzzTarget(name: "diff", maxLength: 1024, run: difference),
    ]

    private static func document(_ name: String, _ type: String?, _ seeds: String) -> FuzzTarget {
        FuzzTarget(name: name, maxLength: 1024, seeds: seeds) { bytes in
            let document = ResponseDocument(
                body: Octets(bytes),
                mediaType: type.flatMap { MediaType($0) }
            )
            look(at: document)
            look(at: document.wrapping(columns: 20))
            for mode in ResponseDocument.Mode.allCases {
                look(at: document.changing(mode: mode))
                look(at: document.changing(mode: mode).wrapping(columns: 7))
            }
            renderPlainText(document) { _ in }
            renderPlainText(document, isExact: false) { _ in }
        }
    }

    /// Looks at every row, folds some, and looks again.
    private static func look(at original: ResponseDocument) {
        var document = original
        for round in 0..<3 {
            for index in 0..<document.rowCount {
                let row = document.row(index)
                hold(row.byteRange.upperBound <= document.content.count, "rows lie in the content")
                for span in row.spans {
                    hold(
                        (span.byteRange?.upperBound ?? 0) <= document.content.count,
                        "spans lie in the content"
                    )
                }
                _ = document.path(atRow: index)
                if let range = document.valueRange(atRow: index) {
                    hold(range.upperBound <= document.content.count, "values lie in the content")
                }
                let outer = document.enclosingRow(of: index)
                hold((outer ?? -1) < index, "what encloses a row stands before it")
            }
            guard document.rowCount > 0 else { return }
            for offset in [0, document.content.count / 2, document.content.count] {
                let row = document.row(containing: offset)
                hold((0..<document.rowCount).contains(row), "every offset is in a row")
                let revealed = document.reveal(offset: offset)
                hold((0..<document.rowCount).contains(revealed), "every offset can be shown")
            }
            if round == 0 {
                document.foldAll()
            } else {
                document.toggleFold(atRow: document.rowCount / 2)
            }
        }
    }

    private static let labels = [
        "utf-8", "utf-16", "utf-16le", "utf-16be", "utf-32", "iso-8859-1", "windows-1252",
        "shift_jis", "euc-jp", "gb18030", "big5", "koi8-r", "iso-2022-jp", "utf-7",
    ]

    private static func charset(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let label = labels[pieces.below(labels.count)]
        let octets = Octets(pieces.bytes)
        _ = TextCharset.detect(octets, mediaType: nil)
        let document = ResponseDocument(
            body: octets,
            mediaType: MediaType("text/plain; charset=" + label)
        )
        if document.conversion != nil {
            hold(document.content.validText != nil, "what was converted is UTF-8")
        }
        hold((document.firstUndecodable ?? 0) <= octets.count, "a fault lies in the body")
        look(at: document)
    }

    private static func expression(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let pattern = pieces.text()
        let octets = Octets(pieces.bytes)
        for isCaseSensitive in [true, false] {
            guard
                let search = try? DocumentSearch(
                    pattern,
                    isRegularExpression: true,
                    isCaseSensitive: isCaseSensitive
                )
            else { return }
            let matches = search.matches(in: octets, limit: 100)
            var end = 0
            for match in matches {
                hold(match.lowerBound >= end && !match.isEmpty, "matches follow one another")
                end = match.upperBound
            }
            hold(end <= octets.count, "matches lie in the text")
            hold(search.first(in: octets) == matches.first, "the first match is the first")
        }
    }

    private static func difference(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let old = JSONTape(Octets(pieces.part()))
        let new = JSONTape(Octets(pieces.bytes))
        let diff = DocumentDiff(old, new)
        for index in 0..<diff.rowCount { _ = diff.row(index) }
        if old.fault == nil, new.fault == nil {
            let back = DocumentDiff(new, old)
            hold(diff.isEmpty == back.isEmpty, "a difference is one both ways")
        }
        hold(DocumentDiff(old, old).isEmpty, "nothing differs from itself")
        if let first = try? JSONValue(parsing: old.octets),
            let second = try? JSONValue(parsing: new.octets)
        {
            let (one, other) = (Shape(of: first), Shape(of: second))
            hold(one.differences(to: one).isEmpty, "a shape fits itself")
            hold(
                one.merged(with: other).merged(with: other).differences(
                    to: one.merged(with: other)
                ).isEmpty,
                "what was merged is merged"
            )
        }
    }
}
