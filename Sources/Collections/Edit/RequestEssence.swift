import HTTPModel

/// What a request says, without the places where it says so: what an edit must leave as it was.
struct RequestEssence: Equatable {
    struct Pair: Equatable {
        var name: String
        var value: String?
        var isEnabled = true

        /// Whether it is a directive that holds a condition or a capture.
        var isStatement: Bool { name == "assert" || name == "capture" }
    }

    var name: String
    var title: String
    var method: String
    var url: String
    var queryItems: [Pair]
    var fields: [Pair]
    var body: SavedBody
    var directives: [Pair]
    var notRun: [String]
    var assertions: [String]
    var captures: [String]

    init(_ request: SavedRequest) {
        name = request.isNamed ? request.name : ""
        title = request.title
        method = request.method
        url = request.url
        queryItems = request.queryItems.map {
            Pair(name: $0.name, value: $0.value, isEnabled: $0.isEnabled)
        }
        fields = request.fields.map {
            Pair(name: $0.name, value: $0.value, isEnabled: $0.isEnabled)
        }
        body = request.body
        directives = request.directives.map { Pair(name: $0.name, value: $0.value) }
        notRun = request.notRun
        assertions = request.assertions.map(\.text)
        captures = request.captures.map(\.text)
    }

    /// Checks that `new` is what `edit` makes of `old`.
    ///
    /// - Returns: What differs, or `nil` when all is as meant.
    static func difference(
        after edit: RequestEdit,
        from oldRequest: SavedRequest,
        to newRequest: SavedRequest,
        lineEnd: String
    ) -> String? {
        let old = RequestEssence(oldRequest)
        var new = RequestEssence(newRequest)
        var expected = old
        switch edit {
        case .replaceText: return nil
        case .rename(let name):
            expected.name = name
            expected.title = new.title
            expected.directives = new.directives
        case .setMethod(let method): expected.method = method
        case .setURL(let url):
            expected.url = url
            let disabled = old.queryItems.filter { !$0.isEnabled }
            guard disabled == new.queryItems.filter({ !$0.isEnabled }) else {
                return "a query item that is off would change"
            }
            expected.queryItems = new.queryItems
        case .setQueryItem(let index, let name, let value, let isEnabled):
            expected.queryItems[index] = pair(name, value, isEnabled)
            expected.url = new.url
        case .addQueryItem(let name, let value):
            expected.queryItems.append(pair(name, value, true))
            expected.url = new.url
        case .removeQueryItem(let index):
            expected.queryItems.remove(at: index)
            expected.url = new.url
        case .setField(let index, let name, let value, let isEnabled):
            expected.fields[index] = Pair(name: name, value: value, isEnabled: isEnabled)
        case .addField(let name, let value):
            expected.fields.append(Pair(name: name, value: value))
        case .removeField(let index): expected.fields.remove(at: index)
        case .moveField(let from, let to):
            expected.fields.insert(expected.fields.remove(at: from), at: to)
        case .moveQueryItem(let from, let to):
            expected.queryItems.insert(expected.queryItems.remove(at: from), at: to)
            expected.url = new.url
        case .setAssertion, .addAssertion, .removeAssertion, .setCapture, .addCapture,
            .removeCapture:
            expected.changeStatements(edit)
            expected.directives = old.directives.filter { !$0.isStatement }
            new.directives.removeAll(where: \.isStatement)
        case .setBody(let body): expected.body = normalized(body, lineEnd)
        case .setToken(let token):
            guard newRequest.token == token else { return "the token would read back differently" }
            expected.directives = new.directives
        case .setDirective(let name, let value):
            guard new.directives.first(where: { $0.name == name })?.value == value || value == nil
            else { return "the directive would read back differently" }
            expected.directives = new.directives
            expected.notRun = new.notRun
            expected.assertions = new.assertions
            expected.captures = new.captures
            if name == "name" { expected.name = new.name }
        case .setDirectiveLine(let index, let value):
            let count = old.directives.count - (value == nil ? 1 : 0)
            guard new.directives.count == count,
                value == nil || new.directives[index].value == value
            else { return "the directive would read back differently" }
            expected.takeDirectives(of: new)
        case .addDirective(let name, let value):
            guard new.directives.count == old.directives.count + 1,
                new.directives.last(where: { $0.name == name })?.value == value
            else { return "the directive would read back differently" }
            expected.takeDirectives(of: new)
        case .setVersion(let version):
            guard newRequest.settings.version == version.flatMap(RequestEssence.version) else {
                return "the version would read back differently"
            }
        }
        return expected == new ? nil : difference(expected, new)
    }

    /// Takes over what directives may say.
    private mutating func takeDirectives(of other: RequestEssence) {
        directives = other.directives
        notRun = other.notRun
        assertions = other.assertions
        captures = other.captures
        name = other.name
    }

    private static func version(_ text: String) -> RequestOptions.VersionPolicy? {
        switch text {
        case "HTTP/2", "HTTP/2.0": .http2
        case "HTTP/1.1", "HTTP/1.0", "HTTP/1": .http1_1
        default: nil
        }
    }

    private mutating func changeStatements(_ edit: RequestEdit) {
        switch edit {
        case .setAssertion(let index, let text): assertions[index] = text
        case .addAssertion(let text): assertions.append(text)
        case .removeAssertion(let index): assertions.remove(at: index)
        case .setCapture(let index, let text): captures[index] = text
        case .addCapture(let text): captures.append(text)
        case .removeCapture(let index): captures.remove(at: index)
        default: break
        }
    }

    private static func pair(_ name: String, _ value: String?, _ isEnabled: Bool) -> Pair {
        let (name, value) = URLText.nameAndValue(EditPlan.itemText(name, value))
        return Pair(name: name, value: value, isEnabled: isEnabled)
    }

    private static func normalized(_ body: SavedBody, _ lineEnd: String) -> SavedBody {
        guard case .text(let text) = body else { return body }
        return text.isEmpty ? .none : .text(EditPlan.withLineEnds(text, lineEnd))
    }

    private static func difference(_ expected: RequestEssence, _ new: RequestEssence) -> String {
        let parts = [
            ("name", expected.name == new.name && expected.title == new.title),
            ("method", expected.method == new.method), ("URL", expected.url == new.url),
            ("query", expected.queryItems == new.queryItems),
            ("fields", expected.fields == new.fields), ("content", expected.body == new.body),
            ("directives", expected.directives == new.directives),
            ("conditions", expected.assertions == new.assertions),
            ("captures", expected.captures == new.captures),
        ]
        let changed = parts.filter { !$0.1 }.map(\.0).joined(separator: ", ")
        return "the \(changed.isEmpty ? "scripts" : changed) would read back differently"
    }
}
