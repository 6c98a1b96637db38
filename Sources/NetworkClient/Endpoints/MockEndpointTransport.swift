import Foundation
import Synchronization

/// Answers every hop with the mock of one endpoint.
struct MockEndpointTransport: Transport {
    let mock: MockResponseType
    let delay: Duration
    let time: any TimeSource

    func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        let start = time.now
        let result = await answer()
        var hop = Hop(sent: request.asSent)
        hop.timings.total = time.now - start
        hop.timings.wait = hop.timings.total
        switch result {
        case .success(let response):
            hop.bytesReceived = response.body.count
            return HopOutcome(hop: hop, response: response)
        case .failure(let failure): return HopOutcome(hop: hop, failure: failure)
        }
    }

    private func answer() async -> Result<HTTPResponse, NetworkFailure> {
        do {
            if delay > .zero { try await time.sleep(for: delay) }
            try Task.checkCancellation()
        } catch {
            return .failure(NetworkFailure(.cancelled, phase: .wait))
        }
        switch mock {
        case .response(let status, let data):
            let head = HTTPResponseHead(status: HTTPStatus(status))
            return .success(HTTPResponse(head: head, body: data.octets))
        case .networkError(let error): return .failure(NetworkFailure(foundation: error))
        }
    }
}
