import CCurl
import Glibc
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
    var clock: HopClock
    /// Heads and trailers.
    private(set) var parser = ResponseHeadParser()
    /// What has gone out of the request.
    private(set) var written = WrittenRequest()
    /// Bytes sent, head and content.
    var bytesSent: Int { written.byteCount }
    /// Bytes received, head and content, codings on.
    private(set) var bytesReceived = 0
    /// When the first byte of the response came; `nil` before.
    private(set) var firstByteTime: MonotonicTime?
    /// The cause when we ended the transfer ourselves.
    var verdict: NetworkFailure.Code?
    /// Why we ended it, as a sentence fragment; empty when the code says it all.
    private(set) var verdictReason = ""
    /// Why the content of the request could not be read; empty when it could.
    var contentProblem = ""
    /// The content of the request when it is read while it is sent.
    let feed: ContentFeed?
    /// The directions that stand still because of this side.
    var pauses: Pauses = []
    /// Whether the head was handed to the reader of a stream.
    var isHeadTaken = false
    /// How many bytes of content went to the reader of a stream.
    var streamedCount = 0
    /// Whether the response is complete although libcurl was told to stop.
    private(set) var isCompleteEarly = false
    /// Through which proxy, and trusting whom.
    let route: HopRoute
    /// What the server showed while a TLS connection was made for this hop; `nil` before.
    var peer: PeerRecord?
    /// What is known of the TLS connection in use; `nil` before it is there.
    private(set) var tlsFacts: TLSFacts?
    /// Requests that were answered with a challenge, and sent once more.
    private(set) var legs: [AuthenticationLeg] = []
    /// What is to be told to the observer, and when.
    var reports: ProgressReports
    /// The place among the loop's transfers; `nil` when it is none of them.
    var place: Int?
    /// Whether the loop will look at the transfer.
    var isNews = false

    private var content = OctetBuilder()
    private var encoded = OctetBuilder()
    /// What removes the content's codings; `nil` when there are none, or they are wanted.
    private var decoder: ContentDecoder?
    /// Whether libcurl is about to send a request again that must not be.
    var isSendingAgain = false

    /// Whether the hop must begin again, on a new connection: the kept one was spoiled.
    private(set) var mustBeginAgain = false
    /// The sockets made for the hop, in order; none when it uses a kept connection.
    private var sockets: [Int32] = []
    private(set) var localPort = 0
    let kept: KeptConnectionBox
    private var legStart: MonotonicTime
    private let memory: ConnectionMemory
    private let news: TransferNews
    /// Whether libcurl shows only what nobody else does: the head that goes out, and the lines in which
    /// it has to be helped; its remarks are about nothing that matters to such a hop.
    let isTerse: Bool
    /// Whether received content is counted as it is taken in, not as libcurl shows it.
    private var isCountingContent = false
    /// Whether content of the response came, which libcurl keeps to itself when it answers a challenge.
    private(set) var hasContentCome = false
    /// Bytes of the trailer section.
    private var trailerBytes = 0
    /// Whether the response is there, and whole.
    var isSuccess = false
    /// The length the response announced, in bytes; `nil` before its head ends.
    private(set) var announcedLength: Int?

    /// Prepares `easy` for the hop; nothing is sent yet.
    ///
    /// The inbox is told when content that had to be waited for is there.
    init(
        _ submission: Submission,
        easy: EasyHandle,
        configuration: CurlTransport.Configuration,
        kept: KeptConnectionBox,
        inbox: TransferInbox,
        memory: ConnectionMemory,
        news: TransferNews
    ) {
        self.submission = submission
        self.easy = easy
        self.kept = kept
        clock = HopClock(
            limits: submission.request.options.timeouts,
            totalLimit: submission.request.totalTimeLeft,
            start: submission.time
        )
        route = HopRoute.route(for: submission.request, configuration: configuration)
        isTerse = route.isPlain && submission.isSimple
        legStart = startTime
        self.memory = memory
        self.news = news
        reports = ProgressReports(observer: submission.observer)
        if case .segments(let segments) = submission.request.content {
            feed = ContentFeed(segments) { inbox.tell(.resumeReading(submission)) }
        } else {
            feed = nil
        }
        easy.prepare(for: self, configuration: configuration)
    }

    /// Has the loop look at the transfer, if it runs: what it waits for may have changed.
    func noteNews() {
        guard !isNews, place != nil else { return }
        isNews = true
        news.add(self)
    }

    /// How many bytes of content came, codings removed as the request asked.
    var contentCount: Int { content.count + streamedCount }

    /// The content as it came, when that was asked for and differs from the decoded content.
    var encodedContent: Octets? {
        guard decoder != nil, submission.request.options.keepsEncodedBody else { return nil }
        return encoded.snapshot()
    }

    /// The content received so far.
    var contentSoFar: Octets { content.snapshot() }
}

// What libcurl hands out.
extension Transfer {
    /// Takes in a piece of content; taking less than all of it ends the transfer.
    func received(content piece: UnsafeRawBufferPointer) -> Int {
        hasContentCome = true
        guard mayStream() else { return 0 }
        if let channel = submission.channel, !channel.hasRoom() { return pauseReceiving() }
        if isCountingContent { bytesReceived += piece.count }
        clock.contentMoved(at: .now)
        reports.note(isUrgent: contentCount == 0)
        guard let decoder else { return unsafe keep(piece) ? piece.count : 0 }
        if submission.request.options.keepsEncodedBody { unsafe encoded.append(piece) }
        do throws(ContentDecoder.Fault) {
            let goesOn = try unsafe decoder.decode(piece) { unsafe keep($0) }
            return goesOn ? piece.count : 0
        } catch {
            refuse(.decodeContentCoding, because: error.reason)
            return 0
        }
    }

    /// Says that libcurl is done without a fault; content that ends within its coding is one.
    func finishContent() {
        do throws(ContentDecoder.Fault) {
            try decoder?.finish()
        } catch {
            refuse(.decodeContentCoding, because: error.reason)
        }
    }

    /// Adds decoded content, or hands it to the reader of a stream; `false` when it is too much.
    private func keep(_ piece: UnsafeRawBufferPointer) -> Bool {
        let options = submission.request.options
        let limit = options.contentLimitInBytes ?? .max
        guard contentCount + piece.count <= limit else {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: piece[..<(limit - contentCount)])
            if submission.channel == nil { unsafe content.append(rest) }
            verdict = .receiveTooLarge
            return false
        }
        if decoder != nil, let problem = ratioProblem(adding: piece.count) {
            refuse(.receiveTooLarge, because: problem)
            return false
        }
        if let channel = submission.channel {
            unsafe channel.push(piece)
            streamedCount += piece.count
        } else {
            unsafe content.append(piece)
        }
        return true
    }

    /// Takes in a line of a head or trailer section.
    func received(line: UnsafeRawBufferPointer) -> Int {
        if firstByteTime == nil { firstByteTime = .now }
        guard verdict == nil else { return 0 }
        let event = unsafe parser.read(line)
        if isTerse { easy.show(parser.isBeforeFirstField) }
        // libcurl shows trailers once more among the content as it came, so they are counted there.
        if event != .trailer { bytesReceived += line.count }
        if event == .malformed {
            refuse(.receiveMalformed, because: parser.problem ?? "")
            return 0
        }
        if event == .trailer, !mayAddTrailer(of: line.count) { return 0 }
        guard event == .headEnd else { return line.count }
        if !sockets.isEmpty, parser.head?.version != .http2 {
            kept.connections.isHTTP1(from: localPort)
        }
        clock.enter(.receive, at: .now)
        reports.note(isUrgent: true)
        return beginContent() ? line.count : 0
    }

    /// Takes note of a line of the trailer section, which libcurl does not limit; `false` for too many.
    private func mayAddTrailer(of count: Int) -> Bool {
        trailerBytes += count
        guard trailerBytes > Self.largestHead else { return true }
        refuse(.receiveTooLarge, because: "more than 300 KiB of trailers")
        return false
    }

    /// The most bytes of a trailer section, as many as libcurl takes of a head.
    private static let largestHead = 300 << 10

    /// Notes that the transfer must end, and why.
    func refuse(_ code: NetworkFailure.Code, because reason: String) {
        guard verdict == nil else { return }
        (verdict, verdictReason) = (code, reason)
    }

    /// Makes room for the content; `false` when no content is to be read.
    private func beginContent() -> Bool {
        let isAnsweredAgain = mayBeChallenge
        if case .plain(let length) = parser.framing {
            announcedLength = length
            isCountingContent = isTerse
        } else {
            announcedLength = parser.head?.fields["Content-Length"].flatMap { Int($0) }
            // Of such content libcurl shows more than it hands out: what frames it, and the trailers.
            if isTerse { easy.show(true) }
        }
        if submission.request.method == .head, submission.request.content != nil, !isAnsweredAgain {
            // libcurl waits for content after a HEAD that carried some; there is none.
            isCompleteEarly = true
            return false
        }
        if submission.request.options.isDecoding, hasContent, let fields = parser.head?.fields {
            do throws(ContentDecoder.Fault) {
                decoder = try ContentDecoder.forContent(with: fields)
            } catch {
                refuse(.decodeContentCoding, because: error.reason)
                return false
            }
            if decoder != nil { return true }
        }
        guard let length = announcedLength, length >= 0, !isAnsweredAgain else { return true }
        if let limit = submission.request.options.contentLimitInBytes, length > limit,
            submission.request.method != .head
        {
            verdict = .receiveTooLarge
            return false
        }
        if submission.request.method != .head, submission.channel == nil {
            content = OctetBuilder(expecting: min(length, Self.largestReservation))
        }
        return true
    }

    /// The most memory reserved for content because a server announced it.
    private static let largestReservation = 1 << 30

    /// Takes note of what goes over the wire, and of libcurl's remarks.
    func noted(_ type: curl_infotype, _ piece: UnsafeMutableRawBufferPointer) {
        let bytes = UnsafeRawBufferPointer(piece)
        switch type {
        case CURLINFO_HEADER_IN where parser.isBeforeFirstField:
            unsafe disarmFold(piece)
        case CURLINFO_HEADER_OUT: unsafe sent(head: bytes)
        case CURLINFO_DATA_OUT: sent(contentBytes: bytes.count)
        case CURLINFO_DATA_IN: bytesReceived += bytes.count
        case CURLINFO_SSL_DATA_OUT where clock.phase == .connect:
            clock.enter(.tls, at: .now)
            reports.note(isUrgent: true)
        case CURLINFO_TEXT: unsafe remarked(bytes)
        default: break
        }
    }

    /// A connection is there; the request goes out next.
    ///
    /// - Returns: Whether it may.
    func connected(from port: Int) -> Bool {
        guard !isSendingAgain else {
            let code: NetworkFailure.Code = clock.phase == .send ? .sendReset : .receiveReset
            refuse(code, because: "the connection was kept from an earlier request and has ended")
            return false
        }
        guard mayAskAgain() else { return false }
        localPort = port
        easy.show(true)
        if !sockets.isEmpty {
            kept.connections.opened(from: port, oneOf: sockets)
        } else if kept.connections.isSpoiled(from: port) {
            mustBeginAgain = true
            return false
        }
        if route.tls != nil {
            tlsFacts = memory.facts(of: easy, isNew: !sockets.isEmpty)
        }
        clock.enter(.send, at: .now)
        reports.note(isUrgent: true)
        return true
    }

    /// Prepares the hop for a new connection; libcurl must not know of it at the moment.
    func beginAgain() {
        mustBeginAgain = false
        easy.set(CURLOPT_FRESH_CONNECT, 1)
        // The handle's next transfer must set every option anew.
        easy.model = nil
    }

    /// An address is known and a connection is tried.
    func made(socket: Int32) {
        sockets.append(socket)
        // A program that is started meanwhile must not keep the connection open.
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        clock.enter(.connect, at: .now)
        reports.note(isUrgent: true)
    }

    private func sent(head bytes: UnsafeRawBufferPointer) {
        guard clock.isRequestPhase else { return }
        if parser.isComplete { endLeg() }
        unsafe written.add(head: bytes, after: bytesOfLegs)
        noteSending()
    }

    private func sent(contentBytes count: Int) {
        guard clock.isRequestPhase else { return }
        written.add(contentBytes: count)
        noteSending()
    }

    private func noteSending() {
        let now = MonotonicTime.now
        clock.contentMoved(at: now)
        if written.isHeadWhole, isContentSent {
            clock.enter(.wait, at: now)
            reports.note(isUrgent: true)
        } else {
            reports.note(isUrgent: false)
        }
    }

    /// Notes that what came was a challenge, which is answered by sending once more.
    private func endLeg() {
        guard let head = parser.head else { return }
        let now = MonotonicTime.now
        legs.append(
            AuthenticationLeg(
                status: head.status,
                schemes: Self.schemes(of: head),
                bytesSent: bytesSent - bytesOfLegs,
                duration: now - legStart
            )
        )
        legStart = now
        parser = ResponseHeadParser()
        announcedLength = nil
        content = OctetBuilder()
        decoder = nil
        firstByteTime = nil
        hasContentCome = false
        clock.sendAgain(at: now)
    }

    /// Bytes of the requests that were answered with a challenge.
    private var bytesOfLegs: Int { legs.reduce(0) { $0 + $1.bytesSent } }
}

@available(*, unavailable)
extension Transfer: Sendable {}
