public import HTTPModel

/// A monitor that writes one line for each event.
///
/// Lines look like `#12 +0.503 s retry in 2.0 s: status 503`. Secrets are replaced by the names of
/// the redaction policy: values of credential fields and query items, and user information; content
/// is never shown, only its size. What a server sent cannot break a line: control characters are
/// escaped.
public struct EventLog: EventMonitor {
    /// What is secret.
    public var redaction: RedactionPolicy
    /// Whether the fields of requests and responses are shown.
    public var showsFields: Bool
    private let sink: @Sendable (String) -> Void

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - redaction: What is secret.
    ///   - showsFields: Whether the fields of requests and responses are shown.
    ///   - sink: Takes each line, without a line break, on any thread; must return quickly.
    public init(
        redaction: RedactionPolicy = .standard,
        showsFields: Bool = false,
        sink: @escaping @Sendable (String) -> Void
    ) {
        self.redaction = redaction
        self.showsFields = showsFields
        self.sink = sink
    }

    /// Writes the line of `event`.
    public func record(_ event: CallEvent) { sink(line(for: event)) }

    /// The line of `event`.
    public func line(for event: CallEvent) -> String {
        let text = Self.escaped(text(for: event))
        return "\(event.call) +\(Self.seconds(event.offset)) \(text)"
    }

    private func text(for event: CallEvent) -> String {
        switch event.kind {
        case .started(let request):
            return "start \(request.method) \(redaction.redacting(request.target))"
        case .adapted(let request):
            return "attempt \(event.attempt) \(request.method) "
                + redaction.redacting(request.target)
        case .sending(let request):
            return "send \(request.method) \(redaction.redacting(request.target))"
                + size(request.body.count) + fields(request.fields)
        case .receivedHead(let head):
            return "head \(status(head))" + fields(head.fields)
        case .redirected(let decision):
            let location = redaction.redacting(decision.location)
            let verdict = decision.next == nil ? "not followed" : "followed"
            return "redirect to \(location), \(verdict): \(redaction.redacting(decision.reason))"
        case .retrying(let decision):
            let wait = Self.seconds(decision.delay)
            return "retry in \(wait): \(redaction.redacting(decision.reason))"
        case .refused(let failure):
            return "refused: \(redaction.redacting(failure.detail))"
        case .finished(let exchange):
            return "end " + outcome(of: exchange)
        }
    }

    private func outcome(of exchange: Exchange) -> String {
        var text =
            switch exchange.result {
            case .success(let response): status(response.head) + size(response.body.count)
            case .failure(let failure):
                "\(failure.code.rawValue) in \(failure.phase.rawValue): "
                    + redaction.redacting(failure.message)
            }
        if exchange.attempts > 1 { text += ", \(exchange.attempts) attempts" }
        if let reason = exchange.hops.last?.retry?.reason,
            exchange.hops.last?.retry?.isRetried == false
        {
            text += ", not sent again: \(redaction.redacting(reason))"
        }
        return text
    }

    private func status(_ head: HTTPResponseHead) -> String {
        let phrase = head.reasonPhrase
        return "\(head.status.rawValue)" + (phrase.isEmpty ? "" : " \(redaction.redacting(phrase))")
    }

    private func size(_ count: Int) -> String { count == 0 ? "" : ", \(count) bytes" }

    private func fields(_ fields: HTTPFields) -> String {
        guard showsFields, !fields.isEmpty else { return "" }
        let list = fields.map { "\($0.name): \(redaction.redacting($0))" }
        return " {" + list.joined(separator: "; ") + "}"
    }

    /// The duration in seconds with three decimals, such as `0.503 s`.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.wholeNanoseconds / 1_000_000
        let fraction = String(milliseconds % 1000)
        let zeros = String(repeating: "0", count: max(0, 3 - fraction.utf8.count))
        return "\(milliseconds / 1000).\(zeros)\(fraction) s"
    }

    private static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isControl(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a terminal or a line-oriented reader may act on the character.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
