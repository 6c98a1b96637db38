import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel
import Screen

/// The TLS tab: version, cipher, verdict and certificates of each hop.
enum TLSLines {
    /// The lines.
    ///
    /// - Parameters:
    ///   - result: What came of the request.
    ///   - time: When it came, for the days that are left; `nil` shows dates alone.
    ///   - width: The columns there are.
    /// - Returns: A block of lines for each hop.
    static func lines(of result: RunResult, at time: HTTPDate?, width: Int) -> [StyledLine] {
        guard let exchange = result.exchange else { return [StyledLine("Nothing was sent.", .dim)] }
        guard !exchange.hops.isEmpty else { return [StyledLine("No connection was made.", .dim)] }
        let pins = exchange.request.options.tls?.publicKeyPins ?? []
        var lines: [StyledLine] = []
        for (index, hop) in exchange.hops.enumerated() {
            if index > 0 { lines.append(StyledLine()) }
            lines.append(
                StyledLine(
                    "\(index + 1) \(hop.sent.target.scheme)://\(hop.sent.target.authority)",
                    .heading
                )
            )
            guard let facts = hop.tls else {
                lines.append(StyledLine("  " + absence(of: hop), .dim))
                continue
            }
            lines += connectionLines(of: facts, hop)
            for (number, certificate) in facts.certificates.enumerated() {
                lines.append(StyledLine())
                lines += certificateLines(
                    certificate,
                    number == 0 ? "Certificate" : "Signed by",
                    pins: pins,
                    time,
                    width
                )
            }
        }
        return lines
    }

    private static func absence(of hop: Hop) -> String {
        if hop.sent.target.scheme != "https" { return "not encrypted: the scheme is http" }
        if hop.cacheUse?.result == .hit { return "answered from the cache, without a connection" }
        if hop.failure != nil { return "no TLS connection was made" }
        return "nothing is known of the connection"
    }

    private static func connectionLines(of facts: TLSFacts, _ hop: Hop) -> [StyledLine] {
        var lines: [StyledLine] = []
        if facts.isInsecure {
            lines.append(
                StyledLine("  ⚠ not checked: any certificate is taken", .warning)
            )
        }
        if !facts.version.isEmpty {
            let reused = hop.isReusedConnection ? "  on a connection that was reused" : ""
            lines.append(
                StyledLine([
                    StyledSpan("  Version      ", .dim), StyledSpan(facts.version),
                    StyledSpan(reused, .dim),
                ])
            )
        }
        if !facts.cipher.isEmpty { lines.append(pair("Cipher", facts.cipher)) }
        let isTrusted = facts.verification.isTrusted
        lines.append(
            pair(
                "Verdict",
                isTrusted ? "trusted" : facts.verification.text,
                isTrusted ? .success : facts.isInsecure ? .warning : .failure
            )
        )
        if let failure = hop.failure, failure.code.rawValue.hasPrefix("tls.") {
            lines.append(pair("Failure", failure.code.rawValue, .failure))
        }
        return lines
    }

    private static func certificateLines(
        _ certificate: PeerCertificate,
        _ title: String,
        pins: [String],
        _ time: HTTPDate?,
        _ width: Int
    ) -> [StyledLine] {
        let subject = certificate.subject.isEmpty ? "(no name)" : certificate.subject
        var lines = rows("  " + title, subject, .plain, width)
        if certificate.isSelfIssued {
            lines.append(pair("Issuer", "itself: self-signed"))
        } else if !certificate.issuer.isEmpty {
            lines += rows("  Issuer", certificate.issuer, .plain, width)
        }
        if !certificate.alternativeNames.isEmpty {
            let names = certificate.alternativeNames.joined(separator: ", ")
            lines += rows("  Names", names, .plain, width)
        }
        if let start = certificate.notBefore { lines.append(pair("From", start.text)) }
        if let end = certificate.notAfter { lines.append(expiry(end, time)) }
        if !certificate.serialNumber.isEmpty {
            lines += rows("  Serial", certificate.serialNumber, .dim, width)
        }
        if !certificate.publicKeyPin.isEmpty {
            let isPinned = pins.contains { pin in
                pin == certificate.publicKeyPin || pin == "sha256//" + certificate.publicKeyPin
            }
            let mark = isPinned ? "  ✓ pinned" : ""
            let role: StyleRole = isPinned ? .success : .dim
            let pin = "sha256//\(certificate.publicKeyPin)\(mark)"
            lines += rows("  Pin", pin, role, width)
        }
        return lines
    }

    /// Until when a certificate is valid, with the days that are left.
    private static func expiry(_ end: HTTPDate, _ time: HTTPDate?) -> StyledLine {
        guard let time else { return pair("Until", end.text) }
        let days = (end.secondsSince1970 - time.secondsSince1970) / 86_400
        let count = "\(abs(days)) day\(abs(days) == 1 ? "" : "s")"
        let isOver = end < time
        let role: StyleRole = isOver ? .failure : days < 30 ? .warning : .success
        return StyledLine(
            [
                StyledSpan("  Until        ", .dim), StyledSpan(end.text + "  "),
                StyledSpan(isOver ? "expired \(count) ago" : "\(count) left", role),
            ],
            copyText: end.text
        )
    }

    private static func pair(
        _ name: String,
        _ value: String,
        _ role: StyleRole = .plain
    ) -> StyledLine {
        let blanks = String(repeating: " ", count: max(1, 13 - name.count))
        return StyledLine(
            [StyledSpan("  " + name + blanks, .dim), StyledSpan(value, role)],
            copyText: value
        )
    }

    /// A name with a value that may take several rows.
    private static func rows(
        _ name: String,
        _ value: String,
        _ role: StyleRole,
        _ width: Int
    ) -> [StyledLine] {
        let gap = 15
        let parts = DisplayWidth.wrapped(value, columns: max(16, width - gap - 1))
        let blanks = String(repeating: " ", count: gap - name.count)
        return parts.enumerated().map { index, part in
            let start = index == 0 ? name + blanks : String(repeating: " ", count: gap)
            return StyledLine([StyledSpan(start, .dim), StyledSpan(part, role)], copyText: value)
        }
    }
}
