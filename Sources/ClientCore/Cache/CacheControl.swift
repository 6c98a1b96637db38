import HTTPModel

/// The directives of a `Cache-Control` field section.
///
/// Unknown ones are ignored. A time that is no number counts as 0, so that a mistake is never taken
/// for permission. Times above 2³¹ seconds count as that.
///
/// - SeeAlso: RFC 9111 §5.2, RFC 5861, RFC 8246.
struct CacheControl: Equatable {
    var maximumAge: Int64?
    /// How stale a response may be; `.max` when any staleness will do.
    var maximumStaleness: Int64?
    var minimumFreshness: Int64?
    var staleWhileRevalidate: Int64?
    var staleIfError: Int64?
    var isNoCache = false
    var isNoStore = false
    var isOnlyIfCached = false
    var mustRevalidate = false
    var mustUnderstand = false
    var isPublic = false

    /// Reads the directives of all `Cache-Control` fields; the strictest of repeated ones counts.
    init(_ fields: HTTPFields) {
        var isPresent = false
        for field in fields where field.isNamed("Cache-Control") {
            isPresent = true
            for (name, value) in Self.directives(field.value) { apply(name, value) }
        }
        // What HTTP/1.0 had instead (RFC 9111 §5.4).
        if !isPresent, fields["Pragma"]?.lowercased().contains("no-cache") == true {
            isNoCache = true
        }
    }

    private mutating func apply(_ name: String, _ value: String?) {
        switch name {
        case "max-age": maximumAge = min(maximumAge ?? .max, Self.seconds(value))
        case "max-stale":
            maximumStaleness = min(maximumStaleness ?? .max, value.map { Self.seconds($0) } ?? .max)
        case "min-fresh": minimumFreshness = max(minimumFreshness ?? 0, Self.seconds(value))
        case "stale-while-revalidate":
            staleWhileRevalidate = min(staleWhileRevalidate ?? .max, Self.seconds(value))
        case "stale-if-error": staleIfError = min(staleIfError ?? .max, Self.seconds(value))
        case "no-cache": isNoCache = true
        case "no-store": isNoStore = true
        case "only-if-cached": isOnlyIfCached = true
        case "must-revalidate": mustRevalidate = true
        case "must-understand": mustUnderstand = true
        case "public": isPublic = true
        default: break
        }
    }

    private static let longest: Int64 = 1 << 31

    static func seconds(_ text: String?) -> Int64 {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return 0
        }
        return min(Int64(text) ?? longest, longest)
    }

    /// Splits at commas outside quotes; names in lower case, quotes of values removed.
    static func directives(_ text: String) -> [(name: String, value: String?)] {
        var parts = [""]
        var isQuoted = false
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character == ",", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.compactMap { part in
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = halves[0].trimmingBlanks.lowercased()
            guard !name.isEmpty else { return nil }
            let value = halves.count > 1 ? halves[1].trimmingBlanks.filter { $0 != "\"" } : nil
            return (name, value)
        }
    }
}
