import HTTPModel
import TestSupport
import Testing

/// Secrets of every kind that are sent to a careless service, which says them back in every spelling.
enum PlantedSecrets {
    /// In a private environment.
    static let variable = "pl4nted/private+value=1"
    /// Given on the command line.
    static let given = "pl4nted\"given\\value&2"
    /// First seen in a response, as a token.
    static let captured = "pl4nted-captured-value-3"
    /// Written into the request, as a password.
    static let literal = "pl4nted-literal~value-4"
    /// Set by the service, as a cookie.
    static let cookie = "pl4nted-cookie-value-5"

    /// All of them.
    static let all = [variable, given, captured, literal, cookie]

    /// A service that says back what it was told, as careless ones do.
    static func service() -> FaultServer {
        FaultServer { request in
            let told =
                request.field("authorization")?.split(separator: " ").last.map(String.init) ?? ""
            // What was given is said back where it was told.
            let isFirst = request.target.hasPrefix("/first")
            let hasCookie = request.field("cookie")?.contains(cookie) == true
            let body =
                "{\"access_token\": \"\(captured)\", \"told\": [\(list(told))], "
                + "\"own\": [\(isFirst ? list(given) + ", " + list(literal) : "")], "
                + "\"seen\": [\(hasCookie ? list(cookie) : "")], "
                + "\"note\": \"\(base64("x:" + captured))\"}"
            return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                + "X-Told: \(told)\r\nX-Told-Encoded: \(percent(told))\r\n"
                + "Set-Cookie: sid=\(base64(captured))\r\nSet-Cookie: login=\(cookie); Path=/\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    /// Files of a collection that sends them: an environment `dev`, and requests `first` and `second`.
    ///
    /// - Parameters:
    ///   - folder: Where they are written.
    ///   - path: What their names begin with, such as `Collections/`.
    ///   - name: The name of the request file.
    ///   - base: The origin of the service.
    /// - Throws: `FileError` when one cannot be written.
    static func write(
        to folder: TemporaryFolder,
        below path: String = "",
        as name: String = "api.http",
        base: String
    ) throws {
        try folder.write(path + "http-client.env.json", "{\"dev\": {\"base\": \"\(base)\"}}")
        try folder.write(
            path + "http-client.private.env.json",
            "{\"dev\": {\"key\": \"\(variable)\"}}"
        )
        try folder.write(
            path + name,
            """
            ### first
            # @name first
            # @token bearer {{key}}
            # @capture next = jsonpath $.access_token
            # @assert jsonpath $.own[0] == "no {{key}}"
            POST {{base}}/first?api_key={{key}}&given={{given_secret}}
            Content-Type: application/json

            {"password": "{{key}}", "text": "say {{key}}", "client_secret": "\(literal)"}

            ### second
            # @name second
            # @token bearer {{next}}
            # @assert jsonpath $.told == {{next}}
            GET {{base}}/second?{{next}}

            """
        )
    }

    /// What a file must not hold: the words that tell a secret, in every spelling.
    static func forbidden(_ secrets: [String] = all) -> [String] {
        secrets.flatMap { secret -> [String] in
            let inner = ["", "x", "xy"].map { front in
                // What Base64 of a text has in common wherever the text stands.
                let whole = base64(front + secret)
                return String(whole.dropFirst(4).dropLast(4).prefix(12))
            }
            return [secret, escaped(secret), percent(secret)] + inner
        }
    }

    /// Expects that a file tells none of the secrets.
    static func expectNone(
        in folder: TemporaryFolder,
        _ path: String,
        of secrets: [String] = all,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = String(decoding: try folder.read(path), as: UTF8.self)
        for word in forbidden(secrets) {
            let isThere = text.contains(word)
            #expect(!isThere, "\(path) holds \(word)", sourceLocation: sourceLocation)
        }
    }

    /// The files below a folder, relative to it, without the private environment.
    static func files(in folder: TemporaryFolder) async throws -> [String] {
        let found = try await ChildProgram.run(
            "/bin/sh",
            ["-c", "find . -type f ! -name http-client.private.env.json ! -path './*/.git/*'"],
            directory: folder.path
        )
        return found.output.split(separator: "\n").map { String($0.dropFirst(2)) }
    }

    /// A secret as other programs may spell it, as strings of JSON with commas between.
    private static func list(_ text: String) -> String {
        [text, percent(text), base64(text), base64("user:" + text), base64("ab" + text + "c")]
            .map { "\"\(escaped($0))\"" }.joined(separator: ", ")
    }

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    static func percent(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined()
    }

    static func base64(_ text: String) -> String { Base64.encode(text.utf8) }
}
