import CollectionRun
import Collections
import Files

extension ExplorerState {
    /// Every request of the collection, in tree order.
    var allRequests: [SavedRequest] {
        collection?.files.flatMap(\.source.requests) ?? []
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
