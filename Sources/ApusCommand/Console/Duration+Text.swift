import CollectionRun

extension Duration {
    /// The time for people: `820 µs`, `38 ms`, `1.25 s`.
    package var display: String {
        if let (count, unit) = smallDisplay { return "\(count) \(unit)" }
        let hundredths = Int((milliseconds / 10).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
    }

    /// The parts of `display` when it is a whole number of a small unit: nearly always.
    var smallDisplay: (count: Int, unit: StaticString)? {
        let milliseconds = milliseconds
        if milliseconds < 1 { return (Int((milliseconds * 1000).rounded()), "µs") }
        return milliseconds < 999.5 ? (Int(milliseconds.rounded()), "ms") : nil
    }

    /// Reads a time with its unit: `80ms`, `1.5s`, `2 s`, `1m`.
    ///
    /// - Returns: `nil` for a text of another form, a negative time, or one above a day.
    package init?(readable text: String) {
        let units: [(name: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60000)]
        for unit in units where text.hasSuffix(unit.name) {
            let number = text.dropLast(unit.name.count).filter { $0 != " " }
            guard number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
                let amount = Double(number), amount * unit.milliseconds <= 86_400_000
            else { return nil }
            self = .milliseconds(amount * unit.milliseconds)
            return
        }
        return nil
    }
}
