import HTTPModel

/// Dates as responses hold them.
enum DateReading {
    /// Seconds since 1970 of an ISO 8601 date, with or without a time, or of an HTTP date.
    ///
    /// A time without a zone counts as UTC; fractions of a second are dropped.
    static func seconds(_ text: String) -> Int64? {
        if let date = HTTPDate(text), text.contains(where: { $0.isLetter }), !text.hasPrefix("2") {
            return date.secondsSince1970
        }
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes[4] == dash, bytes[7] == dash,
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10])
        else { return nil }
        guard bytes.count > 10 else {
            return HTTPDate(year: year, month: month, day: day, hour: 0, minute: 0, second: 0)?
                .secondsSince1970
        }
        guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == Byte.space,
            bytes[13] == Byte.colon, let hour = number(bytes[11..<13]),
            let minute = number(bytes[14..<16])
        else { return nil }
        var rest = bytes[16...]
        var second = 0
        if rest.first == Byte.colon {
            guard rest.count >= 3, let value = number(rest.dropFirst().prefix(2)) else {
                return nil
            }
            second = value
            rest = rest.dropFirst(3)
            if rest.first == UInt8(ascii: ".") {
                let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
                guard !digits.isEmpty else { return nil }
                rest = rest.dropFirst(1 + digits.count)
            }
        }
        guard let offset = zone(rest) else { return nil }
        return HTTPDate(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        ).map { $0.secondsSince1970 - offset }
    }

    private static let dash = UInt8(ascii: "-")

    /// Seconds east of UTC: nothing, `Z`, `+01:00`, `+0100` or `+01`.
    private static func zone(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let sign = bytes.first else { return 0 }
        if bytes.elementsEqual("Z".utf8) || bytes.elementsEqual("z".utf8) { return 0 }
        let digits = bytes.dropFirst().filter { $0 != Byte.colon }
        guard sign == UInt8(ascii: "+") || sign == dash, digits.count == 2 || digits.count == 4,
            let hours = number(digits.prefix(2)), let minutes = number(digits.dropFirst(2)),
            hours < 24, minutes < 60
        else { return nil }
        let seconds = Int64(hours * 3600 + minutes * 60)
        return sign == dash ? -seconds : seconds
    }

    private static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}
