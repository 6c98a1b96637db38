/// A variable as it would be filled in now, for a person to see before sending.
package struct VariablePreview: Sendable, Hashable {
    /// The expression between the braces.
    package var name: String
    /// The value; `•••` for a secret, empty when it is only known once the request is sent.
    package var text: String
    /// Where the value comes from; empty when nothing gives one.
    package var source: String
    /// Whether the value must not be shown.
    package var isSecret = false
    /// Why the request could not be sent with it, a fragment; `nil` when it could.
    package var problem: String?
}

/// Looking at variables without sending: nothing is asked, run or read.
extension RequestResolver {
    /// What an expression stands for in a request.
    package func preview(
        _ expression: String,
        of request: SavedRequest,
        in file: RequestFile
    ) -> VariablePreview {
        let resolution = Resolution(request, in: file, context)
        return preview(expression, of: request, resolution)
    }

    /// What every name that can be used in a request stands for, by name; dynamic values last.
    package func previews(of request: SavedRequest, in file: RequestFile) -> [VariablePreview] {
        let resolution = Resolution(request, in: file, context)
        var names = Set(resolution.knownNames)
        for prompt in request.settings.prompts { names.insert(prompt.name) }
        for other in collection.files {
            for outline in other.source.outlines { names.formUnion(outline.captures) }
        }
        return (names.sorted() + DynamicVariable.names).map { preview($0, of: request, resolution) }
    }

    /// A template with everything filled in that is known before sending, secrets as `•••`.
    package func previewText(
        of template: String,
        in request: SavedRequest,
        _ file: RequestFile
    ) -> String {
        let resolution = Resolution(request, in: file, context)
        var result = ""
        for piece in Template(template).pieces {
            switch piece {
            case .literal(let text): result += text
            case .expression(let expression, _):
                let preview = preview(expression, of: request, resolution)
                result += preview.text.isEmpty ? "{{\(expression)}}" : preview.text
            }
        }
        return result
    }

    private func preview(
        _ expression: String,
        of request: SavedRequest,
        _ resolution: Resolution
    ) -> VariablePreview {
        if expression.hasPrefix("$") { return dynamicPreview(expression, resolution) }
        let site = Resolution.Site(
            file: resolution.file.path,
            location: request.requestLine,
            part: .target
        )
        do {
            if let found = try resolution.variable(expression) {
                return preview(expression, found, at: site, resolution)
            }
        } catch {
            return VariablePreview(name: expression, text: "", source: "", problem: error.detail)
        }
        if request.settings.prompts.contains(where: { $0.name == expression }) {
            return VariablePreview(name: expression, text: "", source: "asked for when sent")
        }
        if let reference = ResponseReference(expression) {
            return preview(expression, reference)
        }
        for file in collection.files {
            for other in file.source.outlines where other.captures.contains(expression) {
                let source = "captured when \(other.name) is sent"
                return VariablePreview(name: expression, text: "", source: source)
            }
        }
        var problem = "has no value"
        if let near = Spelling.nearest(to: expression, in: resolution.knownNames) {
            problem += "; did you mean \(near)?"
        }
        return VariablePreview(name: expression, text: "", source: "", problem: problem)
    }

    private func preview(
        _ name: String,
        _ found: Resolution.Found,
        at site: Resolution.Site,
        _ resolution: Resolution
    ) -> VariablePreview {
        var resolution = resolution
        do {
            let value = try resolution.expand("{{\(name)}}", at: site)
            let isSecret = found.isSecret || resolution.secrets.contains { value.contains($0) }
            return VariablePreview(
                name: name,
                text: isSecret ? SecretText.placeholder : value,
                source: found.source,
                isSecret: isSecret
            )
        } catch {
            // Its own template needs what is not known yet.
            let text = found.isSecret ? SecretText.placeholder : found.text
            return VariablePreview(
                name: name,
                text: text,
                source: found.source,
                isSecret: found.isSecret
            )
        }
    }

    private func preview(_ expression: String, _ reference: ResponseReference) -> VariablePreview {
        let name = reference.requestName
        let isKnown = collection.files.contains { file in
            file.source.outlines.contains { $0.name == name }
        }
        let problem = isKnown ? reference.fault : "no request is named \(TextQuote.quoted(name))"
        let part = reference.isAboutRequest ? "request" : "response"
        return VariablePreview(
            name: expression,
            text: "",
            source: problem == nil ? "from the \(part) of \(name), sent first when needed" : "",
            problem: problem
        )
    }

    private func dynamicPreview(
        _ expression: String,
        _ resolution: Resolution
    ) -> VariablePreview {
        let word = String(expression.prefix { $0 != " " && $0 != "(" && $0 != "\t" })
        if word == "$command" {
            return VariablePreview(
                name: expression,
                text: "",
                source: "run when sent, if you allow it"
            )
        }
        if word == "$processEnv" || word == "$dotenv" || word.hasPrefix("$env.") {
            return VariablePreview(name: expression, text: "", source: "read when sent")
        }
        do {
            if try DynamicVariable(expression, scopes: scopes).value() != nil {
                return VariablePreview(name: expression, text: "", source: "made up when sent")
            }
        } catch {
            return VariablePreview(name: expression, text: "", source: "", problem: error.detail)
        }
        var problem = OtherSystemVariable.explanation(of: word) ?? "is not known"
        if let near = Spelling.nearest(to: word, in: DynamicVariable.names) {
            problem += "; did you mean \(near)?"
        }
        return VariablePreview(name: expression, text: "", source: "", problem: problem)
    }
}
