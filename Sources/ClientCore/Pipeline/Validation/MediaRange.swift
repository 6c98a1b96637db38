import HTTPModel

/// One item of an `Accept` field, such as `text/*;q=0.5`.
///
/// - SeeAlso: RFC 9110 §12.5.1.
struct MediaRange: Hashable, Sendable {
    /// The range as written, without its quality.
    let text: String
    /// The quality, from 0 for "not acceptable" to 1.
    let quality: Double

    private let range: MediaType

    /// Reads one item, or gives `nil` when it is no media range.
    ///
    /// A malformed quality counts as 1.
    init?(_ text: some StringProtocol) {
        guard let range = MediaType(text) else { return nil }
        self.range = range
        quality = range.parameter("q").flatMap { Double($0) }.map { min(max($0, 0), 1) } ?? 1
        var bare = range.essence
        for parameter in range.parameters where parameter.name != "q" {
            bare += ";\(parameter.name)=\(parameter.value)"
        }
        self.text = bare
    }

    /// Reads the items of a list; those that are no media range are skipped.
    static func list(_ text: String) -> [MediaRange] {
        text.split(separator: ",").compactMap { MediaRange(Substring($0).trimmingBlanks) }
    }

    /// How exactly the range names `type`: 0 for `*/*`, more for more; `nil` when it does not.
    func precision(for type: MediaType) -> Int? {
        if range.type != "*" {
            guard range.type == type.type else { return nil }
            guard range.subtype == "*" || range.subtype == type.subtype else { return nil }
        } else if range.subtype != "*" {
            return nil
        }
        let parameters = range.parameters.filter { $0.name != "q" }
        for parameter in parameters {
            guard let value = type.parameter(parameter.name),
                HTTPToken.equalsIgnoringCase(value, parameter.value)
            else { return nil }
        }
        let levels = range.type == "*" ? 0 : range.subtype == "*" ? 1 : 2
        return levels + parameters.count
    }

    /// Whether `ranges` accept content of `type`, `nil` for content that names none.
    ///
    /// The most precise range decides.
    static func accept(_ type: MediaType?, _ ranges: [MediaRange]) -> Bool {
        guard let type else { return ranges.contains { $0.text == "*/*" && $0.quality > 0 } }
        var best: (precision: Int, quality: Double)?
        for range in ranges {
            guard let precision = range.precision(for: type) else { continue }
            if precision > best?.precision ?? -1 { best = (precision, range.quality) }
        }
        return best.map { $0.quality > 0 } ?? false
    }
}
