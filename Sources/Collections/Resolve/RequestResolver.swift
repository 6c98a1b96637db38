/// Fills in the templates of saved requests.
package struct RequestResolver: Sendable {
    let collection: RequestCollection
    let scopes: VariableScopes

    /// Creates a resolver for the requests of `collection`.
    package init(collection: RequestCollection, scopes: VariableScopes) {
        self.collection = collection
        self.scopes = scopes
    }

    /// Fills in the templates of one request and reads the files its content names.
    ///
    /// - Parameters:
    ///   - request: A request of `file`.
    ///   - file: The file as it is now, perhaps with edits that are not saved.
    /// - Returns: What to send, and where all of it came from.
    /// - Throws: `ResolveError` for the first obstacle.
    package func resolve(
        _ request: SavedRequest,
        in file: RequestFile
    ) throws(ResolveError) -> ResolvedRequest {
        throw ResolveError(
            .brokenRequest,
            file: file.path,
            location: request.location,
            detail: "nothing is resolved yet"
        )
    }
}
