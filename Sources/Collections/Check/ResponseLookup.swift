import Documents
import HTTPModel

/// Finds in an exchange what conditions look at and captures take.
struct ResponseLookup {
    /// A value, and where in the content it stands.
    struct Finding {
        var value: ActualValue
        var place: BodyPlace?
    }

    let exchange: Exchange
    /// The error the mapping gives; `nil` means success.
    var apiError: String?

    func find(_ subject: Assertion.Subject, _ filter: Assertion.Filter?) -> Finding {
        switch filter {
        case nil: return find(subject)
        case .count: return Finding(value: count(subject))
        case .firstMatch(let pattern):
            let found = find(subject)
            guard let text = found.value.comparable else { return found }
            guard let group = pattern.firstGroup(in: text) else {
                return Finding(value: .absent("/\(pattern.expression)/ matches nothing"))
            }
            return Finding(value: .text(group), place: found.place)
        }
    }

    private func find(_ subject: Assertion.Subject) -> Finding {
        switch subject {
        case .duration:
            return Finding(
                value: .json(.number, ActualValue.milliseconds(exchange.elapsed), unit: " ms")
            )
        case .apiError: return Finding(value: .text(apiError ?? "success"))
        case .failure:
            guard let failure = exchange.failure else {
                return Finding(value: .absent("a response came"))
            }
            return Finding(value: .text(failure.code.rawValue))
        case .redirects: return Finding(value: .json(.number, "\(redirectCount)"))
        case .url:
            let target = exchange.hops.last?.sent.target ?? exchange.request.target
            return Finding(value: .text(target.description))
        case .certificate(let fact):
            guard let certificate = exchange.hops.last?.tls?.certificates.first else {
                return Finding(value: .absent("the server showed no certificate"))
            }
            let now = SystemClock.now() / 1_000_000_000
            return Finding(value: fact.value(in: certificate, now: now))
        default: break
        }
        guard let response = exchange.response else {
            let code = exchange.failure.map { $0.code.rawValue } ?? "nothing was sent"
            return Finding(value: .absent("no response: \(code)"))
        }
        if case .jsonPath(let query) = subject { return match(query, in: response.body) }
        if case .xPath(let query) = subject {
            return Finding(value: XPathLookup(query, response).first)
        }
        return Finding(value: value(subject, in: response))
    }

    private func value(_ subject: Assertion.Subject, in response: HTTPResponse) -> ActualValue {
        switch subject {
        case .status: return .json(.number, "\(response.status.rawValue)")
        case .byteCount: return .json(.number, "\(response.body.count)")
        case .body: return .text(response.body.text)
        case .sum(let sum): return .text(sum.hexadecimal(of: response.body))
        case .header(let name):
            guard let value = response.fields[name] else { return .absent("no field \(name)") }
            return .text(value)
        case .cookie(let name, let attribute):
            let cookies = response.fields.values(named: "Set-Cookie").map(SetCookie.init)
            guard let cookie = cookies.last(where: { $0.name == name }) else {
                return .absent("no cookie \(name)")
            }
            guard let attribute else { return .text(cookie.value) }
            guard let value = cookie.attribute(attribute) else {
                return .absent("cookie \(name) has no \(attribute)")
            }
            return .text(value)
        default: return .absent("")
        }
    }

    private func match(_ query: String, in body: Octets) -> Finding {
        do {
            guard let match = try ResponseReference.match(query, in: body) else {
                return Finding(value: .absent("\(query) selects nothing"))
            }
            let location = TextLocation(offset: match.range.lowerBound, in: body)
            return Finding(
                value: .json(match.kind, match.text),
                place: BodyPlace(path: match.path, location: location)
            )
        } catch {
            return Finding(value: .absent(error.detail))
        }
    }

    // MARK: Counting

    private var redirectCount: Int {
        exchange.hops.dropLast().count { $0.redirect?.next != nil }
    }

    private func count(_ subject: Assertion.Subject) -> ActualValue {
        switch subject {
        case .header(let name):
            guard let response = exchange.response else { break }
            return .json(.number, "\(response.fields.values(named: name).count)")
        case .jsonPath(let query):
            guard let response = exchange.response else { break }
            return count(query, in: response.body)
        case .xPath(let query):
            guard let response = exchange.response else { break }
            return XPathLookup(query, response).count
        case .certificate:
            guard case .json(.array, let text, _) = find(subject).value,
                let names = (try? JSONValue(parsing: Octets(utf8: text)))?.arrayValue
            else { break }
            return .json(.number, "\(names.count)")
        default: break
        }
        return find(subject).value
    }

    /// The number of values; of the only value of a query that can select but one, what is in it.
    private func count(_ query: String, in body: Octets) -> ActualValue {
        let matches: [JSONMatch]
        let isSingular: Bool
        do {
            let path = try JSONPath(query)
            isSingular = path.isSingular
            let tape = JSONTape(body)
            matches = path.matches(in: tape)
            if matches.isEmpty, let fault = tape.fault {
                return .absent("the response is not JSON: \(fault.location): \(fault.detail)")
            }
        } catch {
            return .absent("the JSONPath is wrong at \(error)")
        }
        guard isSingular else { return .json(.number, "\(matches.count)") }
        guard let match = matches.first else { return .absent("\(query) selects nothing") }
        let count: Int? =
            switch try? match.value() {
            case .array(let elements): elements.count
            case .object(let members): members.count
            case .string(let text): text.count
            default: nil
            }
        return count.map { .json(.number, "\($0)") } ?? .absent("a \(match.kind) has no count")
    }
}
