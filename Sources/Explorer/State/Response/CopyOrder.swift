import Documents
package import HTTPModel

/// A part of a body whose text is to be copied.
package struct CopyOrder: Equatable, Sendable {
    /// How the bytes become a text.
    package enum Form: Equatable, Sendable {
        /// The text of a JSON string without quotes and escapes; anything else as it came.
        case value
        /// As it came.
        case written
        /// A JSON object or array, indented.
        case subtree
    }

    /// The bytes of the part.
    package var octets: Octets
    /// What is made of them.
    package var form: Form

    /// Creates an order.
    init(_ octets: Octets, _ form: Form) {
        self.octets = octets
        self.form = form
    }

    /// How many bytes have to be read.
    var byteCount: Int { octets.count }

    /// How much of a part is shown in a list.
    private static let previewLength = 1_024

    /// The beginning of the text.
    var preview: String {
        byteCount <= Self.previewLength ? text ?? "" : octets.slice(0..<Self.previewLength).text
    }

    /// The text; takes time by the number of bytes, and is `nil` when they are no text.
    var text: String? {
        switch form {
        case .written: return octets.validText
        case .value:
            guard octets.first == UInt8(ascii: "\"") else { return octets.validText }
            return (try? JSONPath("$"))?.matches(in: JSONTape(octets)).first?.stringValue
        case .subtree: return indented
        }
    }

    private var indented: String? {
        guard octets.first == UInt8(ascii: "{") || octets.first == UInt8(ascii: "[") else {
            return nil
        }
        let document = ResponseDocument(body: octets, mediaType: MediaType("application/json"))
        var builder = OctetBuilder(expecting: octets.count * 2)
        renderPlainText(document) { (chunk) throws(Never) in builder.append(chunk) }
        let text = builder.snapshot().text
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}
