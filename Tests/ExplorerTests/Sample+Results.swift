import ClientCore
import CollectionRun
import Collections
import Explorer
import HTTPModel

extension Sample {
    static let createdBody = """
        {"id":"b_9","room":12,"guests":["Zoë","Ada"],"price":1736184243098437392,"paid":false}
        """

    /// What came of a request: a response with this body.
    static func result(
        of key: RequestKey,
        status: Int = 201,
        body: String = createdBody,
        in state: ExplorerState
    ) -> RunResult {
        let response = HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(status),
                fields: [
                    "Content-Type": "application/json", "Date": "Mon, 30 Nov 2026 06:00:00 GMT",
                    "Set-Cookie": "a=1", "set-cookie": "b=2",
                ]
            ),
            body: Octets(utf8: body)
        )
        return result(of: key, .success(response), in: state)
    }

    /// What came of a request whose connection was reset.
    static func resetResult(of key: RequestKey, in state: ExplorerState) -> RunResult {
        let failure = NetworkFailure(
            .receiveReset,
            phase: .receive,
            elapsed: .milliseconds(12),
            bytesSent: 145,
            bytesReceived: 512,
            detail: "127.0.0.1:8080",
            causes: ["Recv failure: Connection reset by peer", "ECONNRESET (104)"]
        )
        return result(of: key, .failure(failure), in: state)
    }

    private static func result(
        of key: RequestKey,
        _ outcome: Result<HTTPResponse, NetworkFailure>,
        in state: ExplorerState
    ) -> RunResult {
        guard let saved = state.savedRequest(key),
            let target = try? TargetURI("http://127.0.0.1:8080/bookings")
        else { fatalError("the sample has no request \(key)") }
        let body = Octets(utf8: #"{"room": 12, "guests": ["Zoë"]}"#)
        let fields: HTTPFields = [
            "Host": "127.0.0.1:8080", "Content-Type": "application/json",
            "Authorization": "Bearer t0p-s3cret", "X-Trace": "4711",
        ]
        var hop = Hop(sent: SentRequest(method: .post, target: target, fields: fields, body: body))
        hop.timings.nameLookup = .microseconds(300)
        hop.timings.connect = .milliseconds(2)
        hop.timings.send = .microseconds(700)
        hop.timings.wait = .milliseconds(25)
        hop.timings.receive = .milliseconds(10)
        hop.timings.total = .milliseconds(38)
        hop.bytesSent = 145
        hop.bytesReceived = 412
        hop.remoteAddress = "127.0.0.1:8080"
        switch outcome {
        case .success(let response): hop.responseHead = response.head
        case .failure(let failure): hop.failure = failure
        }
        let request = HTTPRequest(.post, target, fields: fields, body: .octets(body))
        let exchange = Exchange(
            request: request,
            hops: [hop],
            result: outcome,
            elapsed: .milliseconds(38)
        )
        var result = RunResult(of: saved, in: key.file)
        result.exchange = exchange
        result.mapping = ErrorMapping.standard.map(exchange)
        result.outcome = result.mapping?.isSuccess == true ? .passed : .failed
        return result
    }

    /// The explorer after sending a request and getting a result.
    static func received(
        _ key: RequestKey,
        focus: Pane = .response,
        rows: Int = 24,
        columns: Int = 80,
        _ make: (RequestKey, ExplorerState) -> RunResult
    ) -> ExplorerState {
        var state = state(open: key, focus: focus, rows: rows, columns: columns)
        _ = update(&state, on: .command(.send))
        let result = make(key, state)
        if let sending = state.currentSending {
            let document = ResponseRecord.document(of: result)
            let effects = update(&state, on: .exchangeFinished(sending.id, result, document))
            readBodies(effects, &state)
        }
        state.focus = focus
        return state
    }

    /// Reads the bodies that effects ask to be read.
    static func readBodies(_ effects: [Effect], _ state: inout ExplorerState) {
        for case .workOnBody(let id, let work) in effects {
            guard case .read = work else { continue }
            var reports: [BodyReport] = []
            work.perform { reports.append($0) }
            for report in reports { _ = update(&state, on: .bodyReported(id, report)) }
        }
    }
}
