import HTTPModel

/// The date of an `Expires` attribute, which servers write in many ways.
///
/// - SeeAlso: RFC 6265bis §5.1.1.
enum CookieDate {
    /// Reads a date: a time, a day, a month and a year in any order, whatever stands between them.
    ///
    /// - Returns: `nil` when one of the four is missing or no such date exists.
    static func read(_ text: some Sequence<UInt8>) -> HTTPDate? {
        var time: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in Array(text).split(whereSeparator: isDelimiter) {
            if time == nil, let found = readTime(token) {
                time = found
            } else if day == nil, let found = digits(token, from: 1, to: 2) {
                day = found
            } else if month == nil, let found = readMonth(token) {
                month = found
            } else if year == nil, let found = digits(token, from: 2, to: 4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if (70...99).contains(year) { year += 1900 }
        if (0...69).contains(year) { year += 2000 }
        guard year >= 1601, time.second <= 59 else { return nil }
        return HTTPDate(
            year: year,
            month: month,
            day: day,
            hour: time.hour,
            minute: time.minute,
            second: time.second
        )
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// A number of so many digits at the start of `token`, with no further digit behind it.
    private static func digits(_ token: ArraySlice<UInt8>, from least: Int, to most: Int) -> Int? {
        let run = token.prefix(while: isDigit)
        guard (least...most).contains(run.count) else { return nil }
        return run.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// `h:m:s`, each of one or two digits; text behind the seconds does not matter.
    private static func readTime(
        _ token: ArraySlice<UInt8>
    ) -> (hour: Int, minute: Int, second: Int)? {
        let parts = token.split(
            separator: UInt8(ascii: ":"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hour = digits(parts[0], from: 1, to: 2),
            let minute = digits(parts[1], from: 1, to: 2),
            let second = digits(parts[2], from: 1, to: 2)
        else { return nil }
        return (hour, minute, second)
    }

    private static func readMonth(_ token: ArraySlice<UInt8>) -> Int? {
        let name = token.prefix(3).map(HTTPToken.lowered)
        guard name.count == 3 else { return nil }
        return HTTPDate.months.firstIndex { $0.utf8.map(HTTPToken.lowered) == name }.map { $0 + 1 }
    }
}
