package import HTTPModel

/// A request with stand-ins in place of secrets that are too short to be looked for.
///
/// A letter or two stand in every other word, so hiding them wherever they occur would spoil every text
/// and give away what they are. But where a secret was put in is known: there it is replaced by a
/// stand-in, long and unlike anything else, which is looked for instead. Never sent, only shown and kept.
package final class DisguisedRequest: Sendable, Equatable {
    /// The request; its options are of no use.
    package let request: HTTPRequest
    /// The credential the pipeline would add.
    package let token: Token?
    /// The conditions.
    package let assertions: [Assertion]
    /// What must be hidden in place of the short secrets.
    package let standIns: [String]

    /// Creates a disguise.
    package init(
        request: HTTPRequest,
        token: Token?,
        assertions: [Assertion] = [],
        standIns: [String]
    ) {
        self.request = request
        self.token = token
        self.assertions = assertions
        self.standIns = standIns
    }

    package static func == (left: DisguisedRequest, right: DisguisedRequest) -> Bool {
        left === right
            || left.request == right.request && left.token == right.token
                && left.assertions == right.assertions && left.standIns == right.standIns
    }
}

/// Texts that stand for short secrets: the same text for the same secret.
package struct StandIns: Sendable {
    /// Secrets of so many bytes are looked for in texts; shorter ones are disguised.
    package static let shortestSearched = 4

    /// The texts given out, in order.
    package private(set) var texts: [String] = []
    private var bySecret: [String: String] = [:]

    /// Creates an empty list.
    package init() {}

    /// Whether a secret is too short to be looked for.
    package static func isNeeded(for secret: String) -> Bool {
        !secret.isEmpty && secret.utf8.count < shortestSearched
    }

    /// What stands for a secret: letters and digits that any part of a request can hold as they are, digits
    /// alone for a number; the secret itself when it is long enough.
    package mutating func text(for secret: String) -> String {
        guard Self.isNeeded(for: secret) else { return secret }
        if let known = bySecret[secret] { return known }
        let isNumber = secret.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let number = String(1_000 + texts.count)
        let text = isNumber ? "7319046285\(number)8260" : "q7zv0k4xw9j2\(number)m5t8h"
        bySecret[secret] = text
        texts.append(text)
        return text
    }
}

extension RequestResolver {
    /// Resolves the request again with stand-ins for short secrets.
    ///
    /// A target that cannot hold them, such as one with a port that is secret, is left as it is.
    func disguise(_ resolved: inout ResolvedRequest, _ resolution: Resolution) {
        for sparesTarget in [false, true] {
            var other = resolution.inDisguise(sparingTarget: sparesTarget)
            guard let disguised = try? resolve(&other) else { continue }
            let origins = zip(disguised.origins, resolved.origins)
            resolved.origins = origins.map { $0.isSize ? $1 : $0 }
            guard !other.standIns.isEmpty else { return }
            resolved.disguise = DisguisedRequest(
                request: disguised.request,
                token: disguised.token,
                assertions: disguised.assertions,
                standIns: other.standIns
                    + disguised.secrets.filter { !resolved.secrets.contains($0) }
            )
            return
        }
    }
}

extension ResolvedRequest {
    /// Disguises what is secret by its place alone: the token, and the password of the target.
    ///
    /// For requests that no templates made.
    package mutating func disguiseLiterals() {
        var standIns = StandIns()
        var shown = request
        if let userInfo = shown.target.userInfo, let colon = userInfo.firstIndex(of: ":") {
            let password = String(userInfo[userInfo.index(after: colon)...])
            shown.target.userInfo = userInfo[...colon] + standIns.text(for: password)
        }
        let token = token.map { $0.carrying(standIns.text(for: $0.value)) }
        guard !standIns.texts.isEmpty else { return }
        disguise = DisguisedRequest(
            request: shown,
            token: token,
            assertions: assertions,
            standIns: standIns.texts
        )
    }
}

extension Token {
    /// The same kind and place with another value.
    package func carrying(_ value: String) -> Token {
        switch self {
        case .bearer: .bearer(value)
        case .query(let name, _): .query(name: name, value: value)
        case .body(let name, _): .body(name: name, value: value)
        case .field(let name, _): .field(name: name, value: value)
        }
    }
}
