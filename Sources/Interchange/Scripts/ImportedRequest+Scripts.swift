extension ImportedRequest {
    /// Adds a script that runs before the request; blank ones are none.
    mutating func addScript(before text: String) {
        guard !text.trimmingSpaces.isEmpty else { return }
        scripts.append(ImportedScript(.before, text))
    }

    /// Adds a script that runs when the response is there, with the conditions and captures it comes
    /// to.
    mutating func addScript(after text: String) {
        guard !text.trimmingSpaces.isEmpty else { return }
        scripts.append(ImportedScript(.after, text))
        let meaning = ScriptMeaning(text)
        assertions += meaning.assertions.filter { !assertions.contains($0) }
        captures += meaning.captures.filter { !captures.contains($0) }
    }
}
