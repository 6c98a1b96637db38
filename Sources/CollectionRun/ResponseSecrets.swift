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
        if case .success(let response) = exchange.result {
            values += credentials(in: response.fields)
            values += members(of: response)
        }
        // Redirects on the way set cookies, too, and the jar sends them.
        for hop in exchange.hops.indices.dropLast() {
            if let head = exchange.hops[hop].responseHead { values += credentials(in: head.fields) }
        }
        return values.isEmpty ? [] : values.filter { $0.utf8.count >= shortest }
    }

    /// The listed names, each at the place of its length, so that few are compared.
    private static let namesByLength: [[String]] = {
        let names = RedactionPolicy.standard.fieldNames
        let longest = names.map(\.utf8.count).max() ?? 0
        return (0...longest).map { length in names.filter { $0.utf8.count == length } }
    }()

    private static func isListed(_ index: Int, of fields: HTTPFields, _ names: [[String]]) -> Bool {
        let length = fields.nameLength(at: index)
        return length < names.count && names[length].contains { fields.isNamed($0, at: index) }
    }

    /// Whole values and what follows a scheme; of cookies what stands between `=` and `;`.
    private static func credentials(in fields: HTTPFields) -> [String] {
        var values: [String] = []
        let names = namesByLength
        // Most fields are none of them, and are not even made.
        for index in fields.indices where isListed(index, of: fields, names) {
            let field = fields[index]
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
