/// A command line, taken apart by the table.
package struct ParsedArguments: Hashable, Sendable {
    /// The subcommand.
    package var subcommand: Subcommand
    /// The operands, in order.
    package var operands: [String]
    /// Option names with their values, in order; an option without a value has an empty text.
    package var options: [GivenOption]

    /// An option as given.
    package struct GivenOption: Hashable, Sendable {
        /// The name after `--`, also when the letter was used.
        package var name: String
        /// The value, empty when the option takes none.
        package var value: String

        /// Creates an option as given.
        package init(_ name: String, _ value: String = "") {
            self.name = name
            self.value = value
        }
    }

    /// Creates a command line in parts.
    package init(
        _ subcommand: Subcommand,
        operands: [String] = [],
        options: [GivenOption] = []
    ) {
        self.subcommand = subcommand
        self.operands = operands
        self.options = options
    }

    /// Whether the option was given.
    package func has(_ name: String) -> Bool { options.contains { $0.name == name } }

    /// The last value given for the option, or `nil`.
    package func value(_ name: String) -> String? { options.last { $0.name == name }?.value }

    /// All values given for the option, in order.
    package func values(_ name: String) -> [String] {
        options.filter { $0.name == name }.map(\.value)
    }

    /// The value of an option that is a whole number in `range`, or `nil` when it was not given.
    package func integer(
        _ name: String,
        in range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            let upper = range.upperBound == .max ? "up" : "to \(range.upperBound)"
            throw UsageError(
                subcommand,
                "--\(name) takes a whole number from \(range.lowerBound) \(upper), not '\(text)'"
            )
        }
        return number
    }

    /// The variables of `--var` by name; of several with one name the last counts.
    package func overrides() throws(UsageError) -> [String: String] {
        var values: [String: String] = [:]
        for variable in try variables() { values[variable.name] = variable.value }
        return values
    }

    /// The values of `--var` as names and values, in order.
    package func variables() throws(UsageError) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for text in values("var") {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw UsageError(subcommand, "--var takes NAME=VALUE, not '\(text)'")
            }
            pairs.append((String(text[..<equals]), String(text[text.index(after: equals)...])))
        }
        return pairs
    }
}
