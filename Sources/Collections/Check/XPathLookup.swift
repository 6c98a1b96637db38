import DocumentTools
import Documents
import HTTPModel

/// What an XPath expression gives for the content of a message.
struct XPathLookup {
    private let query: String
    private let content: FilteredContent

    /// Evaluates an expression on the content of a response, in its charset.
    init(_ query: String, _ response: HTTPResponse) {
        self.init(query, response.body, response.head.mediaType)
    }

    /// Evaluates an expression on content; what is no HTML is taken for XML.
    init(_ query: String, _ body: Octets, _ mediaType: MediaType?) {
        self.query = query
        var document = ResponseDocument(body: body, mediaType: mediaType, mode: .pretty)
        if document.kind != .xml {
            document = ResponseDocument(body: body, mediaType: Self.xmlType, mode: .pretty)
        }
        do throws(FilterError) {
            content = try XPathQuery(query).values(in: document.content, isHTML: document.isHTML)
        } catch {
            content = FilteredContent(mediaType: nil, error: error)
        }
    }

    private static let xmlType = MediaType("application/xml")

    /// The first value: the text of an element or attribute, a number, true or false.
    var first: ActualValue {
        guard let value = content.values.first else { return .absent(reason) }
        switch value.kind {
        case .number where value.text.utf8.allSatisfy { $0 < 0x41 }:
            return .json(.number, value.text)
        case .boolean: return .json(.bool, value.text)
        default: return .text(value.text)
        }
    }

    /// The number of nodes; a value that is no node counts as one.
    var count: ActualValue {
        if content.values.isEmpty, content.error != nil { return .absent(reason) }
        return .json(.number, "\(content.values.count)")
    }

    /// Why there is no value, as a sentence fragment.
    private var reason: String {
        if let error = content.error {
            return error.code == .expression ? "the XPath is wrong at \(error)" : "\(error)"
        }
        let remark = content.remarks.first.map { "; " + $0 } ?? ""
        return "\(query) selects nothing" + remark
    }
}
