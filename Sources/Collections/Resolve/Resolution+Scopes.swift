import Files
import HTTPModel

/// Looking names up, in the order `VariableScopes` gives.
extension Resolution {
    func variable(_ name: String) throws(ResolveError) -> Found? {
        let isSecret = SecretText.isSecretName(name)
        if let text = context.scopes.overrides[name] {
            let source = context.scopes.overrideSources[name] ?? "--var"
            return Found(text: text, source: source, isSecret: isSecret)
        }
        if let text = context.scopes.prompts[name] {
            return Found(text: text, source: "prompt", isSecret: isSecret, isSettled: false)
        }
        if let text = context.scopes.captures[name] {
            return Found(
                text: text,
                source: "captured from a response",
                isSecret: isSecret,
                isSettled: false
            )
        }
        // What another tool calls the variables of a collection is weaker than its environments.
        if file.format == nil, let variable = fileVariable(name) {
            return template(variable, in: file.path, isSecret: isSecret)
        }
        if let found = environmentVariable(name, from: { $0 != .dotenv }) { return found }
        if let variable = context.collection.settings.variables.first(where: { $0.name == name }) {
            return template(variable, in: SettingsReader.fileName, isSecret: isSecret)
        }
        if let found = environmentVariable(name, from: { $0 == .dotenv }) { return found }
        guard file.format != nil, let variable = fileVariable(name) else { return nil }
        return template(variable, in: file.path, isSecret: isSecret)
    }

    /// All names that have a value here, and the requests that can be referred to.
    var knownNames: [String] {
        var names =
            Array(context.scopes.overrides.keys) + context.scopes.prompts.keys
            + context.scopes.captures.keys
        names += file.source.variables.map(\.name)
        names += environmentVariables.map(\.name)
        names += context.collection.settings.variables.map(\.name)
        return names
    }

    /// The last definition above or in the request, else the first below.
    func fileVariable(_ name: String) -> FileVariable? {
        let all = file.source.variables.filter { $0.name == name }
        return all.last { $0.location.line < request.lines.upperBound } ?? all.first
    }

    private func template(_ variable: FileVariable, in path: String, isSecret: Bool) -> Found {
        Found(
            text: variable.value,
            source: "\(path):\(variable.location)",
            isSecret: isSecret || variable.isSecret,
            template: Site(file: path, location: variable.location, part: .target)
        )
    }

    /// The variables of the chosen environment, or those that need none.
    private var environmentVariables: [EnvironmentVariable] {
        guard let name = context.scopes.environmentName else {
            return context.collection.sharedVariables
        }
        return context.collection.environment(named: name)?.variables
            ?? context.collection.sharedVariables
    }

    /// The strongest variable of a name, from files beside the request's file or above.
    func strongestVariable(
        _ name: String,
        from isWanted: (EnvironmentVariable.Rank) -> Bool
    ) -> EnvironmentVariable? {
        let folder = FilePath.directory(of: file.path)
        let candidates = environmentVariables.filter { variable in
            variable.name == name && isWanted(variable.rank)
                && Self.isAbove(variable.scope, folder)
        }
        return candidates.min { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            return Self.depth(left.file) > Self.depth(right.file)
        }
    }

    func environmentVariable(
        _ name: String,
        from isWanted: (EnvironmentVariable.Rank) -> Bool
    ) -> Found? {
        guard let best = strongestVariable(name, from: isWanted) else { return nil }
        let place = "\(best.file):\(best.location)"
        let isShared = best.rank == .publicShared || best.rank == .privateShared
        let source =
            switch (best.rank, isShared) {
            case (.dotenv, _): place
            case (_, true): "shared by all environments, \(place)"
            default: "environment \(context.scopes.environmentName ?? ""), \(place)"
            }
        let site = Site(file: best.file, location: best.location, part: .target)
        return Found(
            text: best.value,
            source: source,
            isSecret: best.isPrivate || SecretText.isSecretName(name),
            template: best.rank == .dotenv ? nil : site
        )
    }

    private static func isAbove(_ folder: String, _ other: String) -> Bool {
        folder == "." || folder == other || other.hasPrefix(folder + "/")
    }

    private static func depth(_ path: String) -> Int { path.count { $0 == "/" } }
}
