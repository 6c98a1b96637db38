import HTTPModel

/// What the requests of a collection are resolved with; one for all, which is not copied for each.
final class ResolvingContext: Sendable {
    let collection: RequestCollection
    let scopes: VariableScopes
    /// Whether `apus.json` says how servers are reached.
    let saysHowToConnect: Bool

    init(collection: RequestCollection, scopes: VariableScopes) {
        self.collection = collection
        saysHowToConnect = collection.settings.tls != nil || collection.settings.proxy != nil
        self.scopes = scopes
    }
}

/// The resolving of one request while it is under way: what was found, and what is being looked up.
struct Resolution {
    /// Where a template stands: its file, its place, and the part of the request it is for.
    struct Site {
        var file: String
        var location: TextLocation
        var part: ValueOrigin.Part
    }

    /// A value found for a name.
    struct Found {
        var text: String
        var source: String
        var isSecret: Bool
        /// Where the value is written, when it is a template itself.
        var template: Site?
        /// Whether the value is the same each time.
        var isSettled = true
    }

    let context: ResolvingContext
    let request: SavedRequest
    let file: RequestFile
    var origins: [ValueOrigin] = []
    var secrets: [String] = []
    /// Whether everything found so far is the same each time.
    var isSettled = true
    private var openNames: [String] = []
    /// Whether a secret was found that is too short to be looked for in texts.
    private(set) var hasShortSecrets = false
    /// What was made up, in order.
    private(set) var madeUp: [String] = []
    /// What makes this a resolving in disguise; `nil` when what it gives is to be sent.
    private var disguise: Disguise?

    /// How short secrets are disguised, and what was made up for the request that is sent.
    private struct Disguise {
        var standIns = StandIns()
        var madeUp: ArraySlice<String>
        /// Whether the target is left as it is.
        var sparesTarget: Bool
    }

    /// The stand-ins used.
    var standIns: [String] { disguise?.standIns.texts ?? [] }

    /// The same resolving from its beginning, in disguise.
    func inDisguise(sparingTarget: Bool) -> Resolution {
        var other = Resolution(request, in: file, context)
        other.disguise = Disguise(madeUp: madeUp[...], sparesTarget: sparingTarget)
        return other
    }

    /// What to put in for a secret: in disguise its stand-in when it is short, else the secret.
    mutating func standIn(for secret: String, at part: ValueOrigin.Part) -> String {
        guard StandIns.isNeeded(for: secret) else { return secret }
        hasShortSecrets = true
        guard let disguise, !(disguise.sparesTarget && part == .target) else { return secret }
        return self.disguise?.standIns.text(for: secret) ?? secret
    }

    init(_ request: SavedRequest, in file: RequestFile, _ context: ResolvingContext) {
        self.request = request
        self.file = file
        self.context = context
    }

    var collection: RequestCollection { _read { yield context.collection } }
    var scopes: VariableScopes { _read { yield context.scopes } }

    /// Remembers a value that must not be shown.
    mutating func addSecret(_ text: String) {
        if StandIns.isNeeded(for: text) { hasShortSecrets = true }
        if !text.isEmpty, !secrets.contains(text) { secrets.append(text) }
    }

    /// Takes what must not be shown out of the origins.
    mutating func redactOrigins() {
        var secrets = secrets
        if disguise != nil {
            secrets = secrets.filter { !StandIns.isNeeded(for: $0) } + standIns
        }
        guard !secrets.isEmpty else { return }
        for i in origins.indices where !origins[i].isSize {
            origins[i].text = SecretText.redacting(origins[i].text, secrets)
        }
    }

    /// Fills in a template.
    mutating func expand(_ text: String, at site: Site) throws(ResolveError) -> String {
        guard text.holds(UInt8(ascii: "{")) else { return text }
        let template = Template(text)
        if let offset = template.unclosed.first {
            throw error(
                .malformedExpression,
                site.moved(by: offset, in: text),
                "{{ is not closed on its line; add }}, or write \\{{ for two braces"
            )
        }
        var result = ""
        for piece in template.pieces {
            switch piece {
            case .literal(let literal): result += literal
            case .expression(let expression, let offset):
                result += try value(of: expression, at: site.moved(by: offset, in: text))
            }
        }
        return result
    }

    private mutating func value(
        of expression: String,
        at site: Site
    ) throws(ResolveError) -> String {
        if openNames.contains(expression) {
            let cycle = openNames.drop { $0 != expression } + [expression]
            throw error(
                .cyclicVariable(Array(cycle)),
                site,
                "the value of \(expression) needs itself: " + cycle.joined(separator: " → ")
            )
        }
        let found = try find(expression, at: site)
        var text = found.text
        if let template = found.template {
            openNames.append(expression)
            text = try expand(found.text, at: template)
            openNames.removeLast()
        }
        if found.isSecret {
            addSecret(text)
            text = standIn(for: text, at: site.part)
        }
        if !found.isSettled { isSettled = false }
        origins.append(
            ValueOrigin(part: site.part, variable: expression, text: text, source: found.source)
        )
        return text
    }

    private mutating func find(_ expression: String, at site: Site) throws(ResolveError) -> Found {
        guard !expression.isEmpty else {
            throw error(
                .malformedExpression,
                site,
                "{{}} names no variable; write \\{{ for two braces"
            )
        }
        if let found = try variable(expression) { return found }
        if expression.hasPrefix("$") { return try dynamic(expression, at: site) }
        if let reference = ResponseReference(expression) {
            return try response(reference, expression, at: site)
        }
        throw unknown(expression, at: site)
    }

    func error(_ code: ResolveError.Code, _ site: Site, _ detail: String) -> ResolveError {
        ResolveError(code, file: site.file, location: site.location, detail: detail)
    }

    private func unknown(_ name: String, at site: Site) -> ResolveError {
        let suggestion = Spelling.nearest(to: name, in: knownNames)
        var detail = "variable \(TextQuote.quoted(name)) has no value"
        if let suggestion { detail += "; did you mean \(suggestion)?" }
        if suggestion == nil {
            detail += "; define it with @\(name) = …, in an environment, or by --var"
        }
        return error(.unknownVariable(name: name, suggestion: suggestion), site, detail)
    }

    private mutating func dynamic(
        _ expression: String,
        at site: Site
    ) throws(ResolveError) -> Found {
        let word = String(expression.prefix { $0 != " " && $0 != "(" && $0 != "\t" })
        var argument = expression.dropping(word)
        if argument.hasPrefix("%"), word == "$processEnv" || word == "$dotenv" {
            // REST Client writes `%name` for a variable that holds the name.
            argument = try value(of: argument.dropping("%"), at: site)
        }
        switch word {
        case "$processEnv": return try processEnvironment(argument, expression, at: site)
        case "$dotenv":
            guard let variable = environmentVariable(argument, from: { $0 == .dotenv }) else {
                throw unknown(expression, at: site)
            }
            return variable
        case "$command":
            guard let output = context.scopes.commands[argument] else {
                throw error(.needsCommand(argument), site, "command \(argument) is not allowed yet")
            }
            return Found(
                text: output,
                source: "command \(argument)",
                isSecret: true,
                isSettled: false
            )
        case _ where word.hasPrefix("$env."):
            return try processEnvironment(String(word.dropFirst(5)), expression, at: site)
        default: break
        }
        do {
            if let text = try madeUpValue(of: expression) {
                return Found(
                    text: text,
                    source: "made up when sent",
                    isSecret: false,
                    isSettled: false
                )
            }
        } catch {
            throw self.error(.malformedExpression, site, error.detail)
        }
        if let detail = OtherSystemVariable.explanation(of: word) {
            throw error(.unknownVariable(name: word, suggestion: nil), site, detail)
        }
        let suggestion = Spelling.nearest(to: word, in: DynamicVariable.names)
        throw error(
            .unknownVariable(name: word, suggestion: suggestion),
            site,
            "\(TextQuote.quoted(word)) is not known"
                + (suggestion.map { "; did you mean \($0)?" } ?? "")
        )
    }

    /// What is made up for an expression: in disguise, what was made up before.
    private mutating func madeUpValue(
        of expression: String
    ) throws(DynamicVariable.Fault) -> String? {
        if let text = disguise?.madeUp.popFirst() { return text }
        let text = try DynamicVariable(expression, scopes: scopes).value()
        if let text { madeUp.append(text) }
        return text
    }

    private func processEnvironment(
        _ name: String,
        _ expression: String,
        at site: Site
    ) throws(ResolveError) -> Found {
        guard let value = context.scopes.processEnvironment[name] else {
            let suggestion = Spelling.nearest(to: name, in: context.scopes.processEnvironment.keys)
            throw error(
                .unknownVariable(name: expression, suggestion: suggestion),
                site,
                "the system has no variable \(TextQuote.quoted(name)); export it first"
            )
        }
        return Found(text: value, source: "system variable \(name)", isSecret: true)
    }
}

extension Resolution.Site {
    /// The place as the source of a value.
    var source: ValueOrigin.Source { .place(file: file, location) }

    /// The place `offset` bytes further on in `text`, which begins here.
    func moved(by offset: Int, in text: String) -> Resolution.Site {
        var site = self
        for byte in text.utf8.prefix(offset) {
            if byte == Byte.lineFeed {
                site.location.line += 1
                site.location.column = 1
            } else if byte & 0xC0 != 0x80 {
                site.location.column += 1
            }
        }
        return site
    }
}
