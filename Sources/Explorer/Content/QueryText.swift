import HTTPModel

/// Query parameters as people type them, and as they stand in a URL.
///
/// What stands in `{{…}}` is left alone both ways.
package enum QueryText {
    /// The text for a URL: what would end the item or mean something else is percent-encoded.
    package static func encoded(_ text: String) -> String {
        mapOutsideVariables(text) { PercentEncoding.encode($0, for: .queryItem) }
    }

    /// The text for people; a `+` is a blank, and escapes of what is not UTF-8 stay.
    package static func decoded(_ text: String) -> String {
        mapOutsideVariables(text) { text in
            let decoded = PercentEncoding.decode(text, plusIsSpace: true)
            return decoded.contains("\u{FFFD}") ? text : decoded
        }
    }

    private static func mapOutsideVariables(
        _ text: String,
        _ transform: (String) -> String
    ) -> String {
        TemplateSpans.pieces(of: text).map { $0.isVariable ? $0.text : transform($0.text) }.joined()
    }
}
