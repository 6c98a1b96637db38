import ApusCommand
import Testing

@Suite struct ArgumentParserTests {
    private func parse(
        _ arguments: String...,
        paths: Set<String> = []
    ) throws(UsageError) -> ParsedArguments {
        try ArgumentParser.parse(arguments) { paths.contains($0) }
    }

    private func complaint(_ arguments: String..., paths: Set<String> = []) -> String {
        do {
            let parsed = try ArgumentParser.parse(arguments) { paths.contains($0) }
            return "accepted: \(parsed)"
        } catch {
            return error.detail
        }
    }

    @Test func noArgumentsOpenTheExplorer() throws {
        #expect(try parse() == ParsedArguments(.explore))
    }

    @Test func aPathOpensTheExplorer() throws {
        let parsed = try parse("Samples", "--env", "local", paths: ["Samples"])
        #expect(
            parsed
                == ParsedArguments(
                    .explore,
                    operands: ["Samples"],
                    options: [.init("env", "local")]
                )
        )
    }

    @Test func optionsOfTheExplorerMayComeFirst() throws {
        let parsed = try parse("--offline", "Samples", paths: ["Samples"])
        #expect(parsed.subcommand == .explore)
        #expect(parsed.operands == ["Samples"])
        #expect(parsed.has("offline"))
    }

    @Test(
        arguments: [
            ["run", "a", "--env", "local", "b"], ["run", "--env=local", "a", "b"],
            ["run", "a", "b", "-e", "local"], ["run", "-elocal", "a", "b"],
            ["run", "-e=local", "a", "b"], ["run", "--env", "local", "--", "a", "b"],
        ]
    )
    func theFormsOfAnOptionMeanTheSame(_ arguments: [String]) throws {
        let parsed = try ArgumentParser.parse(arguments) { _ in false }
        #expect(parsed.subcommand == .run)
        #expect(parsed.operands == ["a", "b"])
        #expect(parsed.value("env") == "local")
    }

    @Test func repeatableOptionsKeepTheirOrder() throws {
        let parsed = try parse("run", "a", "--report", "json=-", "-r", "tap=x", "--report=junit=y")
        #expect(parsed.values("report") == ["json=-", "tap=x", "junit=y"])
    }

    @Test func ofOtherOptionsTheLastCounts() throws {
        #expect(try parse("run", "a", "--env", "x", "--env", "y").values("env") == ["y"])
    }

    @Test func whatFollowsTwoDashesIsAnOperand() throws {
        #expect(try parse("run", "--", "--env", "-x").operands == ["--env", "-x"])
    }

    @Test func aSingleDashIsAnOperand() throws {
        #expect(try parse("view", "-").operands == ["-"])
    }

    @Test func variablesAreNamesAndValues() throws {
        let parsed = try parse("run", "a", "--var", "room=12", "--var=query=a=b", "--var", "empty=")
        let variables = try parsed.variables()
        #expect(variables.map(\.name) == ["room", "query", "empty"])
        #expect(variables.map(\.value) == ["12", "a=b", ""])
    }

    @Test func helpNeedsNoOperands() throws {
        #expect(try parse("run", "--help").has("help"))
        #expect(try parse("-h").has("help"))
        #expect(try parse("--version").has("version"))
    }

    @Test func misspeltWordsGetASuggestion() {
        #expect(
            complaint("lst") == "no subcommand and no path is called 'lst'; did you mean 'list'?"
        )
        #expect(
            complaint("snap")
                == "no subcommand and no path is called 'snap'; did you mean 'snapshot'?"
        )
        #expect(complaint("zzzzzz") == "no subcommand and no path is called 'zzzzzz'")
        #expect(
            complaint("run", "a", "--evn", "x") == "unknown option '--evn'; did you mean '--env'?"
        )
        #expect(
            complaint("run", "a", "--reprot=x")
                == "unknown option '--reprot'; did you mean '--report'?"
        )
    }

    @Test func wrongCommandLinesAreRefused() {
        #expect(complaint("run") == "'apus run' needs SELECTOR...")
        #expect(complaint("list", "a", "b") == "'apus list' has one operand too many: 'b'")
        #expect(complaint("run", "a", "--env") == "option '--env' needs a value: NAME")
        #expect(complaint("run", "a", "--json=x") == "option '--json' takes no value")
        #expect(complaint("run", "a", "-z") == "unknown option '-z'")
        #expect(
            complaint("list", "--color", "sometimes")
                == "'sometimes' is no value of '--color'; it takes auto, always, never"
        )
    }

    @Test func numbersAreChecked() throws {
        let parsed = try parse("run", "a", "--repeat", "0")
        #expect(throws: UsageError(.run, "--repeat takes a whole number from 1 up, not '0'")) {
            try parsed.integer("repeat", in: 1...Int.max)
        }
        let wrong = try parse("mock", "--port=70000")
        #expect(
            throws: UsageError(.mock, "--port takes a whole number from 0 to 65535, not '70000'")
        ) {
            try wrong.integer("port", in: 0...65535)
        }
    }

    @Test func variablesWithoutAValueAreRefused() throws {
        let parsed = try parse("run", "a", "--var", "room")
        #expect(throws: UsageError(.run, "--var takes NAME=VALUE, not 'room'")) {
            try parsed.variables()
        }
    }

    @Test(arguments: Subcommand.allCases)
    func namesAndLettersAreUniqueInEachSubcommand(_ subcommand: Subcommand) {
        let options = CommandTable.row(subcommand).allOptions
        #expect(Set(options.map(\.name)).count == options.count)
        let letters = options.compactMap(\.letter)
        #expect(Set(letters).count == letters.count)
    }
}
