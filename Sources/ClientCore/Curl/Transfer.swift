import CCurl
import HTTPModel

/// One hop in flight: what libcurl is told, what it hands out, and what comes of it.
///
/// Used by the transfer thread alone. libcurl keeps a pointer to it from `begin` until its handle is
/// removed from the multi handle.
final class Transfer {
    /// What was asked for.
    let submission: Submission
    /// libcurl's handle.
    let easy: EasyHandle
    /// When the transfer thread took the hop up.
    let startTime = MonotonicTime.now
    /// Phases and limits.
    private(set) var clock: HopClock
    /// Heads and trailers.
    private(set) var parser = ResponseHeadParser()
    /// The head as written, request line to empty line.
    var sentHead: Octets { sentHeadBuilder.snapshot() }
    /// Bytes sent, head and content.
    private(set) var bytesSent = 0
    /// Bytes received, head and content, codings on.
    private(set) var bytesReceived = 0
    /// When the first byte of the response came; `nil` before.
    private(set) var firstByteTime: MonotonicTime?
    /// The cause when we ended the transfer ourselves.
    var verdict: NetworkFailure.Code?
    /// Whether the response is complete although libcurl was told to stop.
    private(set) var isCompleteEarly = false
    /// Whether the connection is made to a proxy.
    private(set) var usesProxy: Bool
    /// What is to be told to the observer, and when.
    var reports: ProgressReports

    private var sentHeadBuilder = OctetBuilder()
    private var content = OctetBuilder()
    private var contentBytesSent = 0
    private var isHeadSent = false

    /// Prepares `easy` for the hop; nothing is sent yet.
    init(_ submission: Submission, easy: EasyHandle, configuration: CurlTransport.Configuration) {
        self.submission = submission
        self.easy = easy
        let request = submission.request
        clock = HopClock(
            limits: request.options.timeouts,
            totalLimit: request.totalTimeLeft,
            start: submission.time
        )
        usesProxy = Self.usesProxy(request.options.proxyConfiguration)
        reports = ProgressReports(observer: submission.observer)
        easy.prepare(for: self, configuration: configuration)
    }

    /// The content received so far.
    var contentSoFar: Octets { content.snapshot() }

    /// How far the hop has come.
    var progress: HopProgress {
        HopProgress(
            phase: clock.phase,
            bytesSent: bytesSent,
            bytesReceived: bytesReceived,
            expectedBytes: announcedLength,
            head: parser.isComplete ? parser.head : nil,
            partialBody: parser.isComplete ? contentSoFar : nil
        )
    }

    /// The length the response announced, in bytes.
    private var announcedLength: Int? {
        parser.isComplete ? parser.head?.fields["Content-Length"].flatMap { Int($0) } : nil
    }
}

// What libcurl hands out.
extension Transfer {
    /// Takes in a piece of content; taking less than all of it ends the transfer.
    func received(content piece: UnsafeRawBufferPointer) -> Int {
        let now = MonotonicTime.now
        clock.contentMoved(at: now)
        reports.note(isUrgent: content.count == 0)
        if let limit = submission.request.options.contentLimitInBytes,
            content.count + piece.count > limit
        {
            unsafe content.append(
                UnsafeRawBufferPointer(rebasing: piece[..<(limit - content.count)])
            )
            verdict = .receiveTooLarge
            return 0
        }
        unsafe content.append(piece)
        return piece.count
    }

    /// Takes in a line of a head or trailer section.
    func received(line: UnsafeRawBufferPointer) -> Int {
        if firstByteTime == nil { firstByteTime = .now }
        let event = unsafe parser.read(line)
        // libcurl shows trailers once more among the content as it came, so they are counted there.
        if event != .trailer { bytesReceived += line.count }
        guard event == .headEnd else { return line.count }
        clock.enter(.receive, at: .now)
        reports.note(isUrgent: true)
        return beginContent() ? line.count : 0
    }

    /// Makes room for the content; `false` when no content is to be read.
    private func beginContent() -> Bool {
        let request = submission.request
        if request.method == .head, request.content != nil {
            // libcurl waits for content after a HEAD that carried some; there is none.
            isCompleteEarly = true
            return false
        }
        guard let length = announcedLength, length >= 0 else { return true }
        let isEncoded = parser.head?.fields.contains(named: "Content-Encoding") ?? false
        if isEncoded && request.options.isDecoding { return true }
        if let limit = request.options.contentLimitInBytes, length > limit,
            request.method != .head
        {
            verdict = .receiveTooLarge
            return false
        }
        if request.method != .head {
            content = OctetBuilder(expecting: min(length, Self.largestReservation))
        }
        return true
    }

    /// The most memory reserved for content because a server announced it.
    private static let largestReservation = 1 << 30

    /// Takes note of what goes over the wire, and of libcurl's remarks.
    func noted(_ type: curl_infotype, _ bytes: UnsafeRawBufferPointer) {
        switch type {
        case CURLINFO_HEADER_OUT: unsafe sent(head: bytes)
        case CURLINFO_DATA_OUT: sent(contentBytes: bytes.count)
        case CURLINFO_DATA_IN: bytesReceived += bytes.count
        case CURLINFO_SSL_DATA_OUT where clock.phase == .connect:
            clock.enter(.tls, at: .now)
            reports.note(isUrgent: true)
        case CURLINFO_TEXT where !usesProxy && clock.phase == .resolve:
            usesProxy = unsafe Self.isProxyRemark(bytes)
        default: break
        }
    }

    /// A connection is there; the request goes out next.
    func connected() {
        clock.enter(.send, at: .now)
        reports.note(isUrgent: true)
    }

    /// An address is known and a connection is tried.
    func madeSocket() {
        clock.enter(.connect, at: .now)
        reports.note(isUrgent: true)
    }

    private func sent(head bytes: UnsafeRawBufferPointer) {
        guard clock.isRequestPhase else { return }
        // A connection that died while idle makes libcurl send the request again on a new one.
        if isHeadSent {
            sentHeadBuilder = OctetBuilder()
            (isHeadSent, bytesSent, contentBytesSent) = (false, 0, 0)
        }
        unsafe sentHeadBuilder.append(bytes)
        bytesSent += bytes.count
        isHeadSent = sentHead.endsWithEmptyLine
        noteSending()
    }

    private func sent(contentBytes count: Int) {
        guard clock.isRequestPhase else { return }
        bytesSent += count
        contentBytesSent += count
        noteSending()
    }

    private func noteSending() {
        let now = MonotonicTime.now
        clock.contentMoved(at: now)
        if isHeadSent, contentBytesSent >= submission.request.body.count {
            clock.enter(.wait, at: now)
            reports.note(isUrgent: true)
        } else {
            reports.note(isUrgent: false)
        }
    }

    private static func usesProxy(_ proxy: ProxyConfiguration) -> Bool {
        switch proxy {
        case .server, .unreadable: true
        case .fromEnvironment, .none: false
        }
    }

    private static let proxyRemark = Array("Uses proxy env variable ".utf8)

    /// Whether libcurl says that it takes a proxy from the environment.
    private static func isProxyRemark(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let start = proxyRemark
        guard unsafe bytes.starts(with: start), bytes.count > start.count else { return false }
        // `no_proxy` is mentioned in the same words.
        return unsafe HTTPToken.lowered(bytes[start.count]) != UInt8(ascii: "n")
    }
}

extension Octets {
    /// Whether the last line is empty, as at the end of a head.
    fileprivate var endsWithEmptyLine: Bool {
        unsafe withUnsafeBytes { bytes in
            unsafe bytes.suffix(4).elementsEqual([0x0D, 0x0A, 0x0D, 0x0A] as [UInt8])
        }
    }
}

@available(*, unavailable)
extension Transfer: Sendable {}
