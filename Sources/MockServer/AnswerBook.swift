import Files
import Fixtures
import HTTPModel

/// Decides what each request is answered with, and keeps up with the fixtures on disk.
///
/// Owned by the server's thread. Answers that depend on method, authority and target alone are kept
/// ready made.
struct AnswerBook {
    /// What a kept answer depends on.
    private struct Key: Hashable {
        var method: String
        var target: String
        var authority: String?
    }

    /// A kept answer, and what its fixture's head looked like when it was made.
    private struct Kept {
        var playback: Playback
        var file: String
        var stamp: FileStamp?
    }

    private let store: FixtureStore
    private var fixtures = FixtureSet()
    private var stamp: FixtureStamp?
    private var kept: [Key: Kept] = [:]
    /// What the head of each fixture looked like when it was read, by its path.
    private var headStamps: [String: FileStamp] = [:]
    private var lastCheck: ContinuousClock.Instant
    private var checkCost = Duration.zero
    private static let keptLimit = 4_096
    private static let checkInterval = Duration.milliseconds(250)
    private static let loadLimit = 3

    init(root: String) {
        store = FixtureStore(serving: root)
        lastCheck = .now
        load()
    }

    /// Problems of the fixtures as last read.
    var problems: [FixtureError] { fixtures.problems }
    /// How many fixtures there are.
    var fixtureCount: Int { fixtures.stored.count }

    /// What `request` is answered with.
    mutating func answer(to request: ReceivedRequest) -> Playback {
        let now = ContinuousClock.now
        // Looking at all files costs more the more there are; it may take a twentieth of the time.
        if now - lastCheck > max(Self.checkInterval, checkCost * 20) { reloadIfChanged() }
        let key = Key(
            method: request.method,
            target: request.target,
            authority: request.authority
        )
        if !request.hasDecidingFields, let known = kept[key] {
            if FileSystem.stamp(known.file) == known.stamp { return known.playback }
            reloadIfChanged()
        }
        guard let method = HTTPMethod(rawValue: request.method) else {
            return .response(Self.plain(400, "the method is not a token"), isHead: false)
        }
        var match = find(request, method: method)
        let isDoubtful =
            switch match {
            case .hit(let stored): !isCurrent(stored)
            case .miss: true
            }
        if isDoubtful, reloadIfChanged() { match = find(request, method: method) }
        switch match {
        case .hit(let stored):
            let playback = Self.playback(of: stored, for: method)
            if !request.hasDecidingFields,
                fixtures.isDecidedByTarget(method, path: request.pathAndQuery)
            {
                keep(playback, of: stored, for: key)
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
            return .response(response, isHead: method == .head)
        }
    }

    /// Reads the fixtures anew at the next request.
    mutating func forget() {
        stamp = nil
        lastCheck = .now - .seconds(3_600)
    }

    // MARK: Matching

    private func find(_ request: ReceivedRequest, method: HTTPMethod) -> FixtureMatch {
        fixtures.match(
            method: method,
            authority: request.authority,
            target: request.pathAndQuery,
            fields: request.fields,
            body: request.body
        )
    }

    /// The wire form of a fixture.
    static func playback(of stored: StoredFixture, for method: HTTPMethod) -> Playback {
        let fixture = stored.fixture
        let isHead = method == .head
        var playback: Playback
        switch fixture.outcome {
        case .success(let response):
            let ownsLength = isHead && fixture.method == .head
            playback = .response(response, isHead: isHead, ownsLength: ownsLength)
        case .failure(let failure):
            playback =
                Playback.failure(failure, isHead: isHead)
                ?? .response(FixtureSet.unplayableResponse(failure.code), isHead: isHead)
        }
        playback.delay = fixture.delay
        playback.fixturePath = stored.metaPath
        return playback
    }

    /// The answer to `OPTIONS` when no fixture gives one: the methods known for the path.
    private func preflight(_ request: ReceivedRequest) -> Playback {
        var methods = HTTPMethod.common.filter { method in
            if case .hit = find(request, method: method) { true } else { false }
        }
        methods.append(.options)
        let list = methods.map(\.rawValue).joined(separator: ", ")
        var fields: HTTPFields = ["Allow": list]
        if let origin = request.fields["Origin"] {
            fields.append("Access-Control-Allow-Origin", origin)
            fields.append("Access-Control-Allow-Methods", list)
            if let names = request.fields["Access-Control-Request-Headers"] {
                fields.append("Access-Control-Allow-Headers", names)
            }
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

    // MARK: Keeping up with the disk

    private mutating func keep(_ playback: Playback, of stored: StoredFixture, for key: Key) {
        if kept.count >= Self.keptLimit { kept.removeAll() }
        kept[key] = Kept(
            playback: playback,
            file: file(of: stored),
            stamp: headStamps[stored.metaPath]
        )
    }

    private mutating func load() {
        kept.removeAll()
        // Files that change while they are read would be taken for what they were before.
        for _ in 0..<Self.loadLimit {
            stamp = store.stamp()
            // A folder that cannot be read now keeps the fixtures as they were.
            guard let loaded = try? store.load() else { return }
            fixtures = loaded
            headStamps = [:]
            for stored in loaded.stored {
                headStamps[stored.metaPath] = FileSystem.stamp(file(of: stored))
            }
            if store.stamp() == stamp { return }
        }
        // Still changing: the next request looks again.
        stamp = nil
    }

    private func file(of stored: StoredFixture) -> String {
        FilePath.join(store.root, stored.watchedPath)
    }

    private func isCurrent(_ stored: StoredFixture) -> Bool {
        FileSystem.stamp(file(of: stored)) == headStamps[stored.metaPath]
    }

    @discardableResult
    private mutating func reloadIfChanged() -> Bool {
        let start = ContinuousClock.now
        let current = store.stamp()
        checkCost = ContinuousClock.now - start
        lastCheck = start
        guard current != stamp else { return false }
        load()
        return true
    }
}
