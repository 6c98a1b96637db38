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
    static func values(in exchange: Boxed<Exchange>) -> [String] {
        var values: [String] = []
        guard let box = exchange.box else { return values }
        add(credentialsIn: box.value.request.fields, to: &values)
        // Redirects on the way set cookies, too, and the jar sends them.
        for hop in box.value.hops.indices.dropLast() {
            if let head = box.value.hops[hop].responseHead {
                add(credentialsIn: head.fields, to: &values)
            }
        }
        guard let head = responseHead(in: box) else { return values }
        add(credentialsIn: head.fields, to: &values)
        if head.isJSON, case .success(let response) = box.value.result,
            response.body.count <= limit, memberNames.mayStand(in: response.body)
        {
            let members = JSONTape(response.body).strings(ofMembers: memberNames)
            for member in members { add(member, to: &values) }
        }
        return values
    }

    /// The head alone, without a copy of the response.
    private static func responseHead(in box: Boxed<Exchange>.Box) -> HTTPResponseHead? {
        guard case .success(let response) = box.value.result else { return nil }
        return response.head
    }

    private static func add(_ value: some StringProtocol, to values: inout [String]) {
        if value.utf8.count >= shortest { values.append(String(value)) }
    }

    /// Adds whole values and what follows a scheme; of cookies what stands between `=` and `;`.
    private static func add(credentialsIn fields: HTTPFields, to values: inout [String]) {
        let names = listedNames
        // Most fields are none of them, and are not even made.
        for index in fields.indices where names.hold(nameAt: index, of: fields) {
            let field = fields[index]
            if field.isNamed("Cookie") || field.isNamed("Set-Cookie") {
                let pairs = field.value.split(separator: ";")
                for pair in field.isNamed("Set-Cookie") ? pairs.prefix(1) : pairs[...] {
                    let start = pair.firstIndex(of: "=").map(pair.index(after:)) ?? pair.startIndex
                    add(pair[start...], to: &values)
                }
                continue
            }
            add(field.value, to: &values)
            if let blank = field.value.firstIndex(of: " ") {
                add(field.value[field.value.index(after: blank)...], to: &values)
            }
        }
    }

    private static let listedNames = ListedNames(RedactionPolicy.standard.fieldNames)

    private static let memberNames = MemberNames(RedactionPolicy.standard.jsonKeys)
}

/// Field names, by their length, so that few are compared with each of a section.
private struct ListedNames {
    /// The octets of the names, the shortest first.
    private let names: [[UInt8]]
    /// Where the names of each length begin in `names`; the last element is their number.
    private let starts: [Int]

    init(_ names: [String]) {
        let names = names.sorted { $0.utf8.count < $1.utf8.count }
        let longest = names.last?.utf8.count ?? 0
        starts = (0...longest + 1).map { length in names.count { $0.utf8.count < length } }
        self.names = names.map { Array($0.utf8) }
    }

    /// Whether the name of the field at `index` is one of them.
    func hold(nameAt index: Int, of fields: HTTPFields) -> Bool {
        let length = fields.nameLength(at: index)
        guard length + 1 < starts.count else { return false }
        let range = starts[length]..<starts[length + 1]
        return !range.isEmpty && fields.isNamed(oneOf: names[range], at: index)
    }
}
