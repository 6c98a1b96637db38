import Documents
import HTTPModel

/// Reads captures: `NAME = jsonpath PATH`, `NAME = header NAME`, `NAME = status`, `NAME = body`.
enum CaptureReader {
    enum Outcome {
        /// A capture of ours.
        case capture(Capture)
        /// A form of another tool, which is kept but not run.
        case foreign
        /// A capture of ours that is wrong.
        case fault(String)
    }

    private static let usage =
        "a capture is NAME = jsonpath PATH, header NAME, status, or body"

    static func read(_ text: String, at location: TextLocation) -> Outcome {
        guard let equals = text.firstIndex(of: "=") else {
            return text.contains("{{") ? .foreign : .fault(usage)
        }
        let name = text[..<equals].trimmingSpace
        guard !name.isEmpty, name.utf8.allSatisfy(Byte.isName) else {
            return text.contains("{{") ? .foreign : .fault(usage)
        }
        let expression = text[text.index(after: equals)...].trimmingSpace
        let word = String(expression.prefix { $0 != " " && $0 != "\t" })
        let rest = expression.dropping(word)
        let source: Capture.Source
        switch word {
        case "status" where rest.isEmpty: source = .status
        case "body" where rest.isEmpty: source = .body
        case "header" where HTTPToken.isToken(rest): source = .header(rest)
        case "jsonpath" where !rest.isEmpty:
            do {
                _ = try JSONPath(rest)
            } catch {
                return .fault("the JSONPath is wrong at \(error)")
            }
            source = .jsonPath(rest)
        default: return .fault(usage)
        }
        return .capture(Capture(name: name, source: source, text: text, location: location))
    }
}
