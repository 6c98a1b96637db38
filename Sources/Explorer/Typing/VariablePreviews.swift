import CollectionRun
import Collections
import Files

extension ExplorerState {
    /// The most files whose requests are looked at while somebody types.
    private static var exampleFiles: Int { 200 }

    /// Requests that what is typed may be like: those of the open file, then those of others in tree
    /// order; of large collections not all.
    var exampleRequests: [SavedRequest] {
        guard let collection else { return [] }
        let own = request.key.flatMap { file(at: $0.file) }
        let others = collection.files.lazy.filter { $0.path != own?.path }.prefix(Self.exampleFiles)
        return (own?.source.requests ?? []) + others.flatMap(\.source.requests)
    }

    /// The folder of the open request's file, which paths in it are relative to.
    var requestFolder: String? {
        request.key.flatMap { file(at: $0.file) }.map { FilePath.directory(of: $0.absolutePath) }
    }

    /// Looks variables up as sending would, with what was captured from the responses that are kept.
    var previewResolver: RequestResolver? {
        guard let collection else { return nil }
        var captures: [String: String] = [:]
        for key in response.recency {
            guard let result = response.records[key]?.result else { continue }
            captures.merge(result.captures) { $1 }
        }
        let name = environmentName.flatMap { collection.environment(named: $0) }?.name
        var scopes = VariableScopes(
            environmentName: name,
            overrides: overrides,
            captures: captures
        )
        scopes.overrideSources = overrideSources
        return RequestResolver(collection: collection, scopes: scopes)
    }

    /// What every variable stands for in the open request.
    var variablePreviews: [VariablePreview] {
        guard let key = request.key, let saved = savedRequest(key), let file = file(at: key.file)
        else { return [] }
        return previewResolver?.previews(of: saved, in: file) ?? []
    }

    /// What one expression stands for in the open request.
    func variablePreview(_ expression: String) -> VariablePreview? {
        guard let key = request.key, let saved = savedRequest(key), let file = file(at: key.file)
        else { return nil }
        return previewResolver?.preview(expression, of: saved, in: file)
    }

    /// A template of the open request with everything filled in that is known, secrets as `•••`.
    func previewText(of template: String) -> String {
        guard let key = request.key, let saved = savedRequest(key), let file = file(at: key.file),
            let resolver = previewResolver
        else { return template }
        return resolver.previewText(of: template, in: saved, file)
    }
}
