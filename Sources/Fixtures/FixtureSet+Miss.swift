import Documents
package import HTTPModel

extension FixtureSet {
    /// The answer to a request that no fixture matches: 501 with the nearest fixtures and why not.
    package static func missResponse(
        method: String,
        authority: String?,
        target: String,
        nearest: [NearMiss]
    ) -> HTTPResponse {
        let list = nearest.map { miss -> JSONValue in
            let fixture = miss.stored.fixture
            let name =
                miss.stored.metaPath.isEmpty
                ? "\(fixture.method) \(fixture.authority)\(fixture.path)" : miss.stored.metaPath
            return ["fixture": .string(name), "why": .array(miss.reasons.map { .string($0) })]
        }
        var members = [JSONMember("error", "no fixture answers this request")]
        members.append(JSONMember("method", .string(method)))
        members.append(JSONMember("target", .string(target)))
        if let authority { members.append(JSONMember("authority", .string(authority))) }
        members.append(JSONMember("nearest", .array(list)))
        return note(.object(members))
    }

    /// The answer when a failure cannot be played on a plain connection that is already open.
    package static func unplayableResponse(_ code: NetworkFailure.Code) -> HTTPResponse {
        note([
            "error": "this fixture is a failure that no open connection can show",
            "failure": .string(code.rawValue),
            "advice": "Replay it without a socket: in the explorer's offline mode or in a test.",
        ])
    }

    private static func note(_ json: JSONValue) -> HTTPResponse {
        let body = Octets(utf8: json.encoded(pretty: true) + "\n")
        return HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(501),
                fields: [
                    "Content-Type": "application/json",
                    "Content-Length": String(body.count),
                ]
            ),
            body: body
        )
    }
}
