import Documents
package import HTTPModel

extension OpenAPIContract {
    /// What is wrong with a request, and the status that says so.
    package struct Refusal: Hashable, Sendable {
        /// 400, 401, 405 or 415.
        package var status: Int
        /// What is wrong, one phrase each, beginning with its place.
        package var problems: [String]
        /// The methods that the path takes, where the request's is none of them.
        package var methods: [String] = []
    }

    /// Looks whether a request is one that the document allows.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: Path and query, encoded.
    ///   - fields: The fields.
    ///   - body: The content.
    /// - Returns: `nil` for a request that may be answered, and for paths that the document does not
    ///   know.
    package func refusal(
        method: String,
        target: String,
        fields: HTTPFields,
        body: Octets
    ) -> Refusal? {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = ownPath(String(parts.first ?? "/"))
        guard let found = operation(method: method == "HEAD" ? "GET" : method, path: path) else {
            let methods = methods(ofPath: path)
            guard !methods.isEmpty, method != "OPTIONS" else { return nil }
            return Refusal(
                status: 405,
                problems: ["method \(method): the path takes \(methods.joined(separator: ", "))"],
                methods: methods
            )
        }
        let request = CheckedRequest(
            path: found.values,
            query: Self.items(parts.count > 1 ? parts[1] : "", separator: "&", plusIsSpace: true),
            fields: fields,
            body: body
        )
        let operation = found.operation
        if !operation.security.isEmpty,
            !operation.security.contains(where: { $0.allSatisfy(request.holds) })
        {
            let names = operation.security.map { set in
                set.map { "\($0.place) \($0.name)" }.joined(separator: " and ")
            }
            let wanted = names.joined(separator: ", or ")
            return Refusal(status: 401, problems: ["credentials: the request needs \(wanted)"])
        }
        var check = SchemaCheck(document: document)
        for parameter in operation.parameters { check.check(parameter, of: request) }
        var status = 400
        if let wanted = operation.body, !check.check(wanted, of: request) { status = 415 }
        return check.problems.isEmpty ? nil : Refusal(status: status, problems: check.problems)
    }

    /// The items of a query, or the cookies of a field.
    static func items(
        _ text: some StringProtocol,
        separator: Character,
        plusIsSpace: Bool
    ) -> [(name: String, value: String)] {
        text.split(separator: separator).map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(halves[0]).trimmingBlanks
            return (
                PercentEncoding.decode(name, plusIsSpace: plusIsSpace),
                halves.count > 1
                    ? PercentEncoding.decode(halves[1], plusIsSpace: plusIsSpace) : ""
            )
        }
    }
}

/// A request as a check sees it.
struct CheckedRequest {
    var path: [String: String]
    var query: [(name: String, value: String)]
    var fields: HTTPFields
    var body: Octets

    /// The values that stand at a place under a name, in order.
    func values(_ place: String, _ name: String) -> [String] {
        switch place {
        case "path": path[name].map { [$0] } ?? []
        case "query":
            query.filter { $0.name == name || $0.name == name + "[]" }.map(\.value)
        case "header": fields.values(named: name)
        default:
            fields.values(named: "Cookie").flatMap {
                OpenAPIContract.items($0, separator: ";", plusIsSpace: false)
            }.filter { $0.name == name }.map(\.value)
        }
    }

    func holds(_ credential: OpenAPIContract.Credential) -> Bool {
        values(credential.place, credential.name).contains { value in
            !value.isEmpty && value.lowercased().hasPrefix(credential.prefix)
        }
    }
}

extension SchemaCheck {
    /// Checks what a request has of a parameter.
    mutating func check(_ parameter: OpenAPIContract.Parameter, of request: CheckedRequest) {
        let values = request.values(parameter.place, parameter.name)
        let place = "\(parameter.place == "header" ? "field" : parameter.place) \(parameter.name)"
        guard !values.isEmpty else {
            if parameter.isRequired { add("\(place): is missing") }
            return
        }
        guard let schema = parameter.schema else { return }
        check(texts: values, isJoined: parameter.isJoined, against: schema, at: place)
    }

    /// Checks the content.
    ///
    /// - Returns: `false` when its media type is none of those that are taken.
    mutating func check(_ body: OpenAPIContract.Body, of request: CheckedRequest) -> Bool {
        guard !request.body.isEmpty else {
            if body.isRequired { add("content: is missing") }
            return true
        }
        guard !body.contents.isEmpty else { return true }
        let type = request.fields["Content-Type"].flatMap { MediaType($0) }?.essence ?? ""
        guard let content = body.contents.first(where: { Self.fits(type, $0.type) }) else {
            let types = body.contents.map(\.type).joined(separator: ", ")
            add("content: has the media type \(type.isEmpty ? "none" : type), not \(types)")
            return false
        }
        guard let schema = content.schema else { return true }
        if OpenAPIText.isJSON(type) {
            do {
                check(try JSONValue(parsing: request.body), against: schema, at: "content")
            } catch {
                add("content: is no JSON at \(error.location): \(error.detail)")
            }
        } else if type == "application/x-www-form-urlencoded" {
            let items = OpenAPIContract.items(
                request.body.text,
                separator: "&",
                plusIsSpace: true
            )
            check(form: items, against: schema)
        }
        return true
    }

    /// Whether a media type is in a range such as `text/*`.
    private static func fits(_ type: String, _ range: String) -> Bool {
        let range = MediaType(range)?.essence ?? range.lowercased()
        if range == "*/*" || range == type { return true }
        return range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
    }
}
