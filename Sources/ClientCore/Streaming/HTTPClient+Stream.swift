public import HTTPModel
import Synchronization

extension HTTPClient {
    /// Sends `request` as `send` does, and returns once the head of the final response is there.
    ///
    /// Redirects, tokens, retries and the other middlewares work on heads; the content then comes
    /// through the stream, without retry. Cookies are sent and kept hop by hop; a cache is passed by,
    /// unless the request wants a stored response only.
    ///
    /// - Parameters:
    ///   - request: What to send; its idle limit is about the server, not about a slow reader.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - observer: Told of the progress of each hop.
    /// - Returns: The head, and the way to the content.
    /// - Throws: `PreparationFailure` when the request cannot be made ready, `NetworkFailure` when
    ///   no head came.
    public func stream(
        _ request: HTTPRequest,
        token: Token? = nil,
        observer: (any HopObserver)? = nil
    ) async throws -> StreamedResponse {
        switch try await openStream(request, token: token, observer: observer) {
        case .response(let response): return response
        case .failure(_, let failure): throw failure
        }
    }

    /// Sends `request` as `stream` does, and tells of a failure with all that led to it.
    ///
    /// - Throws: `PreparationFailure` when the request cannot be made ready; nothing was sent.
    public func openStream(
        _ request: HTTPRequest,
        token: Token? = nil,
        observer: (any HopObserver)? = nil
    ) async throws(PreparationFailure) -> StreamOpening {
        let context = CallContext(
            delivery: .stream,
            time: configuration.time,
            validator: configuration.validator,
            monitors: configuration.monitors,
            observer: observer,
            token: token,
            configuredToken: configuration.token
        )
        let slot = StreamSlot()
        let transport = hopTransport
        let exchange: Exchange
        do throws(PreparationFailure) {
            exchange = try await run(request, context: context) { hop, observer in
                await slot.discard()
                let streamed = await transport.stream(hop, observer: observer)
                return slot.keep(streamed)
            }
        } catch {
            await slot.discard()
            context.releasePlace()
            throw error
        }
        switch exchange.result {
        case .failure(let failure):
            await slot.discard()
            context.releasePlace()
            return .failure(exchange, failure)
        case .success(let response):
            let source = await slot.source(of: response, exchange: exchange, context: context)
            return .response(
                StreamedResponse(
                    head: response.head,
                    body: ByteStream(source),
                    opening: exchange
                )
            )
        }
    }
}

/// The content of the last hop of a call, until it is known whose it is.
private final class StreamSlot: Sendable {
    private let last = Mutex<StreamedHop?>(nil)

    /// Content that another hop makes needless is read to its end up to this size, so that its
    /// connection can be used again.
    private static let drainLimit = 64 << 10

    /// Keeps `hop`, and gives its beginning as the pipeline sees it: without content.
    func keep(_ hop: StreamedHop) -> HopOutcome {
        last.withLock { $0 = hop }
        var outcome = hop.outcome
        outcome.response?.body = Octets()
        return outcome
    }

    /// Gets rid of content that nobody will read.
    func discard() async {
        guard let hop = last.withLock({ $0.take() }), let content = hop.content else { return }
        let length = hop.outcome.response?.fields["Content-Length"].flatMap { Int($0) }
        guard let length, length <= Self.drainLimit else {
            content.cancel()
            return
        }
        while case .octets = await content.next() {}
    }

    /// The content that belongs to `response`, the one the pipeline gave.
    func source(
        of response: HTTPResponse,
        exchange: Exchange,
        context: CallContext
    ) async -> StreamSource {
        let hop = last.withLock { $0 }
        if let hop, response.body.isEmpty, hop.outcome.response?.status == response.status {
            last.withLock { $0 = nil }
            return StreamSource(hop, exchange: exchange, context: context)
        }
        // A middleware answered by itself: from a cache, for instance.
        await discard()
        context.releasePlace()
        let sent = exchange.hops.last?.sent
        let own = Hop(
            sent: sent
                ?? SentRequest(
                    method: exchange.request.method,
                    target: exchange.request.target,
                    fields: exchange.request.fields
                )
        )
        let outcome = HopOutcome(hop: own, response: response)
        return StreamSource(StreamedHop(outcome: outcome), exchange: exchange, context: context)
    }
}
