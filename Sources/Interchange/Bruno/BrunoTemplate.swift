/// Bruno's variables.
enum BrunoTemplate {
    /// `text` in Apus' spelling: `{{process.env.X}}` is `{{$processEnv X}}`.
    static func converted(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        return TemplateText.renaming(text) { name in
            if name.hasPrefix("process.env.") { return "$processEnv \(name.dropFirst(12))" }
            let known = [
                "$guid": "$uuid", "$randomUUID": "$uuid", "$timestamp": "$timestamp",
                "$isoTimestamp": "$isoTimestamp", "$randomInt": "$randomInt 0 1000",
            ]
            return known[name] ?? TemplateText.variableName(name)
        }
    }
}
