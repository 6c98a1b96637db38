import Fixtures
public import NetworkClient

/// What a stub gives: a response, or a failure as the network would give it, and how fast.
public struct MockAnswer: Sendable {
    /// The response or the failure.
    public var result: Result<HTTPResponse, NetworkFailure>
    /// The time before the first byte; `nil` means that of the transport.
    public var latency: Duration?
    /// How fast content comes, in bytes a second; `nil` means as the transport says.
    public var bytesPerSecond: Int?
    /// The content as streams give it; `nil` means in one piece.
    public var pieces: [Octets]?

    /// Creates an answer.
    public init(
        result: Result<HTTPResponse, NetworkFailure>,
        latency: Duration? = nil,
        bytesPerSecond: Int? = nil
    ) {
        self.result = result
        self.latency = latency
        self.bytesPerSecond = bytesPerSecond
    }

    /// Makes a response.
    public static func response(
        _ status: Int = 200,
        fields: HTTPFields = HTTPFields(),
        body: Octets = Octets()
    ) -> MockAnswer {
        let head = HTTPResponseHead(status: HTTPStatus(status), fields: fields)
        return MockAnswer(result: .success(HTTPResponse(head: head, body: body)))
    }

    /// Makes a response with JSON as its content.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - status: The status.
    ///   - fields: The fields; `Content-Type` is added unless it is among them.
    /// - Returns: The response as an answer.
    public static func json(
        _ text: String,
        status: Int = 200,
        fields: HTTPFields = HTTPFields()
    ) -> MockAnswer {
        var fields = fields
        if fields["Content-Type"] == nil { fields["Content-Type"] = "application/json" }
        return response(status, fields: fields, body: Octets(utf8: text))
    }

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: The cause.
    ///   - phase: Where it happens; `nil` means where that cause usually does.
    ///   - detail: What is specific to it, as a fragment.
    ///   - head: The head of the response that came before.
    ///   - partialBody: The content that came before.
    /// - Returns: The failure as an answer.
    public static func failure(
        _ code: NetworkFailure.Code,
        phase: NetworkFailure.Phase? = nil,
        detail: String = "",
        head: HTTPResponseHead? = nil,
        partialBody: Octets = Octets()
    ) -> MockAnswer {
        MockAnswer(
            result: .failure(
                NetworkFailure(
                    code,
                    phase: phase ?? code.usualPhase,
                    bytesReceived: partialBody.count,
                    detail: detail,
                    partialHead: head,
                    partialBody: partialBody
                )
            )
        )
    }

    /// Makes a response whose content comes in these pieces where it is streamed.
    ///
    /// - Parameters:
    ///   - texts: The pieces, as UTF-8; events and lines may be cut anywhere.
    ///   - status: The status.
    ///   - fields: The fields of the response.
    ///   - failure: What happens after the last piece; `nil` for a regular end.
    /// - Returns: The answer; where it is not streamed, the pieces are its content.
    public static func pieces(
        _ texts: [String],
        status: Int = 200,
        fields: HTTPFields = HTTPFields(),
        then failure: NetworkFailure.Code? = nil
    ) -> MockAnswer {
        let body = Octets(utf8: texts.joined())
        var answer: MockAnswer
        if let failure {
            let head = HTTPResponseHead(status: HTTPStatus(status), fields: fields)
            answer = .failure(failure, phase: .receive, head: head, partialBody: body)
        } else {
            answer = .response(status, fields: fields, body: body)
        }
        answer.pieces = texts.map { Octets(utf8: $0) }
        return answer
    }

    /// The head that comes, with a response or before a failure.
    var head: HTTPResponseHead? {
        switch result {
        case .success(let response): response.head
        case .failure(let failure): failure.partialHead
        }
    }

    /// The same answer, given after `latency`.
    public func after(_ latency: Duration) -> MockAnswer {
        var answer = self
        answer.latency = latency
        return answer
    }

    /// The same answer, whose content comes at this speed.
    public func at(bytesPerSecond: Int) -> MockAnswer {
        var answer = self
        answer.bytesPerSecond = bytesPerSecond
        return answer
    }
}
