import ClientCore
import HTTPModel
import TestSupport

/// One request to a server that plays a script, with limits that end what would hang.
struct FaultTrial {
    var method = HTTPMethod.get
    var content: Octets?
    var options = RequestOptions()
    var transport = CurlTransport.shared
    var observer: (any HopObserver)?

    init() {
        options.timeouts.connect = .seconds(10)
        options.timeouts.headers = .seconds(5)
        options.timeouts.idle = .seconds(5)
    }

    /// Sends the request to a server that plays `steps`.
    func outcome(_ steps: [FaultStep]) async throws -> HopOutcome {
        let server = FaultServer(playing: steps)
        return try await outcome(at: server.base)
    }

    /// Sends the request.
    func outcome(at base: String) async throws -> HopOutcome {
        await transport.send(
            PreparedRequest(
                method: method,
                target: try TargetURI(base),
                content: content.map { .octets($0) },
                options: options
            ),
            observer: observer
        )
    }
}

extension HopOutcome {
    /// The status and the content, or the code of the failure, its phase and the content that came:
    /// one line for tables.
    var line: String {
        switch result {
        case .success(let response):
            "\(response.status.rawValue) \(response.body.text)"
        case .failure(let failure):
            "\(failure.code.rawValue) \(failure.phase.rawValue) \(failure.partialBody.text)"
        }
    }
}
