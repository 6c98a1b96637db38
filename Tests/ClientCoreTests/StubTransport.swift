import ClientCore
import HTTPModel
import Synchronization

/// A transport that answers from a closure and keeps what it was asked to send.
final class StubTransport: Transport {
    private let answer: @Sendable (PreparedRequest) -> HTTPResponse
    private let record = Mutex<[PreparedRequest]>([])

    init(_ answer: @escaping @Sendable (PreparedRequest) -> HTTPResponse) {
        self.answer = answer
    }

    /// Answers with redirects: target → status and `Location`; anything else with 200.
    convenience init(redirects: [String: (Int, String)]) {
        self.init { request in
            guard let (status, location) = redirects[request.target.text] else {
                return HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(200)))
            }
            let fields: HTTPFields = ["Location": location]
            return HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(status), fields: fields))
        }
    }

    /// What was sent, in order.
    var sent: [PreparedRequest] { record.withLock { $0 } }

    func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
        record.withLock { $0.append(request) }
        return HopOutcome(hop: Hop(sent: request.asSent), response: answer(request))
    }
}
