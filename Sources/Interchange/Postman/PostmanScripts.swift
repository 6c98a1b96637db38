import Documents

/// Reads the events of Postman's items and folders, which hold scripts.
enum PostmanScripts {
    /// Adds the script of an `event`.
    static func add(_ event: JSONValue, to request: inout ImportedRequest) {
        guard !event.isTrue("disabled"), let script = event["script"] else { return }
        let exec = script["exec"] ?? script
        let lines = exec.arrayValue?.compactMap(\.stringValue)
        let text = lines?.joined(separator: "\n") ?? exec.stringValue ?? ""
        switch event.text("listen") {
        case "prerequest": request.addScript(before: text)
        case "test": request.addScript(after: text)
        default: break
        }
    }
}
