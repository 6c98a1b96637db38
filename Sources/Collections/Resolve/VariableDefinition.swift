import Files

/// Where the value that a variable has in a request is kept.
package struct VariableDefinition: Sendable, Hashable {
    /// The kind of place.
    package enum Home: Sendable, Hashable {
        /// A line of the request's file, by its place among the variables of the file.
        case line(Int)
        /// An environment file, by its path relative to the collection's folder, and the section in it.
        case environment(file: String, section: String)
        /// No file that is edited for it, such as the command line or a response, in words.
        case elsewhere(String)
    }

    /// The name.
    package var name: String
    /// The value as it is written there, a template; empty for one that is new.
    package var value: String
    /// Where it is kept.
    package var home: Home
    /// Whether the value must not be shown.
    package var isSecret: Bool

    /// Whether the file is one that is kept out of repositories.
    package var isPrivate: Bool {
        guard case .environment(let file, _) = home else { return false }
        let name = FilePath.name(of: file)
        return name == ".env" || name.contains("private")
    }
}

extension RequestResolver {
    /// Finds the place that gives a variable its value in a request.
    ///
    /// - Returns: The place; for a variable that nothing defines, the one where it would be defined: a
    ///   file of environments in the collection's folder, the private one for names of secrets.
    package func definition(
        of name: String,
        in request: SavedRequest,
        _ file: RequestFile
    ) -> VariableDefinition {
        Resolution(request, in: file, context).definition(of: name)
    }
}

extension Resolution {
    fileprivate func definition(of name: String) -> VariableDefinition {
        let isSecret = SecretText.isSecretName(name)
        func definition(_ value: String, _ home: VariableDefinition.Home) -> VariableDefinition {
            VariableDefinition(name: name, value: value, home: home, isSecret: isSecret)
        }
        if let value = scopes.overrides[name] {
            return definition(value, .elsewhere(scopes.overrideSources[name] ?? "--var"))
        }
        if let value = scopes.prompts[name] { return definition(value, .elsewhere("a prompt")) }
        if let value = scopes.captures[name] { return definition(value, .elsewhere("a response")) }
        if file.format == nil, let line = line(of: name) {
            return definition(file.source.variables[line].value, .line(line))
        }
        if let found = strongestVariable(name, from: { $0 != .dotenv }) { return kept(found) }
        if let set = collection.settings.variables.first(where: { $0.name == name }) {
            return definition(set.value, .elsewhere(SettingsReader.fileName))
        }
        if let found = strongestVariable(name, from: { $0 == .dotenv }) { return kept(found) }
        if let line = line(of: name) {
            return definition(file.source.variables[line].value, .elsewhere(file.path))
        }
        let path = isSecret ? "http-client.private.env.json" : "http-client.env.json"
        let section = scopes.environmentName ?? EnvironmentReader.shared
        return definition("", .environment(file: path, section: section))
    }

    private func line(of name: String) -> Int? {
        guard let variable = fileVariable(name) else { return nil }
        return file.source.variables.firstIndex { $0.location == variable.location }
    }

    private func kept(_ variable: EnvironmentVariable) -> VariableDefinition {
        let isOwn = CollectionWalk.environmentFiles.contains(FilePath.name(of: variable.file))
        let section =
            switch variable.rank {
            case .privateFile, .publicFile: scopes.environmentName ?? EnvironmentReader.shared
            case .privateShared, .publicShared, .dotenv: EnvironmentReader.shared
            }
        return VariableDefinition(
            name: variable.name,
            value: variable.value,
            home: isOwn
                ? .environment(file: variable.file, section: section) : .elsewhere(variable.file),
            isSecret: variable.isPrivate || SecretText.isSecretName(variable.name)
        )
    }
}
