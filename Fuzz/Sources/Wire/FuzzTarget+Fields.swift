@testable import ClientCore
import HTTPModel

extension FuzzTarget {
    /// Values of fields, targets, certificates.
    static let fields = [
        FuzzTarget(name: "cookie", maxLength: 512, run: cookie),
        FuzzTarget(name: "cache-control", maxLength: 256, run: cacheControl),
        FuzzTarget(name: "field-value", maxLength: 256, run: fieldValue),
        FuzzTarget(name: "option-text", maxLength: 256, run: optionText),
        FuzzTarget(name: "target", maxLength: 512, seeds: "responses/whatwg-url", run: target),
        FuzzTarget(name: "certificate", maxLength: 2048, run: certificate),
    ]

    private static let now = HTTPDate(secondsSince1970: 1_700_000_000)

    private static func cookie(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        guard let target = try? TargetURI("https://a.example.co.uk/x/y?z"),
            let other = try? TargetURI("https://b.test/")
        else { return }
        let jar = CookieJar { now }
        var fields = HTTPFields()
        for _ in 0..<3 {
            fields.append(HTTPField(name: "Set-Cookie", valueBytes: pieces.part()))
        }
        _ = jar.receive(fields, from: target)
        hold(jar.cookies(for: other).isEmpty, "no other site gets a cookie")
        for cookie in jar.cookies(for: target) {
            hold(!cookie.isExpired(at: now), "no cookie that has ended is sent")
            hold(
                !cookie.nameBytes.contains(0x3B) && !cookie.valueBytes.contains(0x3B),
                "a cookie that is sent holds no semicolon"
            )
            hold(cookie.nameBytes.allSatisfy { $0 >= 0x20 || $0 == 9 }, "nor a control character")
        }
        _ = CookieDate.read(bytes)
    }

    private static func cacheControl(_ bytes: [UInt8]) {
        let fields: HTTPFields = [HTTPField(name: "Cache-Control", valueBytes: bytes)]
        let control = CacheControl(fields)
        for age in [control.maximumAge, control.minimumFreshness, control.staleIfError] {
            hold((age ?? 0) >= 0, "no time is negative")
        }
        let head = HTTPResponseHead(
            status: HTTPStatus(503),
            fields: [HTTPField(name: "Retry-After", valueBytes: bytes)]
        )
        hold((head.retryAfter(now: now.secondsSince1970) ?? .zero) >= .zero, "no wait is negative")
    }

    private static func fieldValue(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        for link in WebLink.list(text) { _ = link.parameter("rel") }
        let fields: HTTPFields = [HTTPField(name: "Link", valueBytes: bytes)]
        _ = fields.linkTarget("next")
        if let type = MediaType(text) {
            hold(type == MediaType(type.description), "a media type reads back")
            _ = MediaRange.accept(type, MediaRange.list(text))
        }
        if let date = HTTPDate(text, now: now) {
            hold(HTTPDate(date.description) == date, "a date reads back: \(date)")
        }
        _ = ContentRange(text)
        if let token = ResumeToken(text) {
            hold(ResumeToken(token.text)?.text == token.text, "a resume token reads back")
        }
        _ = RedactionPolicy.standard.redacting(text)
        _ = ResponseFraming.problem(with: [
            HTTPField(name: "Content-Length", valueBytes: bytes),
            HTTPField(name: "Transfer-Encoding", valueBytes: bytes),
        ])
    }

    private static func optionText(_ bytes: [UInt8]) {
        var pieces = Pieces(bytes)
        let text = pieces.text()
        let host = pieces.text()
        _ = ProxyConfiguration(text)
        _ = ProxyServer(text)
        _ = ResolveOverride(text)
        _ = ConnectOverride(text)
        _ = NoProxyList(text).covers(host)
        _ = RouteTable.defaultInterfaces(ipv4: text)
        _ = RouteTable.defaultInterfaces(ipv6: text)
        _ = HTTPMethod(rawValue: text)
        var signing = AWSSigning(keyID: text, secret: Secret(host))
        signing.provider = pieces.text()
        guard let signature = try? AWSSignature(signing, host: host),
            let target = try? TargetURI("https://h.example/" + text)
        else { return }
        var request = PreparedRequest(method: .get, target: target, fields: HTTPFields())
        signature.sign(&request, at: now)
        hold(request.fields.allSatisfy { $0.problem == nil }, "a signature fits on the wire")
    }

    private static func target(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        for place in [PercentEncoding.Place.pathSegment, .queryItem] {
            let encoded = PercentEncoding.encode(text, for: place)
            hold(PercentEncoding.decode(encoded) == text, "what is encoded decodes: \(encoded)")
        }
        let legal = PercentEncoding.encodeIllegal(text)
        hold(PercentEncoding.encodeIllegal(legal) == legal, "what is legal stays")
        guard let base = try? TargetURI("https://h.example/a/b/c?d#e") else { return }
        if let resolved = try? base.resolving(text) {
            let again = try? TargetURI(resolved.text)
            hold(again == resolved, "a resolved reference is a target: \(resolved)")
        }
        guard let target = try? TargetURI(text) else { return }
        hold((try? TargetURI(target.text)) == target, "a target reads back: \(target)")
        hold(
            target.requestTarget.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F },
            "a target fits into a request line: \(target.requestTarget)"
        )
        hold(target.authority.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an authority fits")
        for item in target.queryItems { _ = item.text }
    }

    private static func certificate(_ bytes: [UInt8]) {
        let certificate = PeerCertificate(der: Octets(bytes))
        hold(certificate.der.array == bytes, "a certificate keeps its octets")
    }
}
