import HTTPModel

extension HTTPResponseHead {
    /// How long the server asks to wait; `nil` when it says nothing that can be read.
    ///
    /// - Parameter now: The date, as seconds since the start of 1970, for answers that name a date;
    ///   the response's own `Date` goes before it, because the two clocks may differ.
    /// - Returns: The wait; zero for a date that has passed.
    /// - SeeAlso: RFC 9110 §10.2.3.
    package func retryAfter(now: Int64) -> Duration? {
        guard let value = fields["Retry-After"]?.trimmingBlanks, !value.isEmpty else { return nil }
        if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Longer than the digits of a number: longer than anybody waits.
            return .seconds(min(Int64(value) ?? .max, 1_000_000_000))
        }
        let present = HTTPDate(secondsSince1970: now)
        guard let date = HTTPDate(value, now: present) else { return nil }
        let sent = fields["Date"].flatMap { HTTPDate($0, now: present) } ?? present
        return .seconds(max(0, date.secondsSince1970 - sent.secondsSince1970))
    }
}
