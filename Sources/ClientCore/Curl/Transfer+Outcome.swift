import CCurl
import Glibc
import HTTPModel

extension Transfer {
    /// What came of the hop that libcurl ended with `code`, or that we ended by `verdict`.
    ///
    /// - Parameters:
    ///   - code: libcurl's verdict.
    ///   - now: The present.
    ///   - isEnd: Whether the content has ended; a stream is told of its head before.
    /// - Returns: The response or the failure.
    func outcome(code: CURLcode, at now: MonotonicTime, isEnd: Bool = true) -> HopOutcome {
        if isEnd && verdict == nil && code == CURLE_OK { finishContent() }
        var outcome = HopOutcome(hop: Hop(sent: sentRequest))
        describe(in: &outcome.hop, at: now)
        conclude(&outcome, code: code, at: now)
        return outcome
    }

    private func describe(in hop: inout Hop, at now: MonotonicTime) {
        let isReused = isReusedConnection
        hop.bytesSent = bytesSent
        hop.bytesReceived = bytesReceived
        hop.timings = timings(at: now, isReusedConnection: isReused)
        describeConnection(in: &hop)
        hop.isReusedConnection = isReused
    }

    /// Notes the response or the failure.
    private func conclude(_ outcome: inout HopOutcome, code: CURLcode, at now: MonotonicTime) {
        let isDone = verdict == nil && (code == CURLE_OK || isCompleteEarly)
        isSuccess = false
        guard isDone, parser.isComplete, let head = parser.head else {
            outcome.end(failure(code: code, at: now))
            return
        }
        if isProxyAsking {
            outcome.end(failure(code: code, at: now))
        } else if let failure = missingTicket(at: now) {
            outcome.end(failure)
        } else {
            isSuccess = true
            outcome.hop.responseHead = head
            outcome.response = HTTPResponse(
                head: head,
                body: contentSoFar,
                encodedBody: encodedContent,
                trailers: parser.trailers
            )
        }
    }

    /// What went out.
    var sentRequest: SentRequest {
        var sent = submission.sent
        addHead(to: &sent)
        return sent
    }

    private func addHead(to sent: inout SentRequest) {
        let head = written.head
        guard !head.isEmpty else { return }
        // Only what goes through a proxy, answers a challenge or asks for an upgrade has fields of
        // libcurl's own.
        if route.proxy != nil || !legs.isEmpty || head.lineCount != sent.fields.count + 2 {
            sent.fields = Self.fields(ofHead: head)
        }
        // Over HTTP/2 libcurl shows a head in the manner of HTTP/1 that never went out so.
        if parser.head?.version != .http2 { sent.headOctets = head }
    }

    private static func fields(ofHead head: Octets) -> HTTPFields {
        var fields: [HTTPField] = []
        for line in head.split(separator: 0x0A).dropFirst() {
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            var value = line[(colon + 1)...]
            if value.last == 0x0D { value.removeLast() }
            if value.first == 0x20 { value.removeFirst() }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            fields.append(HTTPField(name: name, valueBytes: Array(value)))
        }
        return HTTPFields(fields)
    }

    /// Whether the connection had served another hop before.
    private var isReusedConnection: Bool {
        clock.isRequestPhase && easy.number(CURLINFO_NUM_CONNECTS) == 0
    }

    /// The phases from libcurl's marks and ours; a phase that was not left lasts until now.
    private func timings(at now: MonotonicTime, isReusedConnection: Bool) -> Timings {
        var timings = Timings()
        timings.total = now - clock.start
        timings.queued = startTime - clock.start
        let end = now - startTime
        var reached = Duration.zero
        func advance(to mark: Duration?) -> Duration {
            let next = min(max(mark ?? end, reached), end)
            defer { reached = next }
            return next - reached
        }
        func mark(_ what: CURLINFO) -> Duration? {
            let time = easy.time(what)
            return time > .zero ? time : nil
        }
        if isReusedConnection {
            timings.queued += advance(to: mark(CURLINFO_PRETRANSFER_TIME_T))
        } else {
            timings.nameLookup = advance(to: mark(CURLINFO_NAMELOOKUP_TIME_T))
            timings.connect = advance(to: mark(CURLINFO_CONNECT_TIME_T))
            if submission.request.target.scheme == "https" {
                timings.tls = advance(to: mark(CURLINFO_APPCONNECT_TIME_T))
            }
        }
        timings.send = advance(to: clock.requestSentAt.map { $0 - startTime })
        timings.wait = advance(to: firstByteTime.map { $0 - startTime })
        timings.receive = end - reached
        return timings
    }

    private func failure(code: CURLcode, at now: MonotonicTime) -> NetworkFailure {
        let fault = CurlFault(
            code: code,
            text: easy.problem,
            systemError: Int32(easy.number(CURLINFO_OS_ERRNO)),
            verifyResult: easy.number(CURLINFO_SSL_VERIFYRESULT),
            proxyStatus: easy.number(CURLINFO_HTTP_CONNECTCODE),
            isAskingForCertificate: peer?.isAskingForCertificate ?? false,
            isConnectionLeft: isConnectionLeft,
            usesProxy: route.proxy != nil,
            phase: clock.phase
        )
        let phase = verdict == .decodeContentCoding ? .decode : clock.phase
        var cause = verdict.map { (code: $0, phase: phase) } ?? fault.failure
        let isRefusedByProxy =
            code == CURLE_OK && verdict == nil && parser.head?.status.rawValue == 407
        if isRefusedByProxy { cause = (.proxyAuth, .receive) }
        return NetworkFailure(
            cause.code,
            phase: cause.phase,
            elapsed: now - clock.start,
            bytesSent: bytesSent,
            bytesReceived: bytesReceived,
            detail: detail(of: cause.code),
            causes: verdict == nil
                ? (isRefusedByProxy ? [] : fault.causes) : [verdictReason].filter { !$0.isEmpty },
            partialHead: parser.isComplete ? parser.head : nil,
            partialBody: contentSoFar
        )
    }

    /// What is special about this failure: the limit, the place, or how far it came.
    private func detail(of code: NetworkFailure.Code) -> String {
        if let limit = clock.limit(of: code) { return "limit \(limit)" }
        let request = submission.request
        switch code {
        case .dnsNotFound:
            return request.target.host
        case .receiveTooLarge where !verdictReason.isEmpty:
            return verdictReason
        case .connectRefused, .connectUnreachable:
            return request.options.unixSocketPath.map { "unix:" + $0 }
                ?? "\(request.target.host):\(request.target.effectivePort)"
        case .tlsHandshake, .tlsUntrusted, .tlsExpired, .tlsHostMismatch, .tlsPinMismatch,
            .tlsClientCertificate:
            return tlsDetail(of: code)
        case .proxyRefused, .proxyAuth:
            return proxyDetail
        case .receiveTooLarge where verdict == nil:
            return parser.isComplete
                ? "a line of the trailers is longer than libcurl takes"
                : "a head may have 300 KiB, and a line of it 100 KiB"
        case .receiveTooLarge:
            return request.options.contentLimitInBytes.map { "limit \($0) bytes" } ?? ""
        case .receiveReset, .receiveTruncated, .receiveMalformed, .decodeContentCoding:
            guard bytesReceived > 0 else { return "before any byte" }
            return parser.isComplete
                ? "after \(contentCount) bytes of content"
                : "after \(bytesReceived) bytes, before the end of the head"
        case .sendContent:
            return contentProblem
        case .sendReset:
            return "after \(bytesSent) bytes"
        default:
            return ""
        }
    }
}

extension Octets {
    /// The number of line feeds.
    fileprivate var lineCount: Int {
        unsafe withUnsafeBytes { bytes in
            var (count, start) = (0, 0)
            while start < bytes.count, let base = bytes.baseAddress,
                let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
            {
                count += 1
                start = unsafe UnsafeRawPointer(found) - base + 1
            }
            return count
        }
    }
}
