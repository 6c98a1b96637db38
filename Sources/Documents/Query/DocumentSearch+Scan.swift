package import HTTPModel

extension DocumentSearch {
    /// The bytes looked at between two looks at whether to go on.
    private static let window = 4 << 20
    /// How far a match of a regular expression may reach into the next window and be found whole.
    private static let reach = 64 << 10

    /// Finds all matches in order, a part of the text at a time, so that it can be given up.
    ///
    /// - Parameters:
    ///   - octets: Where to look.
    ///   - limit: The most matches that are found.
    ///   - isCancelled: Asked after each part of about 4 MiB; nothing more is reported once it is true.
    ///   - report: Takes the matches of a part, perhaps none.
    package func scan(
        _ octets: Octets,
        limit: Int,
        isCancelled: () -> Bool,
        report: ([Range<Int>]) -> Void
    ) {
        var place = 0
        var count = 0
        while place < octets.count, count < limit {
            guard !isCancelled() else { return }
            var end = min(place + Self.window, octets.count)
            var found: [Range<Int>] = []
            var next = place
            while count + found.count < limit {
                guard let match = first(in: octets.slice(0..<end), from: next) else {
                    let overlap = isRegularExpression ? Self.reach : text.utf8.count - 1
                    next = end == octets.count ? end : max(next, end - overlap)
                    break
                }
                if isRegularExpression, match.upperBound == end, end < octets.count {
                    // It may go on behind the window.
                    end = min(end + Self.window, octets.count)
                    continue
                }
                found.append(match)
                next = max(match.upperBound, match.lowerBound + 1)
            }
            count += found.count
            report(found)
            place = max(next, place + 1)
        }
    }

    /// The first match at `offset` or after it, else the first of all.
    ///
    /// - Parameters:
    ///   - offset: The byte to begin at.
    ///   - octets: Where to look.
    ///   - isCancelled: As for `scan`.
    /// - Returns: `nil` when there is none, or it was given up.
    package func firstAround(
        _ offset: Int,
        in octets: Octets,
        isCancelled: () -> Bool
    ) -> Range<Int>? {
        var starts = [(max(0, offset), octets.count)]
        if offset > 0 { starts.append((0, min(offset + Self.reach, octets.count))) }
        for (start, end) in starts {
            var next = start
            while next < end {
                guard !isCancelled() else { return nil }
                let stop = min(next + Self.window, end)
                if let match = first(in: octets.slice(0..<stop), from: next) {
                    if isRegularExpression, match.upperBound == stop, stop < end {
                        return first(in: octets, from: match.lowerBound) ?? match
                    }
                    return match
                }
                let overlap = isRegularExpression ? Self.reach : text.utf8.count - 1
                next = stop == end ? end : max(next + 1, stop - overlap)
            }
        }
        return nil
    }
}
