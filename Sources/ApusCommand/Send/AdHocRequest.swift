import ClientCore
import CollectionRun
import Collections
import Documents
import Files
import HTTPModel

/// A request as `apus send` was told to make it.
struct AdHocRequest: Sendable {
    /// What to send.
    var request: HTTPRequest
    /// The credential the pipeline is to add.
    var token: Token?
    /// What deserves a look, such as an option of curl that was left out.
    var notes: [String] = []
}

/// Makes the request of `apus send` from its operands and options.
struct AdHocReader {
    private let arguments: ParsedArguments
    private let readInput: () throws -> Octets
    private var content: [SendItem] = []
    private var query: [QueryItem] = []
    private var fields = HTTPFields()

    /// Reads the command line.
    ///
    /// - Parameters:
    ///   - arguments: Operands and options.
    ///   - readInput: Gives the standard input.
    /// - Returns: What to send.
    /// - Throws: `UsageError` when the words make no request, `CommandFailure` for a file that cannot
    ///   be read or holds something else.
    static func read(
        _ arguments: ParsedArguments,
        readInput: @escaping () throws -> Octets = { try StandardInput.readAll() }
    ) throws -> AdHocRequest {
        var reader = AdHocReader(arguments: arguments, readInput: readInput)
        var result = try arguments.has("curl") ? reader.readCurl() : reader.readItems()
        try reader.applyOptions(to: &result)
        return result
    }

    private init(arguments: ParsedArguments, readInput: @escaping () throws -> Octets) {
        self.arguments = arguments
        self.readInput = readInput
    }

    // MARK: curl

    private func readCurl() throws -> AdHocRequest {
        guard arguments.operands.isEmpty else {
            throw failure("--curl and '\(arguments.operands[0])' exclude each other")
        }
        let given = arguments.value("curl") ?? ""
        let text = given == "-" ? try readInput().text : given
        do throws(CurlProblem) {
            let commands = try CurlCommand.read(text)
            let requests = try commands[0].requests { try? FileSystem.read($0) }
            var notes = commands[0].notes
            if commands.count > 1 || requests.count > 1 {
                notes.append("only the first of several requests is sent")
            }
            return AdHocRequest(request: requests[0], notes: notes)
        } catch {
            throw failure("--curl: \(error)")
        }
    }

    // MARK: Items

    private mutating func readItems() throws -> AdHocRequest {
        var words = arguments.operands[...]
        guard let first = words.first else { throw failure("'apus send' needs a URL") }
        var method: String?
        if words.count > 1, Self.isMethod(first) { method = words.removeFirst() }
        let url = words.removeFirst()
        for word in words { try take(word) }
        let body = try self.body()
        method = method ?? (content.isEmpty && !arguments.has("data") ? "GET" : "POST")
        guard let method = HTTPMethod(rawValue: Self.spelled(method ?? "GET")) else {
            throw failure("'\(method ?? "")' is no method")
        }
        var target: TargetURI
        do {
            target = try TargetURI(Self.completed(url))
        } catch {
            throw failure("'\(url)' is no URL: \(error)")
        }
        if !query.isEmpty { target.queryItems += query }
        return AdHocRequest(
            request: HTTPRequest(method, target, fields: fields, body: body)
        )
    }

    /// Words in capitals, and the usual methods in small letters.
    private static func isMethod(_ word: String) -> Bool {
        let isName = word.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
        return isName || HTTPMethod.common.contains { $0.rawValue.lowercased() == word }
    }

    private static func spelled(_ method: String) -> String {
        HTTPMethod.common.first { $0.rawValue.lowercased() == method }?.rawValue ?? method
    }

    /// `:8080/a` is on this machine, and a URL without a scheme is `http`.
    private static func completed(_ url: String) -> String {
        if url.hasPrefix(":") {
            let rest = url.dropFirst()
            return "http://localhost" + (rest.first?.isNumber == true ? ":" : "") + rest
        }
        return url.contains("://") ? url : "http://" + url
    }

    private mutating func take(_ word: String) throws {
        guard let item = SendItem(word) else {
            throw failure(
                "'\(word)' is no item; write Field:value, name==query, key=text, key:=json or @file"
            )
        }
        switch item {
        case .query(let name, let value):
            query.append(QueryItem(name: name, value: value))
        case .field(let name, let value):
            guard HTTPToken.isToken(name) else { throw failure("'\(name)' is no field name") }
            guard !value.isEmpty || word.hasSuffix(";") else {
                throw failure("'\(word)' has no value; '\(name);' sends the field empty")
            }
            fields.append(name, value)
        default:
            content.append(item)
        }
    }

    // MARK: Content

    private mutating func body() throws -> RequestBody {
        if let data = arguments.value("data") {
            guard content.isEmpty else {
                throw failure("--data and items of content exclude each other")
            }
            return .octets(data == "-" ? try readInput() : Octets(utf8: data))
        }
        if let first = content.first, case .content(let path) = first {
            guard content.count == 1 else { throw failure("@\(path) is the whole content") }
            return try wholeFile(path)
        }
        guard !content.isEmpty else { return .none }
        let hasFile = content.contains { if case .formFile = $0 { true } else { false } }
        if hasFile || arguments.has("multipart") { return try multipart() }
        if arguments.has("form") { return try form() }
        return try json()
    }

    private mutating func wholeFile(_ path: String) throws -> RequestBody {
        if path == "-" { return .octets(try readInput()) }
        guard FileSystem.exists(path), !FileSystem.isDirectory(path) else {
            throw CommandFailure(.invalidInput, "\(path): no such file")
        }
        setDefault("Content-Type", MediaType.essence(ofFileNamed: path))
        return .file(path)
    }

    private mutating func json() throws -> RequestBody {
        var members: [JSONMember] = []
        for item in content {
            switch item {
            case .text(let name, let value):
                members.append(JSONMember(name, .string(value)))
            case .textFile(let name, let path):
                members.append(JSONMember(name, .string(try text(of: path))))
            case .json(let name, let text):
                members.append(JSONMember(name, try value(Octets(utf8: text), of: name)))
            case .jsonFile(let name, let path):
                members.append(JSONMember(name, try value(try FileSystem.read(path), of: name)))
            default:
                throw failure("@file is the whole content, so nothing stands beside it")
            }
        }
        setDefault("Content-Type", "application/json")
        setDefault("Accept", "application/json, */*;q=0.5")
        return .octets(Octets(utf8: JSONValue.object(members).encoded(pretty: false)))
    }

    private func value(_ octets: Octets, of name: String) throws -> JSONValue {
        do {
            return try JSONValue(parsing: octets)
        } catch {
            throw failure("the value of '\(name)' is no JSON: \(error); '\(name)=…' takes any text")
        }
    }

    private mutating func form() throws -> RequestBody {
        let items = try content.map { item -> String in
            let (name, value) = try formValue(item)
            return PercentEncoding.encode(name, for: .formItem) + "="
                + PercentEncoding.encode(value, for: .formItem)
        }
        setDefault("Content-Type", "application/x-www-form-urlencoded")
        return .octets(Octets(utf8: items.joined(separator: "&")))
    }

    private func multipart() throws -> RequestBody {
        var form = MultipartForm()
        for item in content {
            if case .formFile(let name, let given) = item {
                let (path, type) = Self.pathAndType(given)
                guard FileSystem.exists(path) else {
                    throw CommandFailure(.invalidInput, "\(path): no such file")
                }
                form.append(name: name, file: path, mediaType: type)
            } else {
                let (name, value) = try formValue(item)
                form.append(name: name, value: value)
            }
        }
        return .multipart(form)
    }

    /// `file;type=MEDIA` in its parts.
    private static func pathAndType(_ text: String) -> (String, String?) {
        guard let mark = text.firstRange(of: ";type=") else { return (text, nil) }
        return (String(text[..<mark.lowerBound]), String(text[mark.upperBound...]))
    }

    private func formValue(_ item: SendItem) throws -> (String, String) {
        switch item {
        case .text(let name, let value), .json(let name, let value): (name, value)
        case .textFile(let name, let path), .jsonFile(let name, let path):
            (name, try text(of: path))
        default: throw failure("@file is the whole content, so nothing stands beside it")
        }
    }

    private func text(of path: String) throws -> String {
        guard let text = try FileSystem.read(path).validText else {
            throw CommandFailure(
                .invalidInput,
                "\(path) is no UTF-8 text; name@file sends any bytes"
            )
        }
        return text
    }

    private mutating func setDefault(_ name: String, _ value: String) {
        if !fields.contains(named: name) { fields.append(name, value) }
    }

    // MARK: Options

    private func applyOptions(to result: inout AdHocRequest) throws {
        if let text = arguments.value("token") {
            do {
                result.token = try TokenSetting(text: text).token
            } catch {
                throw failure("--token: \(error.detail)")
            }
        }
        if let user = arguments.value("user") {
            let colon = user.firstIndex(of: ":") ?? user.endIndex
            result.request.options.authentication = .basic(
                user: String(user[..<colon]),
                password: Secret(String(user[colon...].dropFirst()))
            )
        }
        if let text = arguments.value("timeout") {
            guard let limit = Duration(readable: text.last?.isNumber == true ? text + "s" : text)
            else { throw failure("--timeout takes a time such as 10s or 500ms, not '\(text)'") }
            result.request.options.timeouts.total = limit
        }
        if let text = arguments.value("content-limit") {
            guard let limit = ByteCountText.count(text) else {
                throw failure("--content-limit takes a size such as 200MB or 4GiB, not '\(text)'")
            }
            result.request.options.contentLimitInBytes = limit
        }
        if arguments.has("insecure") { result.request.options.isVerifyingTLS = false }
        if arguments.has("no-redirect") { result.request.options.redirectLimit = 0 }
        if let version = arguments.value("http") {
            result.request.options.version = version == "1.1" ? .http1_1 : .http2
        }
    }

    private func failure(_ detail: String) -> UsageError { UsageError(.send, detail) }
}

extension TokenSetting {
    /// The token of a setting without templates; `nil` for none.
    fileprivate var token: Token? {
        switch self {
        case .bearer(let value): .bearer(value)
        case .query(let name, let value): .query(name: name, value: value)
        case .body(let name, let value): .body(name: name, value: value)
        case .field(let name, let value): .field(name: name, value: value)
        case .none: nil
        }
    }
}
