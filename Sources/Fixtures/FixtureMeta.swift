import Documents
import HTTPModel

/// The head of a fixture as it stands in its `.meta.json` file.
///
/// Every part stands on a line of its own and in a fixed order, so that a change shows as one line.
struct FixtureMeta {
    /// All of the fixture but its content.
    var fixture: Fixture
    /// The name of the content's file, beside the head; `nil` when there is no content.
    var bodyName: String?

    /// The version of the format.
    static let schema = 1
}

// MARK: - Writing

extension FixtureMeta {
    /// The text of the file.
    var encoded: String { json.encoded(pretty: true) + "\n" }

    private var json: JSONValue {
        var members: [JSONMember] = [JSONMember("apusFixture", .number(String(Self.schema)))]
        members.append(JSONMember("request", request))
        if let variant = fixture.variant { members.append(JSONMember("variant", .string(variant))) }
        switch fixture.outcome {
        case .success(let response): members.append(JSONMember("response", json(of: response)))
        case .failure(let failure): members.append(JSONMember("failure", json(of: failure)))
        }
        if fixture.delay > .zero {
            members.append(JSONMember("delayMs", Self.milliseconds(fixture.delay)))
        }
        members += behaviorMembers
        let timings = timingMembers
        if !timings.isEmpty { members.append(JSONMember("timing", .object(timings))) }
        if !fixture.capturedAt.isEmpty {
            members.append(JSONMember("capturedAt", .string(fixture.capturedAt)))
        }
        if let source = fixture.source { members.append(JSONMember("source", .string(source))) }
        if !fixture.redactions.isEmpty {
            let list = fixture.redactions.map { redaction in
                JSONValue.object([
                    JSONMember("placeholder", .string(redaction.placeholder)),
                    JSONMember("places", .array(redaction.places.map { .string($0) })),
                ])
            }
            members.append(JSONMember("redactions", .array(list)))
        }
        if !fixture.volatilePaths.isEmpty {
            let paths = fixture.volatilePaths.map { JSONValue.string($0) }
            members.append(JSONMember("volatilePaths", .array(paths)))
        }
        return .object(members)
    }

    private var request: JSONValue {
        var members = [
            JSONMember("method", .string(fixture.method.rawValue)),
            JSONMember("authority", .string(fixture.authority)),
            JSONMember("path", .string(fixture.path)),
        ]
        func matcher(_ name: String, _ value: String?, _ isOptional: Bool) -> JSONValue {
            .object(
                [JSONMember("name", .string(name))]
                    + (value.map { [JSONMember("value", .string($0))] } ?? [])
                    + (isOptional ? [JSONMember("optional", .bool(true))] : [])
            )
        }
        if !fixture.query.isEmpty {
            let list = fixture.query.map { matcher($0.name, $0.value, $0.isOptional) }
            members.append(JSONMember("query", .array(list)))
        }
        if !fixture.fields.isEmpty {
            let list = fixture.fields.map { matcher($0.name, $0.value, $0.isOptional) }
            members.append(JSONMember("fields", .array(list)))
        }
        if !fixture.body.isEmpty {
            let list = fixture.body.map { matcher -> JSONValue in
                switch matcher {
                case .equals(let text): ["equals": .string(text)]
                case .contains(let text): ["contains": .string(text)]
                case .json(let path, nil): ["jsonpath": .string(path)]
                case .json(let path, let value?):
                    ["jsonpath": .string(path), "value": .string(value)]
                }
            }
            members.append(JSONMember("body", .array(list)))
        }
        return .object(members)
    }

    private func json(of response: HTTPResponse) -> JSONValue {
        var members = Self.members(of: response.head)
        if !response.trailers.isEmpty {
            let list = response.trailers.map(Self.json(of:))
            members.append(JSONMember("trailers", .array(list)))
        }
        if let coding = fixture.removedCoding {
            members.append(JSONMember("removedCoding", .string(coding)))
        }
        if let bodyName { members.append(JSONMember("body", .string(bodyName))) }
        return .object(members)
    }

    private func json(of failure: NetworkFailure) -> JSONValue {
        var members = Self.members(of: failure)
        if let bodyName { members.append(JSONMember("body", .string(bodyName))) }
        return .object(members)
    }

    /// All of a failure but the content that came.
    static func members(of failure: NetworkFailure) -> [JSONMember] {
        var members = [
            JSONMember("code", .string(failure.code.rawValue)),
            JSONMember("phase", .string(failure.phase.rawValue)),
            JSONMember("elapsedMs", milliseconds(failure.elapsed)),
            JSONMember("bytesSent", .number(String(failure.bytesSent))),
            JSONMember("bytesReceived", .number(String(failure.bytesReceived))),
        ]
        if !failure.detail.isEmpty { members.append(JSONMember("detail", .string(failure.detail))) }
        if !failure.causes.isEmpty {
            let causes = failure.causes.map { JSONValue.string($0) }
            members.append(JSONMember("causes", .array(causes)))
        }
        if let head = failure.partialHead {
            members.append(JSONMember("head", .object(Self.members(of: head))))
        }
        return members
    }

    /// A response's head.
    static func members(of head: HTTPResponseHead) -> [JSONMember] {
        var members = [JSONMember("status", .number(String(head.status.rawValue)))]
        members.append(JSONMember("reason", .string(head.reasonPhrase)))
        members.append(JSONMember("version", .string(head.version.rawValue)))
        members.append(JSONMember("fields", .array(head.fields.map(json(of:)))))
        return members
    }

    /// `Name: value`; a value that is not UTF-8 as an object with its bytes in Base64.
    static func json(of field: HTTPField) -> JSONValue {
        if let value = String(validating: field.valueBytes, as: UTF8.self) {
            return .string("\(field.name): \(value)")
        }
        return [
            "name": .string(field.name),
            "valueBase64": .string(Base64.encode(field.valueBytes)),
        ]
    }

    private var timingMembers: [JSONMember] { Self.members(of: fixture.timings) }

    /// The phases that took any time.
    static func members(of timings: Timings) -> [JSONMember] {
        var members = phaseNames.compactMap { phase -> JSONMember? in
            let duration = timings[keyPath: phase.path]
            return duration > .zero ? JSONMember(phase.name, milliseconds(duration)) : nil
        }
        if timings.total > .zero {
            members.append(JSONMember("totalMs", milliseconds(timings.total)))
        }
        return members
    }

    /// The keys of phases, as in reports.
    static var phaseNames: [(name: String, path: WritableKeyPath<Timings, Duration>)] {
        [
            ("queuedMs", \.queued), ("dnsMs", \.nameLookup), ("connectMs", \.connect),
            ("tlsMs", \.tls), ("sendMs", \.send), ("waitMs", \.wait), ("receiveMs", \.receive),
        ]
    }

    /// Milliseconds with at most three decimals.
    static func milliseconds(_ duration: Duration) -> JSONValue {
        let parts = duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        let whole = microseconds / 1_000
        var decimals = String(1_000 + microseconds % 1_000).dropFirst()
        while decimals.hasSuffix("0") { decimals = decimals.dropLast() }
        return .number(decimals.isEmpty ? "\(whole)" : "\(whole).\(decimals)")
    }
}
