import Synchronization

/// A transport that answers one request of a preview from assets.
final class PreviewTransport: Transport {
    private let assets: PreviewAssets
    private let missing = Mutex<String?>(nil)

    /// The name of the asset that was asked for and is not there.
    var missingAsset: String? { missing.withLock { $0 } }

    init(assets: PreviewAssets) {
        self.assets = assets
    }

    func send(
        _ request: PreparedRequest,
        observer: (any HopObserver)?
    ) async -> HopOutcome {
        var hop = Hop(sent: request.asSent)
        hop.bytesSent = request.body.count
        let asked = HTTPRequest(
            request.method,
            request.target,
            fields: request.fields,
            body: request.content?.octets.map { .octets($0) } ?? .none
        )
        switch assets.answer(to: asked) {
        case .success(let response):
            hop.bytesReceived = response.body.count
            return HopOutcome(hop: hop, response: response)
        case .failure(let failure):
            return HopOutcome(hop: hop, failure: failure)
        case nil:
            let name = PreviewAssets.name(of: request.target)
            missing.withLock { $0 = name }
            return HopOutcome(
                hop: hop,
                failure: NetworkFailure(.internal, phase: .prepare, detail: "no asset for \(name)")
            )
        }
    }
}
