package import HTTPModel

/// A value that a filter gave.
package struct FilteredValue: Sendable, Equatable {
    /// What a value is.
    package enum Kind: Sendable, Equatable {
        /// A JSON value.
        case json
        /// An element of XML or HTML.
        case element
        /// Text: an attribute, a text node, a string that XPath made.
        case text
        /// A number that XPath made.
        case number
        /// `true` or `false` that XPath made.
        case boolean
    }

    /// What it is.
    package var kind: Kind
    /// The value as it is written: the document's own bytes where the filter only selects.
    package var octets: Octets
    /// What a program would take it for: the decoded text of a string, the text of an element.
    package var text: String
    /// What is not as it is in the document, as a sentence fragment; `nil` when nothing is.
    package var remark: String?

    /// Creates a value.
    package init(_ kind: Kind, octets: Octets, text: String, remark: String? = nil) {
        self.kind = kind
        self.octets = octets
        self.text = text
        self.remark = remark
    }
}

/// What a filter made of a document.
package struct FilteredContent: Sendable, Equatable {
    /// The values, in order.
    package var values: [FilteredValue]
    /// What the values are together, one after another: lines of JSON, or pieces of XML, HTML or text.
    package var mediaType: MediaType?
    /// What concerns the whole, as sentence fragments.
    package var remarks: [String]
    /// Why there are no more values; `nil` when these are all.
    package var error: FilterError?

    /// Creates a result.
    package init(
        values: [FilteredValue] = [],
        mediaType: MediaType?,
        remarks: [String] = [],
        error: FilterError? = nil
    ) {
        self.values = values
        self.mediaType = mediaType
        self.remarks = remarks
        self.error = error
    }

    /// The values one after another, each followed by a line feed.
    package var octets: Octets {
        var builder = OctetBuilder(expecting: values.reduce(0) { $0 + $1.octets.count + 1 })
        for value in values {
            unsafe value.octets.withUnsafeBytes { unsafe builder.append($0) }
            builder.append(contentsOf: [0x0A])
        }
        return builder.snapshot()
    }

    /// All that is to be told about it: the remarks of the whole, then those of values with their number
    /// from 1; of many the first.
    package func allRemarks(limit: Int = 10) -> [String] {
        let marked = values.enumerated().filter { $0.element.remark != nil }
        var lines = remarks
        lines += marked.prefix(limit).map { "value \($0.offset + 1): \($0.element.remark ?? "")" }
        if marked.count > limit {
            lines.append("and \(marked.count - limit) more values like these")
        }
        return lines
    }
}
