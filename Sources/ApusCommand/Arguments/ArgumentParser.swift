/// Takes a command line apart by the table of subcommands.
///
/// Options may stand anywhere; `--name VALUE`, `--name=VALUE`, `-n VALUE` and `-nVALUE` are the
/// same; letters without a value may share a dash; what follows `--` is an operand, as is `-`.
package struct ArgumentParser {
    private let row: SubcommandRow
    private var rest: ArraySlice<String>
    private var parsed: ParsedArguments

    private init(_ row: SubcommandRow, _ arguments: ArraySlice<String>) {
        self.row = row
        rest = arguments
        parsed = ParsedArguments(row.subcommand)
    }

    /// Reads the arguments that follow the program's name.
    ///
    /// The first argument names the subcommand; when it is none, it is the explorer's path or option.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, in order.
    ///   - pathExists: Whether a path exists, so that a path wins over a misspelt word.
    /// - Returns: The parts; with `--help` or `--version` the operands are not checked.
    /// - Throws: `UsageError` for the first thing that is wrong.
    package static func parse(
        _ arguments: [String],
        pathExists: (String) -> Bool
    ) throws(UsageError) -> ParsedArguments {
        guard let first = arguments.first, !first.isEmpty, !first.hasPrefix("-") else {
            return try parse(.explore, arguments[...])
        }
        if let subcommand = Subcommand(word: first) {
            return try parse(subcommand, arguments.dropFirst())
        }
        guard pathExists(first) else {
            let words = Subcommand.allCases.map(\.rawValue).filter { !$0.isEmpty }
            throw UsageError(
                .explore,
                "no subcommand and no path is called '\(first)'"
                    + Suggestion.phrase(for: first, in: words)
            )
        }
        return try parse(.explore, arguments[...])
    }

    private static func parse(
        _ subcommand: Subcommand,
        _ arguments: ArraySlice<String>
    ) throws(UsageError) -> ParsedArguments {
        var parser = ArgumentParser(CommandTable.row(subcommand), arguments)
        return try parser.parse()
    }

    private mutating func parse() throws(UsageError) -> ParsedArguments {
        while let argument = rest.popFirst() {
            if argument == "--" {
                parsed.operands += rest
                rest = []
            } else if argument.hasPrefix("--") {
                try readOption(argument.dropFirst(2))
            } else if argument.hasPrefix("-"), argument.count > 1 {
                try readLetters(argument.dropFirst())
            } else {
                parsed.operands.append(argument)
            }
        }
        if parsed.has("help") || parsed.has("version") { return parsed }
        try checkOperands()
        return parsed
    }

    private mutating func readOption(_ text: Substring) throws(UsageError) {
        let equals = text.firstIndex(of: "=")
        let name = text[..<(equals ?? text.endIndex)]
        guard let option = row.option(named: name) else {
            let names = row.allOptions.map(\.name)
            let guess = Suggestion.nearest(to: name, in: names)
            throw failure(
                "unknown option '--\(name)'" + (guess.map { "; did you mean '--\($0)'?" } ?? "")
            )
        }
        try add(option, inlineValue: equals.map { String(text[text.index(after: $0)...]) })
    }

    private mutating func readLetters(_ text: Substring) throws(UsageError) {
        var letters = text
        while let letter = letters.popFirst() {
            guard let option = row.option(withLetter: letter) else {
                throw failure("unknown option '-\(letter)'")
            }
            guard option.value != nil else {
                try add(option, inlineValue: nil)
                continue
            }
            if letters.first == "=" { letters.removeFirst() }
            try add(option, inlineValue: letters.isEmpty ? nil : String(letters))
            return
        }
    }

    private mutating func add(
        _ option: OptionRow,
        inlineValue: String?
    ) throws(UsageError) {
        guard let valueName = option.value else {
            guard inlineValue == nil else {
                throw failure("option '--\(option.name)' takes no value")
            }
            parsed.options.append(.init(option.name))
            return
        }
        guard let value = inlineValue ?? rest.popFirst() else {
            throw failure("option '--\(option.name)' needs a value: \(valueName)")
        }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            let choices = option.choices.joined(separator: ", ")
            throw failure(
                "'\(value)' is no value of '--\(option.name)'; it takes \(choices)"
                    + Suggestion.phrase(for: value, in: option.choices)
            )
        }
        if !option.isRepeatable { parsed.options.removeAll { $0.name == option.name } }
        parsed.options.append(.init(option.name, value))
    }

    private func checkOperands() throws(UsageError) {
        let count = parsed.operands.count
        if count < row.operandCount.lowerBound {
            throw failure("'\(row.words)' needs \(row.operands)")
        }
        if count > row.operandCount.upperBound {
            let extra = parsed.operands[row.operandCount.upperBound]
            throw failure("'\(row.words)' has one operand too many: '\(extra)'")
        }
    }

    private func failure(_ detail: String) -> UsageError {
        UsageError(row.subcommand, detail)
    }
}
