import Documents
public import HTTPModel

extension HARArchive {
    /// Reads an archive, or a single request object of one.
    ///
    /// Browsers leave out and misspell much, so what is missing gets its neutral value. An entry with
    /// the status 0 is a failure; `_error` names it, in our words or those of Chromium.
    ///
    /// - Parameters:
    ///   - octets: The file.
    ///   - path: What to call it in errors.
    /// - Throws: `FixtureError` with the place when it is not JSON, or no archive.
    public init(parsing octets: Octets, path: String = "") throws(FixtureError) {
        let mark: Octets = [0xEF, 0xBB, 0xBF]
        let hasMark = octets.starts(with: mark)
        let json: JSONValue
        do {
            json = try JSONValue(parsing: hasMark ? octets.slice(3..<octets.count) : octets)
        } catch {
            throw FixtureError(
                path: path,
                location: error.location.description,
                detail: error.detail
            )
        }
        creator = json["log"]?["creator"]?["name"]?.stringValue ?? ""
        if let list = json["log"]?["entries"]?.arrayValue {
            entries = list.map(HAREntry.init(reading:))
        } else if json["log"] == nil, json["url"]?.stringValue != nil {
            entries = [HAREntry(reading: [JSONMember("request", json)])]
        } else {
            throw FixtureError(path: path, detail: "it is no HTTP archive: log.entries is missing")
        }
    }
}

extension HAREntry {
    fileprivate init(reading members: [JSONMember]) { self.init(reading: .object(members)) }

    fileprivate init(reading json: JSONValue) {
        let request = json["request"] ?? .null
        let method = request["method"]?.stringValue ?? ""
        self.init(method: method.isEmpty ? "GET" : method, url: Self.url(of: request))
        version = Self.version(request["httpVersion"])
        fields = Self.fields(request["headers"])
        let cookies = request["cookies"]?.arrayValue ?? []
        if !cookies.isEmpty, !fields.contains(named: "Cookie") {
            let pairs = cookies.map { cookie in
                (cookie["name"]?.stringValue ?? "") + "=" + (cookie["value"]?.stringValue ?? "")
            }
            fields.append(HTTPField("Cookie", pairs.joined(separator: "; ")))
        }
        if let data = request["postData"] { body = Self.requestContent(data) }
        if let data = request["postData"]?["mimeType"]?.stringValue, !data.isEmpty,
            !body.isEmpty, !fields.contains(named: "Content-Type")
        {
            fields.append(HTTPField("Content-Type", data))
        }
        let instant = json["startedDateTime"]?.stringValue ?? ""
        startedAt = instant == Self.epoch ? "" : instant
        serverAddress = json["serverIPAddress"]?.stringValue ?? ""
        variant = json["_variant"]?.stringValue
        comment = json["comment"]?.stringValue ?? ""
        timings = Self.timings(json)
        guard let response = json["response"], response.members != nil else { return }
        redirectURL = response["redirectURL"]?.stringValue ?? ""
        if let size = response["bodySize"]?.intValue, size >= 0 { encodedCount = size }
        outcome = Self.outcome(response, failure: json["_failure"], elapsed: timings.total)
    }

    /// The URL, with the query from its list where the text has none.
    private static func url(of request: JSONValue) -> String {
        let url = request["url"]?.stringValue ?? ""
        let items = (request["queryString"]?.arrayValue ?? []).filter {
            $0["name"]?.stringValue?.isEmpty == false
        }
        guard !items.isEmpty, !url.contains("?") else { return url }
        let query = items.map { item in
            let name = PercentEncoding.encode(item["name"]?.stringValue ?? "", for: .queryItem)
            let value = item["value"]?.stringValue
            return name + (value.map { "=" + PercentEncoding.encode($0, for: .queryItem) } ?? "")
        }
        let end = url.firstIndex(of: "#") ?? url.endIndex
        return url[..<end] + "?" + query.joined(separator: "&") + url[end...]
    }

    private static func version(_ json: JSONValue?) -> HTTPVersion {
        switch json?.stringValue?.lowercased() {
        case "http/1.0"?: .http1_0
        case "h2"?, "http/2"?, "http/2.0"?, "spdy"?: .http2
        case "h3"?, "http/3"?, "http/3.0"?, "h3-29"?: .http3
        default: .http1_1
        }
    }

    /// The fields that may stand on the wire; a value of several lines is several fields.
    private static func fields(_ json: JSONValue?) -> HTTPFields {
        var fields = HTTPFields()
        for item in json?.arrayValue ?? [] {
            guard let name = item["name"]?.stringValue, HTTPToken.isToken(name) else { continue }
            let value = item["value"]?.stringValue ?? ""
            for line in value.split(separator: "\n", omittingEmptySubsequences: false) {
                let field = HTTPField(name, line.trimmingBlanks)
                if field.problem == nil { fields.append(field) }
            }
        }
        return fields
    }

    private static func requestContent(_ data: JSONValue) -> Octets {
        let text = data["text"]?.stringValue ?? ""
        if !text.isEmpty {
            let isEncoded = (data["_encoding"] ?? data["encoding"])?.stringValue == "base64"
            return content(text, isEncoded: isEncoded, type: data["mimeType"]?.stringValue)
        }
        let type = data["mimeType"]?.stringValue ?? ""
        guard !type.hasPrefix("multipart/") else { return Octets() }
        // Archives of browsers hold form items as they were sent.
        let items = (data["params"]?.arrayValue ?? []).map { item in
            (item["name"]?.stringValue ?? "") + (item["value"]?.stringValue.map { "=" + $0 } ?? "")
        }
        return Octets(utf8: items.joined(separator: "&"))
    }

    private static func content(_ text: String, isEncoded: Bool, type: String?) -> Octets {
        if isEncoded, let bytes = Base64.decode(text.filter { !$0.isWhitespace }) {
            return Octets(bytes)
        }
        // Archives hold text, whatever charset it came in; the head still names that charset.
        let charset = type.flatMap { MediaType($0) }?.parameter("charset")?.lowercased()
        if let charset, ["iso-8859-1", "latin1", "us-ascii"].contains(charset),
            text.unicodeScalars.allSatisfy({ $0.value < 0x100 })
        {
            return Octets(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        }
        return Octets(utf8: text)
    }

    private static func timings(_ json: JSONValue) -> Timings {
        var timings = Timings()
        let phases = json["timings"] ?? .null
        timings.queued = FixtureMeta.duration(phases["blocked"])
        timings.nameLookup = FixtureMeta.duration(phases["dns"])
        timings.tls = FixtureMeta.duration(phases["ssl"])
        let connect = FixtureMeta.duration(phases["connect"])
        timings.connect = connect > timings.tls ? connect - timings.tls : connect
        timings.send = FixtureMeta.duration(phases["send"])
        timings.wait = FixtureMeta.duration(phases["wait"])
        timings.receive = FixtureMeta.duration(phases["receive"])
        timings.total = FixtureMeta.duration(json["time"])
        return timings
    }

    private static func outcome(
        _ response: JSONValue,
        failure: JSONValue?,
        elapsed: Duration
    ) -> Result<HTTPResponse, NetworkFailure> {
        let status = response["status"]?.intValue ?? 0
        let content = response["content"] ?? .null
        let octets = Self.content(
            content["text"]?.stringValue ?? "",
            isEncoded: content["encoding"]?.stringValue == "base64",
            type: content["mimeType"]?.stringValue
        )
        var head: HTTPResponseHead?
        if (100...999).contains(status) {
            head = HTTPResponseHead(
                status: HTTPStatus(status),
                reasonPhrase: response["statusText"]?.stringValue,
                version: version(response["httpVersion"]),
                fields: fields(response["headers"])
            )
        }
        let error = response["_error"]?.stringValue ?? ""
        guard let head, error.isEmpty else {
            var result = HARFailure.read(failure, error: error, elapsed: elapsed)
            result.partialHead = head
            result.partialBody = octets
            return .failure(result)
        }
        let trailers = fields(response["_trailers"])
        return .success(HTTPResponse(head: head, body: octets, trailers: trailers))
    }
}
