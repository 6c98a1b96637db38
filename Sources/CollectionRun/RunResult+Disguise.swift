import ClientCore
import Collections
package import HTTPModel

extension RunResult {
    /// The exchange for those who look at it or keep it: stand-ins, which the mask hides, where secrets
    /// were put in that are too short to be looked for.
    package var shownExchange: Exchange? {
        guard let disguise = $resolved.box?.value.disguise, var exchange else {
            return exchange
        }
        let first = exchange.hops.first?.sent
        exchange.request.target = disguise.request.target
        exchange.request.fields = disguise.request.fields
        exchange.request.body = disguise.request.body
        for i in exchange.hops.indices {
            exchange.hops[i].sent = exchange.hops[i].sent.disguised(as: disguisedSent, first: first)
        }
        return exchange
    }

    /// Whether stand-ins were put in for short secrets.
    ///
    /// To be asked first, because a look at what is there copies all of it.
    var isDisguised: Bool {
        guard let box = $resolved.box, case .some = box.value.disguise else { return false }
        return true
    }

    /// The token that stands in `shownExchange`.
    var shownToken: Token? { $resolved.box?.value.disguise?.token ?? $resolved.box?.value.token }

    /// Takes short secrets out of what the assertions expected, and found to be the same.
    mutating func disguiseAssertions(
        _ resolved: ResolvedRequest,
        as disguise: DisguisedRequest,
        on exchange: Exchange
    ) {
        let pairs = zip(resolved.assertions, disguise.assertions)
        for (i, (real, shown)) in zip(assertions.indices, pairs)
        where real.expected != shown.expected {
            let found = shown.evaluate(on: exchange, apiError: mapping?.apiError)
            assertions[i].expected = found.expected
            if [real.expected, "\"\(real.expected)\""].contains(assertions[i].actual) {
                assertions[i].actual = shown.expected
            }
        }
    }
}

extension SentRequest {
    /// The request in the disguise of the first one that was sent, as far as it has the same parts.
    ///
    /// - Parameters:
    ///   - disguised: The first one in disguise; `nil` when it cannot be made.
    ///   - first: The first one as it was sent.
    /// - Returns: The request as it may be shown.
    func disguised(as disguised: SentRequest?, first: SentRequest?) -> SentRequest {
        guard let disguised, let first else { return self }
        var shown = self
        if target == first.target {
            shown.target = disguised.target
            if let line = headOctets.validText?.prefix(while: { $0 != "\r\n" }) {
                let version = line.split(separator: " ").last ?? ""
                let text = "\(method.rawValue) \(shown.target.requestTarget) \(version)\r\n\r\n"
                shown.headOctets = headOctets.isEmpty ? headOctets : Octets(utf8: text)
            }
        }
        if body == first.body { shown.body = disguised.body }
        var places: [String: Int] = [:]
        shown.fields = HTTPFields(
            fields.map { field in
                let name = field.name.lowercased()
                defer { places[name, default: 0] += 1 }
                let place = places[name] ?? 0
                func same(_ fields: HTTPFields) -> HTTPField? {
                    fields.filter { $0.isNamed(field.name) }.dropFirst(place).first
                }
                guard !field.isNamed("Content-Length"), same(first.fields) == field else {
                    return field
                }
                return same(disguised.fields) ?? field
            }
        )
        return shown
    }
}
