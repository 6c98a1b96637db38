import HTTPModel

/// Reads captures: `NAME = SUBJECT [FILTER]`, such as `id = header Location regex /(\d+)$/`.
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
        "a capture is NAME = jsonpath PATH, xpath PATH, header NAME, cookie NAME, regex /…/, status, or body"

    static func read(_ text: String, at location: TextLocation) -> Outcome {
        guard let equals = text.firstIndex(of: "=") else {
            return text.contains("{{") ? .foreign : .fault(usage)
        }
        let name = text[..<equals].trimmingSpace
        guard !name.isEmpty, name.utf8.allSatisfy(Byte.isName) else {
            return text.contains("{{") ? .foreign : .fault(usage)
        }
        let expression = text[text.index(after: equals)...].trimmingSpace
        switch SubjectReader.read(expression) {
        case .foreign: return .fault(usage)
        case .fault(let message): return .fault(expression.isEmpty ? usage : message)
        case .subject(.apiError, _, _), .subject(.failure, _, _):
            return .fault("apiError and failure can be checked, but not captured")
        case .subject(_, _, let rest) where !rest.isEmpty:
            return .fault("nothing may follow here, but \(TextQuote.quoted(rest)) does; \(usage)")
        case .subject(let subject, let filter, _):
            return .capture(
                Capture(
                    name: name,
                    subject: subject,
                    filter: filter,
                    text: text,
                    location: location
                )
            )
        }
    }
}
