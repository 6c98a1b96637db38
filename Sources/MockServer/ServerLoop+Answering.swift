import CSupport
import Fixtures
import Glibc
import HTTPModel

extension ServerLoop {
    func answer(_ request: ReceivedRequest, on connection: Connection) {
        connection.request = request
        connection.startedAt = .now
        if ControlResource.isMeant(by: request) {
            connection.request = nil
            book.update(at: connection.startedAt)
            let resource = ControlResource(center: center, edition: book.edition)
            let response = resource.response(to: request)
            start(
                .response(response, isHead: request.method == "HEAD"),
                for: request,
                on: connection
            )
            return
        }
        if request.method == "CONNECT" {
            tunnel(request, on: connection)
            return
        }
        if let answerer = center.answerer {
            ask(answerer, request, on: connection)
            return
        }
        book.update(at: connection.startedAt)
        begin(book.answer(to: request), on: connection)
    }

    /// Starts with an answer, or waits until it is due.
    private func begin(_ playback: Playback, on connection: Connection) {
        connection.playback = playback
        beginLog(of: connection)
        var delay = playback.delay + playback.latency.drawn()
        delay += configuration.latency.drawn()
        guard delay > .zero else {
            start(playback, for: connection.request, on: connection)
            return
        }
        connection.state = .waiting(until: connection.startedAt + delay)
    }

    // MARK: Answers from elsewhere

    private func ask(
        _ answerer: any RequestAnswering,
        _ request: ReceivedRequest,
        on connection: Connection
    ) {
        let (door, token) = (center.doors[number], connection.token)
        let isHead = request.method == "HEAD"
        connection.state = .asking(
            Task.detached {
                let outcome = await answerer.answer(request)
                let playback = AnswerBook.playback(of: outcome, isHead: isHead, ownsLength: true)
                door.post(.answer(token: token, playback))
            }
        )
    }

    /// Takes the answer that was asked for elsewhere, unless the client has gone.
    func receive(_ playback: Playback, for token: UInt64) {
        guard let connection = connections[token], case .asking = connection.state else { return }
        begin(playback, on: connection)
        if connections[token] != nil { advance(connection) }
    }

    func refuse(_ fault: RequestFault, on connection: Connection) {
        let response = AnswerBook.plain(fault.status.rawValue, fault.detail)
        var playback = Playback.response(response, isHead: false)
        playback.ending = .close
        connection.request = nil
        start(playback, for: nil, on: connection)
    }

    // MARK: Starting

    func start(
        _ playback: Playback,
        for request: ReceivedRequest?,
        on connection: Connection
    ) {
        var playback = playback
        if playback.ending == .next, request?.isKeptAlive != true || connection.isInputEnded {
            // Requests that came before the client's end are still answered, one after the other.
            if request?.isKeptAlive != true || connection.parser.pendingByteCount == 0 {
                playback.ending = .close
            }
        }
        var head = playback.head
        var body = playback.body
        if playback.isHeadOpen { finishHead(&head, of: playback, for: request) }
        if let limit = playback.byteLimit {
            // A head that came whole is longer than the limit only when content alone was counted.
            let room = limit >= head.count ? limit - head.count : limit
            if limit == 0 { head = [] }
            body = body.slice(0..<min(room, body.count))
        }
        connection.add(head, body, isLast: playback.ending == .close)
        playback.body = Octets()
        connection.playback = playback
        connection.state = .sending
        continueSending(connection)
    }

    /// Adds what depends on the moment and on the connection.
    private func finishHead(
        _ head: inout [UInt8],
        of playback: Playback,
        for request: ReceivedRequest?
    ) {
        if !playback.hasDate { head += currentDateLine() }
        if playback.ending == .close, playback.failure == nil {
            head += "Connection: close\r\n".utf8
        } else if request?.isHTTP1_0 == true {
            head += "Connection: keep-alive\r\n".utf8
        }
        if let request, request.hasDecidingFields, !playback.hasOriginPermission,
            let origin = request.fields["Origin"]
        {
            head += "Access-Control-Allow-Origin: \(origin)\r\n".utf8
            head += "Access-Control-Allow-Credentials: true\r\n".utf8
        }
        head += [0x0D, 0x0A]
    }

    private func currentDateLine() -> [UInt8] {
        let second = time(nil)
        if second != dateSecond {
            dateSecond = second
            dateLine = Array("Date: \(HTTPDate(secondsSince1970: Int64(second)).text)\r\n".utf8)
        }
        return dateLine
    }

    // MARK: Sending

    /// How many pieces a second go out where bytes a second are limited.
    private static let piecesPerSecond = 20

    func continueSending(_ connection: Connection) {
        let isSent: Bool
        if case .sending = connection.state, let rate = rate(of: connection) {
            let piece = max(1, rate / Self.piecesPerSecond)
            let before = connection.unsentCount
            isSent = connection.send(atMost: piece)
            let share = Double(before - connection.unsentCount) / Double(rate)
            connection.pausedUntil = connection.unsentCount > 0 ? .now + .seconds(share) : nil
        } else {
            isSent = connection.send()
        }
        guard isSent else {
            drop(connection)
            return
        }
        guard connection.unsentCount == 0, case .sending = connection.state else {
            watch(connection)
            return
        }
        finishAnswer(connection)
    }

    private func rate(of connection: Connection) -> Int? {
        guard connection.request != nil else { return nil }
        return connection.playback?.bytesPerSecond ?? configuration.bytesPerSecond
    }

    private func finishAnswer(_ connection: Connection) {
        let ending = connection.playback?.ending ?? .next
        switch ending {
        case .next:
            logAnswer(of: connection)
            connection.state = .idle
        // `advance` goes on with what came meanwhile; its own loop calls this too.
        case .close:
            logAnswer(of: connection)
            finish(connection)
        case .reset:
            connection.state = .resetting(until: .now + Self.resettingLimit)
            resetWhenReceived(connection)
            if connections[connection.token] != nil { watch(connection) }
        case .stall:
            logAnswer(of: connection)
            connection.state = .stalled
        }
    }

    /// Says the end, and waits for that of the client.
    func finish(_ connection: Connection) {
        _ = cs_finish_sending(connection.descriptor)
        connection.state = .closing(until: .now + Self.closingLimit)
        if connection.isInputEnded { drop(connection) } else { watch(connection) }
    }

    /// Resets once the client's system has all that was sent: a reset discards what is under way.
    func resetWhenReceived(_ connection: Connection) {
        guard case .resetting(let until) = connection.state else { return }
        if cs_unacknowledged(connection.descriptor) <= 0 || until <= .now { reset(connection) }
    }

    // MARK: Log

    /// Notes the request before its answer goes out, so that whoever has the answer finds it noted.
    func beginLog(of connection: Connection) {
        guard let request = connection.request, let playback = connection.playback else { return }
        connection.logNumber = center.log.begin(
            MockLogEntry(
                number: 0,
                method: request.method,
                target: request.target,
                headOctets: request.headOctets,
                body: request.body,
                status: playback.failure == nil ? playback.status?.rawValue : nil,
                failure: playback.failure,
                fixturePath: playback.fixturePath,
                isMiss: playback.isMiss,
                duration: nil
            ),
            part: number
        )
    }

    func logAnswer(of connection: Connection) {
        connection.request = nil
        connection.playback = nil
        guard let number = connection.logNumber else { return }
        connection.logNumber = nil
        let duration = ContinuousClock.now - connection.startedAt
        let entry = center.log.finish(number, duration: duration, part: self.number)
        if let entry { center.onRequest?(entry) }
    }
}
