import Files
import Fixtures
import HTTPModel

/// Decides what each request is answered with.
///
/// Owned by a loop's thread. Answers that depend on method, authority and target alone are kept ready
/// made.
struct AnswerBook {
    /// What a kept answer depends on.
    private struct Key: Hashable {
        var method: String
        var target: String
        var authority: String?
    }

    private let center: ServerCenter
    private(set) var edition = FixtureLibrary.Edition()
    private var kept: [Key: Playback] = [:]
    private var lastCheck = ContinuousClock.now
    private var checkCost = Duration.zero
    private static let keptLimit = 4_096

    init(center: ServerCenter) {
        self.center = center
    }

    /// Reads what changed on disk.
    ///
    /// Looking at all files costs more the more there are; it may take a twentieth of the time.
    mutating func update(at now: ContinuousClock.Instant) {
        if now - lastCheck > max(center.library.checkInterval, checkCost * 20) {
            center.library.check()
            lastCheck = .now
            checkCost = lastCheck - now
        }
        let current = center.library.current(edition)
        if current.number != edition.number {
            edition = current
            kept.removeAll()
        }
    }

    /// What `request` is answered with.
    mutating func answer(to request: ReceivedRequest) -> Playback {
        if let refusal = center.configuration.check?(request) {
            return .response(refusal, isHead: request.method == "HEAD")
        }
        let isKeepable =
            !request.hasDecidingFields && !center.progress.matters(for: edition.fixtures)
        let key = Key(
            method: request.method,
            target: request.target,
            authority: request.authority
        )
        if isKeepable, let known = kept[key] { return known }
        guard let method = HTTPMethod(rawValue: request.method) else {
            return .response(Self.plain(400, "the method is not a token"), isHead: false)
        }
        switch find(request, method: method, progress: center.progress) {
        case .hit(let stored):
            let playback = playback(of: stored, for: method, request)
            if isKeepable, edition.fixtures.isDecidedByTarget(method, path: request.pathAndQuery) {
                if kept.count >= Self.keptLimit { kept.removeAll() }
                kept[key] = playback
            }
            return playback
        case .miss(let nearest):
            if method == .options { return preflight(request) }
            let response = FixtureSet.missResponse(
                method: request.method,
                authority: request.authority,
                target: request.target,
                nearest: nearest
            )
            var playback = Playback.response(response, isHead: method == .head)
            playback.isMiss = true
            return playback
        }
    }

    /// Whether a request whose content is still coming is answered by a reset at once.
    func isResetEarly(_ request: ReceivedRequest) -> StoredFixture? {
        guard edition.hasEarlyReset, let method = HTTPMethod(rawValue: request.method),
            case .hit(let stored) = find(request, method: method, progress: nil),
            stored.fixture.failure?.code == .sendReset
        else { return nil }
        return stored
    }

    // MARK: Matching

    private func find(
        _ request: ReceivedRequest,
        method: HTTPMethod,
        progress: FixtureProgress?
    ) -> FixtureMatch {
        edition.fixtures.match(
            method: method,
            authority: request.authority,
            target: request.pathAndQuery,
            fields: request.fields,
            body: request.body,
            progress: progress
        )
    }

    /// The wire form of a fixture.
    private func playback(
        of stored: StoredFixture,
        for method: HTTPMethod,
        _ request: ReceivedRequest
    ) -> Playback {
        let fixture = stored.fixture
        let isHead = method == .head
        var outcome = fixture.outcome
        if fixture.behavior.isTemplate {
            outcome = fixture.answer(
                to: TemplateSource(
                    method: method,
                    target: request.pathAndQuery,
                    fields: request.fields,
                    body: request.body,
                    count: center.progress.countAnswer(of: stored.metaPath)
                )
            )
        }
        var playback = Self.playback(
            of: outcome,
            isHead: isHead,
            ownsLength: fixture.method == .head
        )
        playback.delay = fixture.delay
        playback.latency = fixture.behavior.latency
        playback.bytesPerSecond = fixture.behavior.bytesPerSecond
        playback.fixturePath = stored.metaPath.isEmpty ? nil : stored.metaPath
        return playback
    }

    /// The wire form of an outcome.
    ///
    /// - Parameters:
    ///   - outcome: A response, or the failure to get one.
    ///   - isHead: Whether it answers `HEAD`.
    ///   - ownsLength: Whether the `Content-Length` of an answer to `HEAD` is its own.
    /// - Returns: The bytes to send and how they end.
    static func playback(
        of outcome: Result<HTTPResponse, NetworkFailure>,
        isHead: Bool,
        ownsLength: Bool = false
    ) -> Playback {
        switch outcome {
        case .success(let response):
            .response(response, isHead: isHead, ownsLength: isHead && ownsLength)
        case .failure(let failure):
            .failure(failure, isHead: isHead)
                ?? .response(FixtureSet.unplayableResponse(failure.code), isHead: isHead)
        }
    }

    /// The answer to `OPTIONS` when no fixture gives one: the methods known for the path.
    ///
    /// - SeeAlso: Fetch §3.3 (CORS protocol), Private Network Access §3.1.
    private func preflight(_ request: ReceivedRequest) -> Playback {
        var methods = HTTPMethod.common.filter { method in
            if case .hit = find(request, method: method, progress: nil) { true } else { false }
        }
        methods.append(.options)
        let list = methods.map(\.rawValue).joined(separator: ", ")
        var fields: HTTPFields = ["Allow": list]
        if let origin = request.fields["Origin"] {
            fields.append("Access-Control-Allow-Origin", origin)
            fields.append("Access-Control-Allow-Credentials", "true")
            fields.append("Access-Control-Allow-Methods", list)
            if let names = request.fields["Access-Control-Request-Headers"] {
                fields.append("Access-Control-Allow-Headers", names)
            }
            if request.fields["Access-Control-Request-Private-Network"] == "true" {
                fields.append("Access-Control-Allow-Private-Network", "true")
            }
            fields.append("Access-Control-Max-Age", "600")
            fields.append("Vary", "Origin")
        }
        let head = HTTPResponseHead(status: HTTPStatus(204), fields: fields)
        return .response(HTTPResponse(head: head), isHead: false)
    }

    /// A response of plain text.
    static func plain(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(
            head: HTTPResponseHead(
                status: HTTPStatus(status),
                fields: ["Content-Type": "text/plain; charset=utf-8"]
            ),
            body: Octets(utf8: text + "\n")
        )
    }
}
