import Documents
import Fixtures
import HTTPModel

/// Values in an exchange that are secret by the name they have there: tokens in a response's content,
/// cookies, credentials in fields.
enum ResponseSecrets {
    /// Content above this many bytes is not searched.
    private static let limit = 1 << 20
    /// Shorter values would mask ordinary words.
    private static let shortest = 6

    /// The values of members and fields whose name `RedactionPolicy.standard` lists; may hold duplicates.
    static func values(in exchange: Exchange) -> [String] {
        var values = credentials(in: exchange.request.fields)
        if let response = exchange.response {
            values += credentials(in: response.fields)
            values += members(of: response)
        }
        // Redirects on the way set cookies, too, and the jar sends them.
        for hop in exchange.hops.dropLast() {
            if let head = hop.responseHead { values += credentials(in: head.fields) }
        }
        return values.filter { $0.utf8.count >= shortest }
    }

    /// The listed names, each at the place of its length, so that few are compared.
    private static let namesByLength: [[String]] = {
        let names = RedactionPolicy.standard.fieldNames
        let longest = names.map(\.utf8.count).max() ?? 0
        return (0...longest).map { length in names.filter { $0.utf8.count == length } }
    }()

    private static func isListed(_ field: HTTPField, _ names: [[String]]) -> Bool {
        let length = field.name.utf8.count
        return length < names.count && names[length].contains { field.isNamed($0) }
    }

    /// Whole values and what follows a scheme; of cookies what stands between `=` and `;`.
    private static func credentials(in fields: HTTPFields) -> [String] {
        var values: [String] = []
        let names = namesByLength
        for field in fields where isListed(field, names) {
            if field.isNamed("Cookie") || field.isNamed("Set-Cookie") {
                let pairs = field.value.split(separator: ";")
                for pair in field.isNamed("Set-Cookie") ? pairs.prefix(1) : pairs[...] {
                    let start = pair.firstIndex(of: "=").map(pair.index(after:)) ?? pair.startIndex
                    values.append(String(pair[start...]))
                }
                continue
            }
            values.append(field.value)
            if let blank = field.value.firstIndex(of: " ") {
                values.append(String(field.value[field.value.index(after: blank)...]))
            }
        }
        return values
    }

    private static let memberNames = MemberNames(RedactionPolicy.standard.jsonKeys)

    private static func members(of response: HTTPResponse) -> [String] {
        guard response.body.count <= limit, response.head.isJSON else {
            return []
        }
        return JSONTape(response.body).strings(ofMembers: memberNames)
    }
}
