import CSupport
import Glibc
import HTTPModel

extension ServerLoop {
    func answer(_ request: ReceivedRequest, on connection: Connection) {
        connection.request = request
        connection.startedAt = .now
        if request.target.hasPrefix(ControlResource.prefix) {
            connection.request = nil
            let response = ControlResource.response(to: request, log: &log, book: book)
            start(
                .response(response, isHead: request.method == "HEAD"),
                for: request,
                on: connection
            )
            return
        }
        let playback = book.answer(to: request)
        let delay = playback.delay + configuration.latency
        guard delay > .zero else {
            start(playback, for: request, on: connection)
            return
        }
        connection.playback = playback
        connection.state = .waiting(until: connection.startedAt + delay)
    }

    func refuse(_ fault: RequestFault, on connection: Connection) {
        let response = AnswerBook.plain(fault.status.rawValue, fault.detail)
        var playback = Playback.response(response, isHead: false)
        playback.ending = .close
        connection.request = nil
        start(playback, for: nil, on: connection)
    }

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
        connection.output += playback.head
        if playback.isHeadOpen { finishHead(of: playback, for: request, on: connection) }
        connection.outputBody = playback.body
        if let limit = playback.byteLimit {
            // A head that came whole is longer than the limit only when content alone was counted.
            let headCount = connection.output.count
            let room = limit >= headCount ? limit - headCount : limit
            if limit == 0 { connection.output = [] }
            connection.outputBody = playback.body.slice(0..<min(room, playback.body.count))
        }
        playback.body = Octets()
        connection.playback = playback
        connection.state = .sending
        continueSending(connection)
    }

    /// Adds what depends on the moment and on the connection.
    private func finishHead(
        of playback: Playback,
        for request: ReceivedRequest?,
        on connection: Connection
    ) {
        if !playback.hasDate { connection.output += currentDateLine() }
        if playback.ending == .close, playback.failure == nil {
            connection.output += "Connection: close\r\n".utf8
        } else if request?.isHTTP1_0 == true {
            connection.output += "Connection: keep-alive\r\n".utf8
        }
        if let request, request.hasDecidingFields, !playback.hasOriginPermission,
            let origin = request.fields["Origin"]
        {
            connection.output += "Access-Control-Allow-Origin: \(origin)\r\n".utf8
        }
        connection.output += [0x0D, 0x0A]
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

    func continueSending(_ connection: Connection) {
        guard connection.send() else {
            drop(connection)
            return
        }
        guard connection.unsentCount == 0 else {
            watch(connection)
            return
        }
        guard case .sending = connection.state else {
            watch(connection)
            return
        }
        finishAnswer(connection)
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
            _ = cs_finish_sending(connection.descriptor)
            connection.state = .closing(until: .now + Self.closingLimit)
            if connection.isInputEnded { drop(connection) }
        case .reset:
            connection.state = .resetting(until: .now + Self.resettingLimit)
            resetWhenReceived(connection)
        case .stall:
            logAnswer(of: connection)
            connection.state = .stalled
        }
    }

    /// Resets once the client's system has all that was sent: a reset discards what is under way.
    func resetWhenReceived(_ connection: Connection) {
        guard case .resetting(let until) = connection.state else { return }
        if cs_unacknowledged(connection.descriptor) <= 0 || until <= .now { reset(connection) }
    }

    func logAnswer(of connection: Connection) {
        guard let request = connection.request, let playback = connection.playback else { return }
        connection.request = nil
        connection.playback = nil
        let entry = log.append(
            MockLogEntry(
                number: 0,
                method: request.method,
                target: request.target,
                headOctets: request.headOctets,
                body: request.body,
                status: playback.failure == nil ? playback.status?.rawValue : nil,
                failure: playback.failure,
                fixturePath: playback.fixturePath,
                duration: .now - connection.startedAt
            )
        )
        onRequest?(entry)
    }
}
