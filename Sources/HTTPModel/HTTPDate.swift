/// A moment in UTC to the second, as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
///
/// - SeeAlso: RFC 9110 §5.6.7.
public struct HTTPDate: Hashable, Comparable, Sendable {
    /// Whole seconds since the start of 1970; negative before.
    public var secondsSince1970: Int64

    /// Creates the moment so many seconds after the start of 1970.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Creates a moment from the parts of a date and a time of day.
    ///
    /// Months and days count from 1. A leap second, 60, counts as the second after 59. The result is
    /// `nil` when a part is out of range, or the month has no such day.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...12).contains(month), (0...9999).contains(year), (0...23).contains(hour),
            (0...59).contains(minute), (0...60).contains(second),
            (1...Self.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        secondsSince1970 = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Reads a date in one of the three forms a recipient must know.
    ///
    /// These are `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
    /// `Sun Nov  6 08:49:37 1994`; blanks around them do not matter, nor does the day's name. A year
    /// with two digits is never more than 50 years after `now`. Anything else gives `nil`.
    public init?(_ text: some StringProtocol, now: HTTPDate = HTTPDate(secondsSince1970: 0)) {
        let words = text.split { " ,-\t".contains($0) }
        let clock: [Substring.UTF8View.Element]
        let (dayText, monthText, yearText): (Substring, Substring, Substring)
        switch words.count {
        case 6 where words[5] == "GMT" || words[5] == "UTC":
            (dayText, monthText, yearText) = (
                Substring(words[1]), Substring(words[2]), Substring(words[3])
            )
            clock = Array(words[4].utf8)
        case 5:
            (monthText, dayText, yearText) = (
                Substring(words[1]), Substring(words[2]), Substring(words[4])
            )
            clock = Array(words[3].utf8)
        default: return nil
        }
        let times = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            .map { Self.number($0) }
        guard times.count == 3, let hour = times[0], let minute = times[1], let second = times[2],
            let month = Self.months.firstIndex(of: String(monthText)),
            let day = Self.number(dayText.utf8), var year = Self.number(yearText.utf8)
        else { return nil }
        if yearText.utf8.count == 2 {
            let present = Self.civil(Int(max(0, now.secondsSince1970) / 86_400)).year
            year += present / 100 * 100
            if year > present + 50 { year -= 100 }
            // A clock that nobody gave stands at 1970; two digits then mean 1970 to 2069.
            if now.secondsSince1970 == 0, year < 1970 { year += 100 }
        }
        self.init(
            year: year,
            month: month + 1,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
    }

    /// The preferred form, such as `Sun, 06 Nov 1994 08:49:37 GMT`; years past 9999 have five digits.
    public var text: String {
        let seconds = Int(secondsSince1970)
        let rest = (seconds % 86_400 + 86_400) % 86_400
        let day = (seconds - rest) / 86_400
        let date = Self.civil(day)
        let year = String(date.year)
        let padding = String(repeating: "0", count: max(0, 4 - year.utf8.count))
        return "\(Self.weekdays[(day % 7 + 7) % 7]), \(Self.two(date.day)) "
            + "\(Self.months[date.month - 1]) \(padding)\(year) \(Self.two(rest / 3600)):"
            + "\(Self.two(rest / 60 % 60)):\(Self.two(rest % 60)) GMT"
    }

    /// Orders by time.
    public static func < (left: HTTPDate, right: HTTPDate) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

    /// The names of the months, as HTTP abbreviates them.
    public static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// A number of one to four digits.
    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...4).contains(digits.count) else { return nil }
        var result = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            result = result * 10 + Int(digit - 0x30)
        }
        return result
    }

    private static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 to a date, by the Gregorian calendar's 400-year cycle.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The date of a day counted from 1970-01-01.
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

extension HTTPDate: CustomStringConvertible {
    /// The preferred form.
    public var description: String { text }
}
