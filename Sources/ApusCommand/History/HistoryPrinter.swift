import CollectionRun
import Documents
import Fixtures
import HTTPModel
import History

/// What `apus history` prints, for people and as JSON.
struct HistoryPrinter: Sendable {
    private let console: Console

    init(_ console: Console) {
        self.console = console
    }

    // MARK: Lists

    /// Prints a table, the latest first.
    func write(_ items: [HistoryItem]) {
        guard !items.isEmpty else {
            console.output.writeLine("nothing is kept")
            return
        }
        let heading = [["ID", "SENT", "RESULT", "TIME", "SIZE", "ENV", "NAME", "REQUEST"]]
        let rows = items.map { item in
            [
                String(item.id), LocalTime.text(item.startedAt), item.result,
                item.elapsed.display, String(item.receivedCount),
                item.origin.environmentName ?? "-",
                item.origin.file.isEmpty ? item.origin.name : item.origin.requestID,
                item.method + " " + item.url,
            ]
        }
        console.output.write(TextTable.text(heading + rows, console.paint))
    }

    /// Prints a list as JSON.
    func writeJSON(_ items: [HistoryItem]) {
        let list = items.map { JSONValue.object(Self.members(of: $0)) }
        let value: JSONValue = ["schema": 1, "history": .array(list)]
        console.output.writeLine(value.encoded(pretty: true))
    }

    private static func members(of item: HistoryItem) -> [JSONMember] {
        func text(_ text: String?) -> JSONValue {
            text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null
        }
        let microseconds = Int64(item.elapsed / .microseconds(1))
        return [
            JSONMember("id", .number(String(item.id))),
            JSONMember("startedAt", .string(instant(item.startedAt))),
            JSONMember("method", .string(item.method)),
            JSONMember("url", .string(item.url)),
            JSONMember("status", item.statusCode.map { .number(String($0)) } ?? .null),
            JSONMember("failure", text(item.failureCode)),
            JSONMember("outcome", .string(item.outcome)),
            JSONMember("elapsedMs", .number(String(Double(microseconds) / 1000))),
            JSONMember("bytesReceived", .number(String(item.receivedCount))),
            JSONMember("request", text(item.origin.requestID)),
            JSONMember("name", text(item.origin.name)),
            JSONMember("file", text(item.origin.file)),
            JSONMember("collection", text(item.origin.root)),
            JSONMember("environment", text(item.origin.environmentName)),
        ]
    }

    private static func instant(_ microseconds: Int64) -> String {
        Timestamp.text(secondsSince1970: Int(microseconds / 1_000_000))
    }

    // MARK: One entry

    /// Prints an exchange: what was sent, what came, and what was replaced.
    func write(_ entry: HistoryEntry) {
        let item = entry.item
        let exchange = entry.exchange.exchange
        let name = item.origin.file.isEmpty ? item.origin.name : item.origin.requestID
        let environment = item.origin.environmentName.map { " · env: \($0)" } ?? ""
        line(
            "#\(item.id) · \(LocalTime.text(item.startedAt)) · \(name)\(environment) · "
                + "\(item.elapsed.display) · \(item.outcome)",
            .dim
        )
        console.output.writeLine()
        line("\(item.method) \(exchange.request.target.text)", .strong)
        // What went out in the first hop has the fields that the pipeline added.
        write(exchange.hops.first?.sent.fields ?? exchange.request.fields)
        let sent = entry.exchange.requestContent
        let type = exchange.request.fields["Content-Type"].flatMap { MediaType($0) }
        write(sent, type)
        if let reference = entry.exchange.requestReference { line("(\(reference))", .dim) }
        for hop in exchange.hops.dropLast() where hop.redirect != nil {
            let status = hop.responseHead.map { "\($0.status)" } ?? ""
            line("\(status) → \(hop.redirect?.location ?? "")", .dim)
        }
        console.output.writeLine()
        switch exchange.result {
        case .success(let response):
            let head = response.head
            line(
                "\(head.version.rawValue) \(head.status.rawValue) \(head.reasonPhrase)",
                .strong
            )
            write(head.fields)
            write(response.body, head.mediaType)
        case .failure(let failure):
            line("\(failure.code.rawValue): \(failure.message)", .bad)
            for cause in failure.causes { line("cause: \(cause)", .dim) }
            write(failure.partialBody, failure.partialHead?.mediaType)
        }
        if let note = Self.cutNote(entry) { line(note, .caution) }
        for redaction in entry.exchange.redactions {
            line("\(redaction.placeholder): \(redaction.places.joined(separator: ", "))", .dim)
        }
    }

    private func line(_ text: String, _ role: Paint.Role) {
        console.output.writeLine(console.paint(TextEscaping.visible(text), role))
    }

    private func write(_ fields: HTTPFields) {
        for field in fields {
            let name = console.paint(TextEscaping.visible(field.name), .accent)
            console.output.writeLine("\(name): \(TextEscaping.visible(field.value))")
        }
        console.output.writeLine()
    }

    private func write(_ content: Octets, _ mediaType: MediaType?) {
        guard !content.isEmpty else { return }
        let document = ResponseDocument(body: content, mediaType: mediaType)
        var last: UInt8 = 0x0A
        renderPlainText(document, isExact: false) { chunk in
            console.output.write(chunk)
            last = chunk.last ?? last
        }
        if last != 0x0A { console.output.writeLine() }
    }

    /// Says how much of the content is missing; `nil` when all of it was kept.
    static func cutNote(_ entry: HistoryEntry) -> String? {
        guard let count = entry.exchange.responseCount else { return nil }
        let kept = entry.exchange.responseContent.count
        return "content cut: \(kept) of \(count) bytes were kept"
    }

    /// Prints an exchange as JSON; content that is no UTF-8 text in Base64.
    func writeJSON(_ entry: HistoryEntry) {
        let exchange = entry.exchange.exchange
        var members = [JSONMember("schema", 1)] + Self.members(of: entry.item)
        var request = Self.content(entry.exchange.requestContent, entry.exchange.requestCount)
        let fields = exchange.hops.first?.sent.fields ?? exchange.request.fields
        request.insert(JSONMember("fields", Self.value(of: fields)), at: 0)
        if let reference = entry.exchange.requestReference {
            request.append(JSONMember("reference", .string(reference)))
        }
        members.append(JSONMember("sent", .object(request)))
        switch exchange.result {
        case .success(let response):
            let content = Self.content(response.body, entry.exchange.responseCount)
            members.append(
                JSONMember(
                    "response",
                    .object(
                        [
                            JSONMember("status", .number(String(response.status.rawValue))),
                            JSONMember("reason", .string(response.head.reasonPhrase)),
                            JSONMember("version", .string(response.head.version.rawValue)),
                            JSONMember("fields", Self.value(of: response.fields)),
                        ] + content
                    )
                )
            )
        case .failure(let failure):
            let content = Self.content(failure.partialBody, entry.exchange.responseCount)
            members.append(
                JSONMember(
                    "failed",
                    .object(
                        [
                            JSONMember("code", .string(failure.code.rawValue)),
                            JSONMember("phase", .string(failure.phase.rawValue)),
                            JSONMember("message", .string(failure.message)),
                            JSONMember("causes", .array(failure.causes.map { .string($0) })),
                        ] + content
                    )
                )
            )
        }
        let redactions = entry.exchange.redactions.map { redaction -> JSONValue in
            [
                "placeholder": .string(redaction.placeholder),
                "places": .array(redaction.places.map { .string($0) }),
            ]
        }
        members.append(JSONMember("redactions", .array(redactions)))
        console.output.writeLine(JSONValue.object(members).encoded(pretty: true))
    }

    private static func value(of fields: HTTPFields) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func content(_ octets: Octets, _ count: Int?) -> [JSONMember] {
        var members: [JSONMember] = []
        if let text = octets.validText {
            members.append(JSONMember("content", .string(text)))
        } else {
            members.append(
                JSONMember("contentBase64", .string(Fixtures.Base64.encode(octets.array)))
            )
        }
        if let count { members.append(JSONMember("contentCutFrom", .number(String(count)))) }
        return members
    }
}
