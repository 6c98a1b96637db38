import Documents

/// Reads Postman's scripts.
enum PostmanScripts {
    /// Adds the script of an `event`.
    static func add(_ event: JSONValue, to request: inout ImportedRequest) {
        guard !event.isTrue("disabled"), let script = event["script"] else { return }
        let exec = script["exec"] ?? script
        let lines = exec.arrayValue?.compactMap(\.stringValue)
        let text = lines?.joined(separator: "\n") ?? exec.stringValue ?? ""
        switch event.text("listen") {
        case "prerequest": add(before: text, to: &request)
        case "test": add(after: text, to: &request)
        default: break
        }
    }

    /// Adds a script that runs before the request.
    static func add(before text: String, to request: inout ImportedRequest) {
        guard !text.trimmingSpaces.isEmpty, text != "null" else { return }
        request.scripts.append(ImportedScript(.before, text))
    }

    /// Adds a script that runs when the response is there, and the conditions and captures it comes to.
    static func add(after text: String, to request: inout ImportedRequest) {
        guard !text.trimmingSpaces.isEmpty, text != "null" else { return }
        request.scripts.append(ImportedScript(.after, text))
        let meaning = ScriptMeaning(text)
        request.assertions += meaning.assertions.filter { !request.assertions.contains($0) }
        request.captures += meaning.captures.filter { !request.captures.contains($0) }
    }
}
