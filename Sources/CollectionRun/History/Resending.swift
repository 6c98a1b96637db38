import Collections
import Fixtures
import HTTPModel
import History
import ClientCore

/// A request of the history on its way to be sent again.
///
/// It is sent as it was; only what was secret is taken anew, from the saved request it came from or
/// from the person.
struct Resending {
    /// A value that nobody has given yet.
    struct MissingValue: Hashable, Sendable {
        /// What stands in its place, such as `REDACTED-token-1`.
        var placeholder: String
        /// Where it stands, such as `request field X-API-Key`.
        var places: [String]
    }

    /// The request; complete when nothing is missing and there is no problem.
    private(set) var request: HTTPRequest
    /// The credential the pipeline is to add.
    private(set) var token: Token?
    /// What must be given before it can be sent.
    private(set) var missing: [MissingValue] = []
    /// Why it cannot be sent at all, as a sentence fragment; `nil` when it can.
    private(set) var problem: String?

    private let names: Set<String>
    private let resolved: ResolvedRequest?
    private let given: [String: String]

    /// Puts a request together.
    ///
    /// - Parameters:
    ///   - entry: The entry of the history.
    ///   - resolved: The saved request as it is now; `nil` when there is none any more.
    ///   - given: Values by placeholder; these win.
    ///   - movingOrigins: Origins of servers that this program runs and that have another address each
    ///     time; a request that leads to one now leads there.
    init(
        _ entry: HistoryEntry,
        resolved: ResolvedRequest?,
        given: [String: String],
        movingOrigins: [String] = []
    ) {
        let kept = entry.exchange
        names = Set(kept.redactions.map(\.placeholder))
        self.resolved = resolved
        self.given = given
        request = kept.exchange.request
        request.options = resolved?.request.options ?? RequestOptions()
        token = resolved?.token
        if let target = resolved?.request.target,
            movingOrigins.contains(where: { target.text.hasPrefix($0) })
        {
            request.target.scheme = target.scheme
            request.target.host = target.host
            request.target.port = target.port
        }
        if token == nil, let sent = kept.exchange.hops.first?.sent { adoptToken(of: sent) }
        let bodyNames = kept.redactions.filter { $0.places.contains("request body") }
        takeContent(of: kept)
        fillTarget()
        fillFields()
        let present = Set(PlaceholderText(kept.requestContent, names: names).placeholders)
        if token == nil, kept.requestCount == nil,
            bodyNames.contains(where: { !present.contains($0.placeholder) })
        {
            problem = "its content held a token that was not kept; send the saved request instead"
        }
        noteMissing(kept)
    }

    /// What the token had added to the request is part of it now, as nothing else gives it.
    private mutating func adoptToken(of sent: SentRequest) {
        for field in sent.fields
        where !request.fields.contains(named: field.name) && !field.isNamed("Cookie") {
            if hasPlaceholder(field.value) { request.fields.append(field) }
        }
        if hasPlaceholder(sent.target.text), !hasPlaceholder(request.target.text) {
            request.target = sent.target
        }
    }

    private func hasPlaceholder(_ text: String) -> Bool {
        !PlaceholderText(text, names: names).placeholders.isEmpty
    }

    private mutating func takeContent(of kept: RedactedExchange) {
        if kept.requestReference != nil || kept.requestCount != nil {
            if let resolved {
                request.body = resolved.request.body
            } else {
                let what = kept.requestReference ?? "\(kept.requestCount ?? 0) bytes"
                problem = "its content (\(what)) was not kept whole, and the saved request is gone"
            }
            return
        }
        let text = PlaceholderText(kept.requestContent, names: names)
        guard !text.placeholders.isEmpty else { return }
        if let body = resolved?.request.body, case .octets(let octets) = body, text.matches(octets)
        {
            request.body = body
        } else {
            request.body = .octets(Octets(text.filled(with: given)))
        }
    }

    private mutating func fillTarget() {
        let text = PlaceholderText(request.target.text, names: names)
        guard !text.placeholders.isEmpty else { return }
        if let target = resolved?.request.target {
            if text.matches(target.text.utf8) {
                request.target = target
                return
            }
            fillParts(from: target)
        }
        let encoded = given.mapValues { PercentEncoding.encode($0, for: .pathSegment) }
        let filled = PlaceholderText(request.target.text, names: names).filled(with: encoded)
        if let target = try? TargetURI(String(decoding: filled, as: UTF8.self)) {
            request.target = target
        }
    }

    /// Takes the parts with placeholders from the place where the saved request has them.
    private mutating func fillParts(from target: TargetURI) {
        if let userInfo = request.target.userInfo, hasPlaceholder(userInfo) {
            request.target.userInfo = target.userInfo
        }
        let present = target.queryItems
        request.target.queryItems = request.target.queryItems.map { item in
            guard hasPlaceholder(item.value ?? "") else { return item }
            return present.first { $0.name == item.name } ?? item
        }
        let segments = target.path.split(separator: "/", omittingEmptySubsequences: false)
        var own = request.target.path.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.count == own.count else { return }
        for i in own.indices where hasPlaceholder(String(own[i])) { own[i] = segments[i] }
        request.target.path = own.joined(separator: "/")
    }

    private mutating func fillFields() {
        var counts: [String: Int] = [:]
        request.fields = HTTPFields(
            request.fields.map { field in
                let name = field.name.lowercased()
                defer { counts[name, default: 0] += 1 }
                let text = PlaceholderText(field.valueBytes, names: names)
                guard !text.placeholders.isEmpty else { return field }
                let isGiven = text.placeholders.allSatisfy { given[$0] != nil }
                let present = resolved?.request.fields.filter { $0.isNamed(field.name) } ?? []
                let place = counts[name] ?? 0
                if !isGiven, present.indices.contains(place) { return present[place] }
                return HTTPField(name: field.name, valueBytes: text.filled(with: given))
            }
        )
    }

    private mutating func noteMissing(_ kept: RedactedExchange) {
        var left = Set(PlaceholderText(request.target.text, names: names).placeholders)
        for field in request.fields {
            left.formUnion(PlaceholderText(field.valueBytes, names: names).placeholders)
        }
        left.formUnion(PlaceholderText(request.body.octets, names: names).placeholders)
        missing = kept.redactions.filter { left.contains($0.placeholder) }.map { redaction in
            MissingValue(
                placeholder: redaction.placeholder,
                places: redaction.places.filter { $0.hasPrefix("request") || $0 == "url" }
            )
        }
    }
}
