import HTTPModel

extension PreparedRequest {
    /// The request with the cookies of `jar` that belong to its target; `nil` when there are none to add.
    ///
    /// There is one `Cookie` field in the end. One that the user gave stays as it is, in its place; what
    /// the jar has under other names follows in it.
    func carryingCookies(of jar: CookieJar?) -> PreparedRequest? {
        guard let jar, options.usesCookieJar else { return nil }
        let cookies = jar.cookies(for: target)
        guard !cookies.isEmpty else { return nil }
        var result = self
        guard let index = fields.firstIndex(where: { $0.isNamed("Cookie") }) else {
            let value = Self.joined(cookies.map(\.pairBytes))
            result.fields.append(HTTPField(name: "Cookie", valueBytes: value))
            return result
        }
        let given = fields[index].valueBytes
        let names = given.split(separator: UInt8(ascii: ";")).map { pair in
            pair.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != UInt8(ascii: "=") }
        }
        let missing = cookies.filter { cookie in
            !names.contains { $0.elementsEqual(cookie.nameBytes) }
        }
        guard !missing.isEmpty else { return nil }
        let value = Self.joined((given.isEmpty ? [] : [given]) + missing.map(\.pairBytes))
        result.fields[index].valueBytes = value
        return result
    }

    private static func joined(_ pairs: [[UInt8]]) -> [UInt8] {
        Array(pairs.joined(separator: "; ".utf8))
    }
}
