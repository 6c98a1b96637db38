import Documents
package import HTTPModel

/// An XPath expression.
///
/// Runs in libxml2, which is opened at first use. The prefixes that a document declares are known, and `_`
/// stands for the namespace that is its default. Elements of XML come as the document's own bytes,
/// attributes and text as what they say.
///
/// - SeeAlso: XPath 1.0.
package struct XPathQuery: Sendable, Equatable {
    /// The expression.
    package let text: String

    /// Reads an expression.
    ///
    /// - Throws: `FilterError` with code `.expression` and the place, or `.library`.
    package init(_ text: String) throws(FilterError) {
        self.text = text
        try XPathDocument.check(text)
    }

    /// The nodes that the expression selects in document order, or its one value.
    ///
    /// - Parameters:
    ///   - octets: The document in UTF-8.
    ///   - isHTML: Whether it is HTML, which is read as a browser does.
    ///   - limit: The most values.
    ///   - cancellation: Ends it from another thread.
    /// - Returns: The values; of XML that is not well-formed, those before the error, and the error.
    package func values(
        in octets: Octets,
        isHTML: Bool = false,
        limit: Int = .max,
        cancellation: FilterCancellation? = nil
    ) -> FilteredContent {
        var content = FilteredContent(mediaType: nil)
        var hasMarkup = false
        do throws(FilterError) {
            let document = try XPathDocument(octets, isHTML: isHTML)
            let elements = isHTML ? nil : MarkupElements(octets)
            var values: [FilteredValue] = []
            try document.evaluate(text, cancellation) { match in
                guard values.count < limit else { return false }
                let value = Self.value(match, octets, elements)
                hasMarkup = hasMarkup || value.kind == .element
                values.append(value)
                return values.count < limit
            }
            content.values = values
            content.error = document.problem
            if values.isEmpty, let namespace = document.defaultNamespace {
                content.remarks.append(
                    "elements of the namespace \(namespace) are selected with the prefix _, as in //_:name"
                )
            }
        } catch {
            content.error = error
        }
        content.mediaType = MediaType(
            !hasMarkup ? "text/plain" : isHTML ? "text/html" : "text/xml-external-parsed-entity"
        )
        return content
    }

    private static func value(
        _ match: XPathDocument.Match,
        _ octets: Octets,
        _ elements: MarkupElements?
    ) -> FilteredValue {
        if match.kind == .element {
            if let range = elements?.range(of: match.element, named: match.name) {
                return FilteredValue(.element, octets: octets.slice(range), text: match.text)
            }
            if let markup = match.markup {
                return FilteredValue(.element, octets: Octets(utf8: markup), text: match.text)
            }
        }
        let kind: FilteredValue.Kind =
            switch match.kind {
            case .number: .number
            case .boolean: .boolean
            default: .text
            }
        return FilteredValue(kind, octets: Octets(utf8: match.text), text: match.text)
    }
}
