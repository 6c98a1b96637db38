import HTTPModel

/// Values made up when a request is resolved: `{{$uuid}}`, `{{$timestamp}}`, `{{$random.…}}`.
struct DynamicVariable {
    /// The names offered when one is misspelt.
    static let names = [
        "$uuid", "$guid", "$timestamp", "$isoTimestamp", "$randomInt", "$datetime",
        "$localDatetime",
        "$processEnv",
        "$dotenv", "$command", "$random.uuid", "$random.integer", "$random.float",
        "$random.alphabetic", "$random.alphanumeric", "$random.hexadecimal", "$random.email",
    ]

    /// Why an expression gives no value.
    struct Fault: Error {
        var detail: String
    }

    private let name: String
    private let arguments: [String]
    private let scopes: VariableScopes

    /// Takes an expression apart: `$name a b` or `$name(a, b)`.
    init(_ expression: String, scopes: VariableScopes) {
        self.scopes = scopes
        if let open = expression.firstIndex(of: "("), expression.hasSuffix(")") {
            name = expression[..<open].trimmingSpace
            arguments = expression[expression.index(after: open)...].dropLast()
                .split(separator: ",").map(\.trimmingSpace)
        } else {
            let words = Self.words(expression)
            name = words.first ?? expression
            arguments = Array(words.dropFirst())
        }
    }

    /// The value, or `nil` when there is no dynamic variable of this name.
    func value() throws(Fault) -> String? {
        switch name {
        case "$uuid", "$guid", "$random.uuid": return uuid()
        case "$timestamp": return "\(try instant(arguments).seconds)"
        case "$timestampMs": return "\(scopes.now() / 1_000_000)"
        case "$isoTimestamp", "$timestampISO": return DateText(nanoseconds: scopes.now()).iso8601
        case "$datetime": return try dateTime(isLocal: false)
        case "$localDatetime": return try dateTime(isLocal: true)
        case "$randomInt", "$random.integer": return try randomInteger()
        case "$random.float": return try randomFloat()
        case "$random.alphabetic": return try letters("abcdefghijklmnopqrstuvwxyz")
        case "$random.alphanumeric": return try letters("abcdefghijklmnopqrstuvwxyz0123456789_")
        case "$random.hexadecimal": return try letters("0123456789abcdef")
        case "$random.email":
            return "\(try letters("abcdefghijklmnopqrstuvwxyz", count: 8))@example.com"
        default: return nil
        }
    }

    /// Words between blanks; a quoted one may hold blanks.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        var isOpen = false
        for character in text {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
                isOpen = true
            } else if character == " " || character == "\t" {
                if isOpen { words.append(word) }
                word = ""
                isOpen = false
            } else {
                word.append(character)
                isOpen = true
            }
        }
        return isOpen ? words + [word] : words
    }

    private func uuid() -> String {
        var bytes: [UInt8] = []
        for _ in 0..<2 {
            let number = scopes.random()
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        // Version 4, variant 1 (RFC 9562 §5.4).
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return [hex[0..<4], hex[4..<6], hex[6..<8], hex[8..<10], hex[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// The time now, moved by `OFFSET UNIT` when the arguments say so.
    private func instant(_ arguments: [String]) throws(Fault) -> DateText {
        let now = scopes.now()
        guard let first = arguments.first else { return DateText(nanoseconds: now) }
        guard arguments.count == 2, let amount = Int64(first), amount.magnitude < 1_000_000_000
        else {
            throw Fault(detail: "\(name) takes an offset and its unit, as \(name) -3 h")
        }
        let moved = DateText(nanoseconds: now).adding(amount, unit: arguments[1])
        guard let moved else {
            throw Fault(
                detail:
                    "\(TextQuote.quoted(arguments[1])) is no unit; use y, M, w, d, h, m, s or ms"
            )
        }
        return moved
    }

    private func dateTime(isLocal: Bool) throws(Fault) -> String {
        guard let format = arguments.first else {
            throw Fault(detail: "\(name) takes iso8601, rfc1123 or a format in quotes")
        }
        let date = try instant(Array(arguments.dropFirst()))
        let offset = isLocal ? scopes.zoneOffset(date.seconds) : 0
        switch format {
        case "iso8601" where !isLocal: return date.iso8601
        case "iso8601": return date.text(format: "YYYY-MM-DDTHH:mm:ss.SSSZ", zone: offset)
        case "rfc1123" where !isLocal: return date.rfc1123
        case "rfc1123": return date.text(format: "ddd, DD MMM YYYY HH:mm:ss ZZ", zone: offset)
        default: return date.text(format: format, zone: offset)
        }
    }

    /// From the first number, to below the second; from 0 to below 1000 when there are none.
    private func randomInteger() throws(Fault) -> String {
        let numbers = arguments.compactMap { Int64($0) }
        guard numbers.count == arguments.count, numbers.count == 0 || numbers.count == 2 else {
            throw Fault(detail: "\(name) takes two whole numbers, as \(name) 1 10")
        }
        let (lower, upper) = numbers.isEmpty ? (0, 1000) : (numbers[0], numbers[1])
        let (span, overflow) = upper.subtractingReportingOverflow(lower)
        guard span > 0, !overflow else {
            throw Fault(detail: "\(name) takes a smaller and a larger number, in this order")
        }
        return "\(lower + Int64(scopes.random() % UInt64(span)))"
    }

    private func randomFloat() throws(Fault) -> String {
        let numbers = arguments.compactMap { Double($0) }
        guard numbers.count == arguments.count, numbers.isEmpty || numbers.count == 2,
            numbers.allSatisfy(\.isFinite)
        else { throw Fault(detail: "\(name) takes two numbers, as \(name)(0, 1.5)") }
        let (lower, upper) = numbers.isEmpty ? (0, 1000) : (numbers[0], numbers[1])
        let fraction = Double(scopes.random() >> 11) / 9_007_199_254_740_992
        return "\(lower + (upper - lower) * fraction)"
    }

    private func letters(_ alphabet: String, count: Int? = nil) throws(Fault) -> String {
        let letters = Array(alphabet)
        let length = count ?? arguments.first.map { Int($0) ?? 0 } ?? 10
        guard (1...10_000).contains(length) else {
            throw Fault(detail: "\(name) takes a length from 1 to 10000")
        }
        return String(
            (0..<length).map { _ in letters[Int(scopes.random() % UInt64(letters.count))] }
        )
    }
}
