import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// The Cookies tab: what each hop sent and set, with attributes, and what was refused and why.
enum CookieLines {
    static func lines(of result: RunResult, width: Int) -> [StyledLine] {
        guard let exchange = result.shownExchange else {
            return [StyledLine("Nothing was sent.", .dim)]
        }
        var lines: [StyledLine] = []
        for (index, hop) in exchange.hops.enumerated() {
            let part = hopLines(hop, result.mask, width)
            guard !part.isEmpty else { continue }
            if !lines.isEmpty { lines.append(StyledLine()) }
            let target = "\(hop.sent.method.rawValue) \(hop.sent.target.displayText)"
            lines.append(StyledLine("\(index + 1) \(result.mask(target))", .heading))
            lines += part
        }
        guard lines.isEmpty else { return lines }
        return [
            StyledLine("No cookie was sent, and none was set.", .dim),
            StyledLine(),
        ]
            + StyledLine.wrapped(
                "Cookies that a response sets go out with later requests of this environment; "
                    + "# @no-cookie-jar keeps a request out of it.",
                width: width,
                .dim
            )
    }

    private static func hopLines(_ hop: Hop, _ mask: SecretMask, _ width: Int) -> [StyledLine] {
        let sent = hop.sent.fields.values(named: "Cookie").flatMap { pairs($0) }
        let set = (hop.responseHead?.fields.values(named: "Set-Cookie") ?? []).map(
            ReceivedCookie.init
        )
        let nameWidth = min(
            24,
            (sent.map(\.name) + set.map(\.name)).map(DisplayWidth.columns).max() ?? 0
        )
        var lines = sent.map { pair in
            StyledLine([
                StyledSpan("  sent     ", .dim), StyledSpan(padded(pair.name, nameWidth), .key),
                StyledSpan("  " + SecretMask.placeholder, .secret),
            ])
        }
        var refusals = hop.refusedCookies[...]
        for cookie in set {
            var reason: String?
            if let first = refusals.first, first.hasPrefix(cookie.refusalPrefix) {
                reason = String(first.dropFirst(cookie.refusalPrefix.count))
                refusals.removeFirst()
            }
            lines.append(
                StyledLine(
                    [
                        StyledSpan(
                            reason == nil ? "  set      " : "  refused  ",
                            reason == nil ? .success : .failure
                        ),
                        StyledSpan(padded(cookie.name, nameWidth), .key),
                        StyledSpan("  " + mask(cookie.value)),
                    ],
                    copyText: cookie.value
                )
            )
            if let reason { lines += below(reason, .warning, width) }
            let attributes = cookie.attributes.joined(separator: " · ")
            lines += below(attributes.isEmpty ? "for this session" : attributes, .dim, width)
        }
        return lines
    }

    /// Text below a cookie, indented as its name is.
    private static func below(_ text: String, _ role: StyleRole, _ width: Int) -> [StyledLine] {
        DisplayWidth.wrapped(text, columns: max(16, width - 13)).map {
            StyledLine("           " + $0, role)
        }
    }

    private static func pairs(_ value: String) -> [(name: String, value: String)] {
        value.split(separator: ";").map { part in
            let pair = Substring(part).trimmingBlanks
            let name = pair.prefix { $0 != "=" }
            return (String(name), String(pair.dropFirst(name.count + 1)))
        }
    }

    private static func padded(_ text: String, _ columns: Int) -> String {
        text + String(repeating: " ", count: max(0, columns - DisplayWidth.columns(of: text)))
    }
}

/// A `Set-Cookie` field as it was sent.
private struct ReceivedCookie {
    let name: String
    let value: String
    let attributes: [String]

    init(_ field: String) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map {
            Substring($0).trimmingBlanks
        }
        let pair = parts.first ?? ""
        let start = pair.prefix { $0 != "=" }
        let hasName = start.count < pair.count
        name = hasName ? Substring(start).trimmingBlanks : ""
        value = hasName ? String(pair.dropFirst(start.count + 1)).trimmingBlanks : pair
        attributes = parts.dropFirst().filter { !$0.isEmpty }
    }

    /// How a refusal of this cookie begins.
    var refusalPrefix: String {
        let name = String(name.prefix(60))
        return (name.isEmpty ? "cookie without name" : name) + ": "
    }
}
