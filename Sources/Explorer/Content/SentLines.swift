import CollectionRun
import Collections
import HTTPModel
import Screen

/// The Sent tab: the exact bytes of each hop, secrets hidden, and where each value came from.
enum SentLines {
    static func lines(of result: RunResult) -> [StyledLine] {
        guard let exchange = result.shownExchange else {
            return [StyledLine("Nothing was sent.", .dim)]
        }
        let mask = result.mask
        var lines: [StyledLine] = []
        for (index, hop) in exchange.hops.enumerated() {
            if index > 0 { lines.append(StyledLine()) }
            if exchange.hops.count > 1 {
                lines.append(
                    StyledLine("Hop \(index + 1) · \(hop.sent.target.authority)", .heading)
                )
            }
            lines += headLines(of: hop.sent, mask)
            lines += bodyLines(of: hop.sent.body, mask)
            if let redirect = hop.redirect { lines += redirectLines(of: redirect, mask) }
        }
        if let origins = result.resolved?.origins, !origins.isEmpty {
            lines += [StyledLine(), StyledLine("Where values come from", .heading)]
            lines += origins.map { origin in
                StyledLine([
                    StyledSpan("  \(origin.part)", .key), StyledSpan("  " + mask(origin.text)),
                    StyledSpan("  " + origin.source, .dim),
                ])
            }
        }
        return lines
    }

    /// The head as it was written; for HTTP/2, the fields.
    private static func headLines(of sent: SentRequest, _ mask: SecretMask) -> [StyledLine] {
        var lines = [
            StyledLine([
                StyledSpan(sent.method.rawValue, .method),
                StyledSpan(" " + mask(requestTarget(of: sent))),
            ])
        ]
        for field in sent.fields {
            let value = isCredential(field.name) ? hidden(field.value) : mask(field.value)
            let isHidden = value != field.value
            lines.append(
                StyledLine([
                    StyledSpan(field.name, .key), StyledSpan(": ", .punctuation),
                    StyledSpan(value, isHidden ? .secret : .plain),
                ])
            )
        }
        return lines + [StyledLine()]
    }

    /// What stood between method and version: the whole request line is known for HTTP/1.
    private static func requestTarget(of sent: SentRequest) -> String {
        let line = sent.headOctets.prefix { $0 != 0x0D && $0 != 0x0A }
        guard !line.isEmpty else { return sent.target.requestTarget }
        let text = String(decoding: line, as: UTF8.self)
        return text.split(separator: " ", maxSplits: 1).last.map(String.init) ?? text
    }

    private static func bodyLines(of body: Octets, _ mask: SecretMask) -> [StyledLine] {
        guard !body.isEmpty else { return [StyledLine("(no content)", .dim)] }
        guard let text = body.slice(0..<min(body.count, previewLimit)).validText else {
            return [StyledLine("(\(Formatting.bytes(body.count)) that are not text)", .dim)]
        }
        var lines = TextBuffer.split(mask(text)).map { StyledLine($0.text) }
        if body.count > previewLimit {
            let rest = Formatting.bytes(body.count - previewLimit)
            lines.append(StyledLine("… and \(rest) more", .dim))
        }
        return lines
    }

    private static func redirectLines(
        of redirect: RedirectDecision,
        _ mask: SecretMask
    ) -> [StyledLine] {
        let target = redirect.next.map { mask($0.displayText) }
        var lines = [
            StyledLine([
                StyledSpan("→ redirect ", .statusRedirect),
                StyledSpan(target ?? "not followed: \(mask(redirect.location))"),
                StyledSpan("  \(redirect.reason)", .dim),
            ])
        ]
        if !redirect.droppedFields.isEmpty {
            let names = redirect.droppedFields.joined(separator: ", ")
            lines.append(StyledLine("  not carried over: \(names)", .warning))
        }
        return lines
    }

    /// How much of a body is shown, in bytes.
    private static let previewLimit = 64 * 1024

    private static func isCredential(_ name: String) -> Bool {
        ["Authorization", "Proxy-Authorization", "Cookie"].contains {
            HTTPToken.equalsIgnoringCase($0, name)
        }
    }

    /// A credential without its secret part: a scheme such as `Bearer` stays, the rest goes.
    private static func hidden(_ value: String) -> String {
        let scheme = value.prefix { $0.isLetter }
        let isScheme = value.dropFirst(scheme.count).first == " "
        return (isScheme ? scheme + " " : "") + SecretMask.placeholder
    }
}
