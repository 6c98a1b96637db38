import ClientCore
import Collections
import HTTPModel

/// Reads curl command lines: a file of them, or a paste.
enum CurlPasteReader: ForeignReader {
    private static let otherExtensions = [".json", ".yaml", ".yml", ".har", ".bru", ".hurl"]

    static func recognizes(_ source: ForeignSource) -> Bool {
        guard !otherExtensions.contains(where: { source.path.hasSuffix($0) }) else { return false }
        return source.text.split(whereSeparator: \.isNewline).contains { line in
            let text = line.trimmingSpaces
            return ["curl ", "$ curl ", "curl.exe ", "\"curl\"", "'curl'"].contains {
                text.hasPrefix($0)
            } || text == "curl" || text.contains("| curl ") || text.contains("/curl ")
        }
    }

    static func read(_ source: ForeignSource) throws(ImportError) -> ImportedCollection {
        let commands: [CurlCommand]
        do {
            commands = try CurlCommand.read(source.text)
        } catch {
            throw ImportError(.curl, detail: error.description)
        }
        var result = ImportedCollection(format: .curl)
        for command in commands {
            let requests = requests(command, source.sibling)
            if requests.isEmpty { result.notes.append("a curl command that names no URL") }
            result.requests += requests
        }
        return result
    }

    /// A request for each URL of the command.
    static func requests(
        _ command: CurlCommand,
        _ sibling: (String) -> Octets?
    ) -> [ImportedRequest] {
        var base = ImportedRequest(method: command.method)
        base.notes = command.notes
        readFields(command, into: &base)
        readContent(command, into: &base)
        readAuthentication(command, into: &base)
        readOptions(command, into: &base)
        var query: [ImportedPair] = []
        for part in command.queryParts + (command.putsDataInQuery ? command.data : []) {
            query += pairs(part, sibling)
        }
        return command.expandedURLs.map { url in
            var request = base
            if command.urlsWithoutPattern.contains(url), url.firstRange(of: "{{") == nil {
                request.notes.append("the braces or brackets of the URL as a pattern of curl")
            }
            let text = literal(url.contains("://") ? url : "http://" + url)
            request.url = TemplateText.adding(query, to: text)
            return request
        }
    }

    private static func literal(_ text: String) -> String { TemplateText.escaping(text) }

    // MARK: Fields

    private static func readFields(_ command: CurlCommand, into request: inout ImportedRequest) {
        for header in command.headers {
            switch header {
            case .field(let field):
                request.fields.append(ImportedPair(field.name, literal(field.value)))
            case .removed(let name): request.notes.append("leaving out the field \(name)")
            case .file(let path): request.notes.append("the fields of the file \(path)")
            case .unusable: request.notes.append("a header without a colon")
            }
        }
        let others = [
            ("User-Agent", command.userAgent), ("Referer", command.referer),
            ("Cookie", command.cookies), ("Range", command.range.map { "bytes=" + $0 }),
        ]
        for (name, value) in others {
            if let value, !value.isEmpty { request.addMissingField(name, literal(value)) }
        }
        if let bearer = command.bearer { request.token = .bearer(literal(bearer.value)) }
    }

    // MARK: Content

    private static func readContent(_ command: CurlCommand, into request: inout ImportedRequest) {
        if let path = command.uploadFile {
            request.body = .file(path: path)
        } else if !command.form.isEmpty {
            request.body = .multipart(command.form.map(part))
        } else if !command.data.isEmpty, !command.putsDataInQuery {
            readData(command.data, into: &request)
        }
    }

    private static func part(_ part: CurlCommand.FormPart) -> ImportedPart {
        let content: ImportedPart.Content
        switch part.source {
        case .octets(let octets): content = .text(literal(octets.text))
        case .file(let path): content = .file(path: path)
        }
        return ImportedPart(
            part.name,
            content,
            fileName: part.isFile ? part.fileName : nil,
            mediaType: part.mediaType
        )
    }

    private static func readData(
        _ data: [CurlCommand.DataPart],
        into request: inout ImportedRequest
    ) {
        let isJSON = data.contains { $0.treatment == .json }
        if isJSON {
            request.addMissingField("Content-Type", "application/json")
            request.addMissingField("Accept", "application/json")
        } else {
            request.addMissingField("Content-Type", "application/x-www-form-urlencoded")
        }
        if data.count == 1, case .file(let path) = data[0].source {
            if path == "-" {
                request.notes.append("content from standard input")
            } else {
                request.body = .file(path: path)
                if data[0].treatment != .asIs, data[0].treatment != .json {
                    request.notes.append("taking line breaks out of the file \(path)")
                }
            }
            return
        }
        var text = ""
        for (i, part) in data.enumerated() {
            if i > 0, part.treatment != .json { text += "&" }
            switch (part.source, part.treatment) {
            case (.octets(let octets), .encoded(let name)):
                if !name.isEmpty { text += name + "=" }
                text += PercentEncoding.encode(octets.text, for: .formItem)
            case (.octets(let octets), _): text += literal(octets.text)
            case (.file(let path), _): request.notes.append("content of the file \(path)")
            }
        }
        request.body = .text(text)
    }

    /// A piece of content as query items, encoded already.
    private static func pairs(
        _ part: CurlCommand.DataPart,
        _ sibling: (String) -> Octets?
    ) -> [ImportedPair] {
        let octets: Octets
        switch part.source {
        case .octets(let given): octets = given
        case .file(let path): octets = sibling(path) ?? Octets()
        }
        if case .encoded(let name) = part.treatment {
            return name.isEmpty
                ? [ImportedPair(literal(octets.text), nil)]
                : [ImportedPair(name, literal(octets.text))]
        }
        return octets.text.split(separator: "&").map { item in
            let equals = item.firstIndex(of: "=")
            func decoded(_ text: Substring) -> String {
                literal(PercentEncoding.decode(text, plusIsSpace: true))
            }
            guard let equals else { return ImportedPair(decoded(item), nil) }
            return ImportedPair(
                decoded(item[..<equals]),
                decoded(item[item.index(after: equals)...])
            )
        }
    }

    // MARK: Credentials and options

    private static func readAuthentication(
        _ command: CurlCommand,
        into request: inout ImportedRequest
    ) {
        func add(_ scheme: String, _ user: String, _ password: Secret) {
            request.addCredentials(
                scheme,
                user: literal(user),
                password: literal(password.value)
            )
        }
        switch command.authentication {
        case nil: break
        case .basic(let user, let password):
            add("Basic", user, password)
        case .digest(let user, let password):
            add("Digest", user, password)
        case .ntlm(let user, let password):
            add("NTLM", user, password)
        case .negotiate: request.notes.append("Negotiate authentication")
        case .awsSigV4(let signing):
            request.addAWSCredentials(
                keyID: signing.keyID,
                secret: signing.secret.value,
                token: signing.sessionToken?.value ?? "",
                region: signing.region ?? "",
                service: signing.service ?? ""
            )
        }
    }

    private static func readOptions(_ command: CurlCommand, into request: inout ImportedRequest) {
        let options = command.options
        func add(_ name: String, _ value: String? = nil) {
            request.directives.append(ImportedPair(name, value))
        }
        if options.redirectLimit == 0 { add("no-redirect") }
        if !options.isVerifyingTLS { add("insecure") }
        if let proxy = options.proxy, !proxy.isEmpty { add("proxy", proxy) }
        if let total = options.timeouts.total { add("timeout", milliseconds(total)) }
        let connect = options.timeouts.connect
        if let connect, connect != RequestOptions.Timeouts().connect {
            add("connection-timeout", milliseconds(connect))
        }
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
