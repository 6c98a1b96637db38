/// A moment in UTC, as text in several forms.
///
/// - SeeAlso: RFC 3339; RFC 9110 §5.6.7.
struct DateText {
    /// Whole seconds since 1970.
    let seconds: Int64
    private let milliseconds: Int

    init(nanoseconds: Int64) {
        let second: Int64 = 1_000_000_000
        let rest = ((nanoseconds % second) + second) % second
        seconds = (nanoseconds - rest) / second
        milliseconds = Int(rest / 1_000_000)
    }

    init(seconds: Int64, milliseconds: Int) {
        self.seconds = seconds
        self.milliseconds = milliseconds
    }

    /// The moment `amount` units later; `nil` for an unknown unit.
    func adding(_ amount: Int64, unit: String) -> DateText? {
        switch unit {
        case "ms":
            let total = Int64(milliseconds) + amount
            let rest = ((total % 1000) + 1000) % 1000
            return DateText(seconds: seconds + (total - rest) / 1000, milliseconds: Int(rest))
        case "s": return moved(amount)
        case "m": return moved(amount * 60)
        case "h": return moved(amount * 3600)
        case "d": return moved(amount * 86_400)
        case "w": return moved(amount * 604_800)
        case "M": return addingMonths(amount)
        case "y": return addingMonths(amount * 12)
        default: return nil
        }
    }

    /// `2026-01-31T09:05:00.000Z`.
    var iso8601: String { text(format: "YYYY-MM-DDTHH:mm:ss.SSS[Z]") }

    /// `Sat, 31 Jan 2026 09:05:00 GMT`.
    var rfc1123: String {
        "\(Self.days[weekday]), \(text(format: "DD")) \(Self.months[date.month - 1]) "
            + text(format: "YYYY HH:mm:ss") + " GMT"
    }

    /// The moment in a format as Day.js has them, such as `YYYY-MM-DD HH:mm:ss Z`.
    ///
    /// Text in brackets and what is no token stays. A format with `y`, as .NET and Java have them, has
    /// `yyyy`, `d`, `f` and `z` for `YYYY`, `D`, `S` and `Z`, and quotes for brackets.
    /// The time shown is `zone` seconds ahead of UTC.
    func text(format: String, zone: Int = 0) -> String {
        let moved = self.moved(Int64(zone))
        var result = ""
        var rest = Substring(Self.dayjs(format))
        while let character = rest.first {
            if character == "[", let close = rest.firstIndex(of: "]") {
                result += rest[rest.index(after: rest.startIndex)..<close]
                rest = rest[rest.index(after: close)...]
            } else if let token = Self.tokens.first(where: { rest.hasPrefix($0) }) {
                result += moved.text(of: token, zone: zone)
                rest = rest.dropFirst(token.count)
            } else {
                result.append(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Longer ones first.
    private static let tokens = [
        "YYYY", "MMMM", "dddd", "SSS", "MMM", "ddd", "YY", "MM", "DD", "HH", "hh", "mm", "ss", "ZZ",
        "dd", "M", "D", "H", "h", "m", "s", "A", "a", "Z", "d",
    ]

    private func text(of token: String, zone: Int) -> String {
        let date = date
        let second = ((seconds % 86_400) + 86_400) % 86_400
        let hour = second / 3600
        let number: Int64
        switch token {
        case "YYYY": number = date.year
        case "YY": number = date.year % 100
        case "M", "MM": number = Int64(date.month)
        case "D", "DD": number = Int64(date.day)
        case "H", "HH": number = hour
        case "h", "hh": number = (hour + 11) % 12 + 1
        case "m", "mm": number = second / 60 % 60
        case "s", "ss": number = second % 60
        case "SSS": number = Int64(milliseconds)
        case "d": number = Int64(weekday)
        case "MMMM": return Self.monthNames[date.month - 1]
        case "MMM": return Self.months[date.month - 1]
        case "dddd": return Self.dayNames[weekday]
        case "ddd": return Self.days[weekday]
        case "dd": return String(Self.days[weekday].prefix(2))
        case "A": return hour < 12 ? "AM" : "PM"
        case "a": return hour < 12 ? "am" : "pm"
        default:
            let minutes = abs(zone) / 60
            return (zone < 0 ? "-" : "+") + Self.padded(Int64(minutes / 60), 2)
                + (token == "Z" ? ":" : "") + Self.padded(Int64(minutes % 60), 2)
        }
        return Self.padded(number, token.count)
    }

    private static func padded(_ number: Int64, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }

    /// A format of .NET or Java as Day.js writes it; any other as it is.
    private static func dayjs(_ format: String) -> String {
        guard format.contains("y"), !format.contains("Y") else { return format }
        let signs: [Character: Character] = ["y": "Y", "d": "D", "f": "S", "z": "Z", "X": "Z"]
        var result = ""
        var isQuoted = false
        for character in format {
            if character == "'" {
                result.append(isQuoted ? "]" : "[")
                isQuoted.toggle()
            } else {
                result.append(isQuoted ? character : signs[character] ?? character)
            }
        }
        return result.replacing("ZZZ", with: "Z").replacing("tt", with: "A")
            .replacing("DDDD", with: "dddd").replacing("DDD", with: "ddd")
    }

    private static let dayNames = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private func moved(_ amount: Int64) -> DateText {
        DateText(seconds: seconds + amount, milliseconds: milliseconds)
    }

    private var dayNumber: Int64 { (seconds - ((seconds % 86_400) + 86_400) % 86_400) / 86_400 }

    private var weekday: Int { Int((((dayNumber + 4) % 7) + 7) % 7) }

    /// Year, month and day of the Gregorian calendar, by counting 400-year cycles from March on.
    private var date: (year: Int64, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let calendarMonth = month < 10 ? month + 3 : month - 9
        let year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0)
        return (year, Int(calendarMonth), Int(day))
    }

    /// The same day of another month; the month's last when it has fewer days.
    private func addingMonths(_ amount: Int64) -> DateText {
        let date = date
        let total = date.year * 12 + Int64(date.month - 1) + amount
        let monthIndex = ((total % 12) + 12) % 12
        let year = (total - monthIndex) / 12
        let first = Self.days(year: year, month: Int(monthIndex) + 1)
        let next = Self.days(
            year: monthIndex == 11 ? year + 1 : year,
            month: monthIndex == 11 ? 1 : Int(monthIndex) + 2
        )
        let day = min(Int64(date.day), next - first)
        let second = ((seconds % 86_400) + 86_400) % 86_400
        return DateText(seconds: (first + day - 1) * 86_400 + second, milliseconds: milliseconds)
    }

    /// The days from 1970 to the first of a month.
    private static func days(year: Int64, month: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }
}
