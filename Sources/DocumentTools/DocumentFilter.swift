package import Documents
import HTTPModel

/// An expression that selects from a document: JSONPath, jq or XPath.
package enum DocumentFilter: Sendable, Equatable {
    /// A JSONPath query: `$`, `$.a`, `$[0]`.
    case jsonPath(JSONPath)
    /// A jq program.
    case jq(JQFilter)
    /// An XPath expression.
    case xPath(XPathQuery)

    /// What lines of JSON are.
    static let jsonLinesType = MediaType("application/x-ndjson")

    /// Reads an expression for a document.
    ///
    /// For XML and HTML it is XPath. For anything else it is JSONPath when it begins as one: with `$` that
    /// no name follows; and jq otherwise.
    ///
    /// - Parameters:
    ///   - text: The expression.
    ///   - kind: What the document is.
    /// - Throws: `FilterError` with code `.expression` and the place, or `.library`.
    package init(_ text: String, for kind: ResponseDocument.Kind) throws(FilterError) {
        if kind == .xml && !text.hasPrefix("$") {
            self = .xPath(try XPathQuery(text))
        } else if Self.isJSONPath(text) {
            do throws(JSONPathError) {
                self = .jsonPath(try JSONPath(text))
            } catch {
                let place = TextLocation(line: 1, column: error.column)
                throw FilterError(.expression, at: place, error.detail)
            }
        } else {
            self = .jq(try JQFilter(text))
        }
    }

    /// Whether an expression is JSONPath; a variable of jq has its name after the dollar sign.
    package static func isJSONPath(_ text: String) -> Bool {
        guard text.hasPrefix("$") else { return false }
        guard let next = text.dropFirst().first else { return true }
        return !next.isLetter && next != "_"
    }

    /// The name of the language: `JSONPath`, `jq` or `XPath`.
    package var language: String {
        switch self {
        case .jsonPath: "JSONPath"
        case .jq: "jq"
        case .xPath: "XPath"
        }
    }

    /// What the expression gives for a document.
    ///
    /// Takes as long as it takes; meant for a thread of its own.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - limit: The most values.
    ///   - cancellation: Ends jq and XPath from another thread.
    /// - Returns: The values, and what is to be told about them.
    package func apply(
        to document: ResponseDocument,
        limit: Int = .max,
        cancellation: FilterCancellation? = nil
    ) -> FilteredContent {
        switch self {
        case .jsonPath(let path):
            Self.select(path, in: document.tape ?? JSONTape(document.content), limit)
        case .jq(let filter):
            filter.values(
                in: document.tape ?? JSONTape(document.content),
                limit: limit,
                cancellation: cancellation
            )
        case .xPath(let query):
            query.values(
                in: document.content,
                isHTML: document.isHTML,
                limit: limit,
                cancellation: cancellation
            )
        }
    }

    private static func select(_ path: JSONPath, in tape: JSONTape, _ limit: Int) -> FilteredContent
    {
        let values = path.matches(in: tape).prefix(limit).map { match in
            FilteredValue(.json, octets: tape.octets.slice(match.range), text: match.stringValue)
        }
        var content = FilteredContent(values: values, mediaType: jsonLinesType)
        if let fault = tape.fault {
            content.error = FilterError(.document, "the document is not JSON at \(fault)")
        }
        return content
    }
}

/// Filters a document by an expression, JSONPath, jq or XPath by its form and the document.
///
/// - Parameters:
///   - document: The document.
///   - expression: The expression.
///   - limit: The most values.
///   - cancellation: Ends it from another thread.
/// - Returns: What it gives; an expression that is wrong gives its error.
package func filterDocument(
    _ document: ResponseDocument,
    by expression: String,
    limit: Int = .max,
    cancellation: FilterCancellation? = nil
) -> FilteredContent {
    do throws(FilterError) {
        let filter = try DocumentFilter(expression, for: document.kind)
        return filter.apply(to: document, limit: limit, cancellation: cancellation)
    } catch {
        return FilteredContent(mediaType: nil, error: error)
    }
}
