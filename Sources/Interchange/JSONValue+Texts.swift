import Documents

extension JSONValue {
    /// The text of a string, number or boolean.
    var scalarText: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .array, .object: nil
        }
    }

    /// The text of a member that is a string, number or boolean; empty when there is none.
    func text(_ key: String) -> String { self[key]?.scalarText ?? "" }

    /// The elements of a member that is an array; empty when there is none.
    func list(_ key: String) -> [JSONValue] { self[key]?.arrayValue ?? [] }

    /// Whether a member is `true`, as boolean or as text.
    func isTrue(_ key: String) -> Bool { self[key]?.scalarText == "true" }

    /// Whether a member is there and not `null`.
    func has(_ key: String) -> Bool {
        guard let value = self[key] else { return false }
        return value != .null
    }
}
