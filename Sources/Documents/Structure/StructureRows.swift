import HTTPModel

extension ResponseDocument.Kind {
    /// How deep multipart bodies may be inside one another; deeper ones are shown as text.
    private static let deepestParts = 8

    /// The kind that has a structure of its own by its media type.
    init?(structured mediaType: MediaType) {
        switch mediaType.essence {
        case "text/csv", "application/csv", "text/tab-separated-values": self = .table
        case "application/x-www-form-urlencoded": self = .form
        case "text/event-stream": self = .events
        default:
            guard mediaType.type == "multipart" else { return nil }
            self = .multipart
        }
    }

    /// The rows of a structure that is no JSON; `nil` where there is none to show.
    func rows(of content: Octets, _ mediaType: MediaType?, depth: Int) -> (any RowSource)? {
        switch self {
        case .table:
            let isTabbed = mediaType?.subtype == "tab-separated-values"
            return TableRows(content, delimiter: isTabbed ? 0x09 : nil)
        case .form:
            return FormRows(content)
        case .events:
            return SectionRows(EventSections(content))
        case .multipart:
            guard depth < Self.deepestParts, let boundary = mediaType?.parameter("boundary"),
                let parts = PartSections(content, boundary: boundary, depth: depth)
            else { return nil }
            return SectionRows(parts)
        case .xml:
            return MarkupRows(content, MarkupDialect(mediaType, content))
        case .json, .jsonLines, .text, .binary:
            return nil
        }
    }
}
