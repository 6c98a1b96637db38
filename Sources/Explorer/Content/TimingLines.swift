import CollectionRun
import HTTPModel
import Screen

/// The Timing tab: a waterfall of phases for each hop and attempt.
enum TimingLines {
    static func lines(of result: RunResult, width: Int) -> [StyledLine] {
        guard let exchange = result.shownExchange else {
            return [StyledLine("Nothing was sent.", .dim)]
        }
        var lines = upstreamLines(result)
        lines.append(
            StyledLine([
                StyledSpan("Total ", .heading),
                StyledSpan(Formatting.duration(exchange.elapsed)),
                StyledSpan(summary(of: exchange), .dim),
            ])
        )
        let end = max(
            exchange.elapsed,
            exchange.hops.map { $0.startOffset + $0.timings.total }.max() ?? .zero
        )
        let mask = result.mask
        for (index, hop) in exchange.hops.enumerated() {
            lines.append(StyledLine())
            lines.append(title(of: hop, number: index + 1, mask))
            lines += phaseLines(of: hop, until: end, width: width)
            lines.append(detail(of: hop))
            lines += connectionLines(of: hop)
            if let retry = hop.retry { lines.append(line(for: retry)) }
        }
        return lines
    }

    private static func upstreamLines(_ result: RunResult) -> [StyledLine] {
        result.upstream.map { needed in
            let elapsed = needed.exchange.map { Formatting.duration($0.elapsed) } ?? "not sent"
            return StyledLine([
                StyledSpan("Before: ", .heading), StyledSpan("\(needed.name) "),
                StyledSpan(elapsed, .dim),
            ])
        }
    }

    private static func summary(of exchange: Exchange) -> String {
        var parts = ["\(exchange.hops.count) hop\(exchange.hops.count == 1 ? "" : "s")"]
        if exchange.attempts > 1 { parts.append("\(exchange.attempts) attempts") }
        return " · " + parts.joined(separator: " · ")
    }

    private static func title(of hop: Hop, number: Int, _ mask: SecretMask) -> StyledLine {
        var spans = [
            StyledSpan("\(number) ", .dim), StyledSpan(hop.sent.method.rawValue + " ", .method),
            StyledSpan(mask(hop.sent.target.displayText) + " "),
        ]
        if let head = hop.responseHead {
            spans.append(
                StyledSpan("\(head.status.rawValue)", ResponseRecord.role(of: head.status))
            )
        } else if let failure = hop.failure {
            spans.append(StyledSpan(failure.code.rawValue, .failure))
        }
        return StyledLine(spans)
    }

    /// One bar a phase, each starting where the one before ended.
    private static func phaseLines(of hop: Hop, until end: Duration, width: Int) -> [StyledLine] {
        let phases = hop.timings.phases.filter { $0.duration > .zero }
        let barWidth = max(8, width - 28)
        var start = hop.startOffset
        return phases.map { phase, duration in
            defer { start += duration }
            let first = columns(start, of: end, in: barWidth)
            let last = columns(start + duration, of: end, in: barWidth)
            let count = max(1, min(last, barWidth) - min(first, barWidth - 1))
            return StyledLine(
                [
                    StyledSpan("  " + padded(phase.rawValue, to: 12), .dim),
                    StyledSpan(padded(Formatting.duration(duration), to: 10, isRight: true) + "  "),
                    StyledSpan(String(repeating: " ", count: min(first, barWidth - 1))),
                    StyledSpan(String(repeating: "█", count: count), role(of: phase)),
                ],
                copyText: "\(phase.rawValue) \(Formatting.duration(duration))"
            )
        }
    }

    private static func detail(of hop: Hop) -> StyledLine {
        var parts: [String] = []
        if !hop.remoteAddress.isEmpty { parts.append(hop.remoteAddress) }
        if hop.isReusedConnection { parts.append("connection reused") }
        parts.append("\(Formatting.bytes(hop.bytesSent)) sent")
        parts.append("\(Formatting.bytes(hop.bytesReceived)) received")
        if hop.attempt > 1 { parts.append("attempt \(hop.attempt)") }
        return StyledLine("  " + parts.joined(separator: " · "), .dim)
    }

    /// What happened beside the phases: a cache, a proxy, challenges that were answered.
    private static func connectionLines(of hop: Hop) -> [StyledLine] {
        var lines: [StyledLine] = []
        if let use = hop.cacheUse {
            var text = "cache: \(use.result.rawValue)"
            if let age = use.ageInSeconds { text += ", \(age) s old" }
            if !use.reason.isEmpty { text += " · \(use.reason)" }
            let isStored = [.hit, .stale, .revalidated].contains(use.result)
            lines.append(StyledLine("  " + text, isStored ? .success : .dim))
        }
        if let proxy = hop.proxy {
            let way = proxy.isTunnel ? "through a tunnel of" : "by"
            let status = proxy.connectStatus.map { ", which answered \($0.rawValue)" } ?? ""
            lines.append(StyledLine("  \(way) the proxy \(proxy.address)\(status)", .dim))
        }
        lines += hop.authenticationLegs.map { leg in
            let schemes = leg.schemes.isEmpty ? "" : " (\(leg.schemes.joined(separator: ", ")))"
            let time = Formatting.duration(leg.duration)
            return StyledLine(
                "  challenge \(leg.status.rawValue)\(schemes) answered in \(time)",
                .dim
            )
        }
        return lines
    }

    /// Whether and why the request was sent again after this hop.
    private static func line(for retry: RetryDecision) -> StyledLine {
        let verdict =
            retry.isRetried
            ? "sent again after \(Formatting.duration(retry.delay)): " : "not sent again: "
        return StyledLine("  " + verdict + retry.reason, .dim)
    }

    private static func columns(_ time: Duration, of end: Duration, in width: Int) -> Int {
        guard end > .zero else { return 0 }
        return Int((time / end * Double(width)).rounded())
    }

    private static func role(of phase: Timings.Phase) -> StyleRole {
        switch phase {
        case .queued, .nameLookup: .waterfallLookup
        case .connect: .waterfallConnect
        case .tls: .waterfallTLS
        case .send: .waterfallSend
        case .wait: .waterfallWait
        case .receive: .waterfallReceive
        }
    }

    private static func padded(_ text: String, to count: Int, isRight: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, count - text.count))
        return isRight ? blanks + text : text + blanks
    }
}
