import ClientCore
package import Collections
package import HTTPModel

/// A request as it would go onto the wire, without having been sent.
package struct RequestPreview: Sendable, Equatable {
    /// The templates filled in, with the origin of each value.
    package var resolved: ResolvedRequest
    /// What the transport would be given: default fields, token and framing added.
    package var sent: SentRequest
    /// The same for those who look at it: stand-ins, which the mask hides, where secrets are too short to
    /// be looked for.
    package var shown: SentRequest
    /// Hides what must not be shown.
    package var mask: SecretMask
}

extension RunSession {
    /// Takes one request through everything but the network.
    ///
    /// Nothing is asked, run or sent for it: what only a response, an answer or a command can give is
    /// an error.
    ///
    /// - Throws: `ResolveError` for the first obstacle, `PreparationFailure` when the token or a field
    ///   cannot be sent.
    package func preview(
        _ request: SavedRequest,
        in file: RequestFile
    ) async throws -> RequestPreview {
        let resolved = try resolve(request, in: file)
        let sent = try await prepared(resolved.request, resolved.token)
        var secrets = resolved.secrets + memory.secrets
        if let token = resolved.token { secrets.append(token.value) }
        if let password = resolved.request.target.password { secrets.append(password) }
        var shown = sent
        if let disguise = resolved.disguise {
            secrets += disguise.standIns
            shown = sent.disguised(as: await prepared(disguise), first: sent)
        }
        return RequestPreview(
            resolved: resolved,
            sent: sent,
            shown: shown,
            mask: SecretMask(secrets)
        )
    }

    /// What is shown of a request in disguise: as it would go onto the wire, or else as it is.
    func prepared(_ disguise: DisguisedRequest) async -> SentRequest {
        let request = disguise.request
        if let sent = try? await prepared(request, disguise.token) { return sent }
        return SentRequest(
            method: request.method,
            target: request.target,
            fields: request.fields,
            body: request.body.octets
        )
    }

    /// A request after everything but the network.
    private func prepared(_ request: HTTPRequest, _ token: Token?) async throws -> SentRequest {
        let client = HTTPClient(transport: NoTransport(), configuration: self.client.configuration)
        let exchange = try await client.send(request, token: token)
        return exchange.hops.first?.sent
            ?? SentRequest(method: request.method, target: request.target, fields: [])
    }
}

/// A transport that sends nothing: each hop is cancelled before it begins.
private struct NoTransport: Transport {
    func send(_ request: PreparedRequest, observer: (any HopObserver)?) async -> HopOutcome {
        HopOutcome(
            hop: Hop(sent: request.asSent),
            failure: NetworkFailure(.cancelled, phase: .prepare)
        )
    }
}

extension TargetURI {
    /// The password in the user information, decoded; `nil` when there is none.
    var password: String? {
        guard let userInfo, let colon = userInfo.firstIndex(of: ":") else { return nil }
        return PercentEncoding.decode(userInfo[userInfo.index(after: colon)...])
    }
}
