import Documents

extension RequestCollection {
    /// What stands in every text that needs the exchange of another request.
    private static let marks = ["response", ".request.", "@ref", "@forceRef"]

    /// Whether any text of the collection may need the exchange of another request, as
    /// `{{login.response.body.$.id}}` does.
    ///
    /// Never wrong when it says no; it says yes to any mention of the words.
    package var mayReferToResponses: Bool {
        let searches = Self.marks.compactMap { try? DocumentSearch($0, isCaseSensitive: true) }
        let isInFiles = files.contains { file in
            searches.contains { $0.first(in: file.source.bytes) != nil }
        }
        if isInFiles { return true }
        var texts = settings.variables.map(\.value) + settings.fields.map(\.value)
        texts += environments.flatMap(\.variables).map(\.value) + sharedVariables.map(\.value)
        if let token = settings.token { texts.append(token.text) }
        return texts.contains { text in Self.marks.contains { text.contains($0) } }
    }
}
