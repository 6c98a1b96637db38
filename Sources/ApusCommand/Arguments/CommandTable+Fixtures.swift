extension CommandTable {
    /// The row of `apus check`.
    static let check = SubcommandRow(
        .check,
        summary: "compare live answers with fixtures",
        operands: "[SELECTOR]...",
        operandCount: 0...Int.max,
        options: [
            environment, variable,
            OptionRow(
                "tag",
                "t",
                value: "TAG",
                isRepeatable: true,
                help: "only requests with this tag (several: with any of them)"
            ),
            OptionRow(
                "report",
                "r",
                value: "KIND=FILE",
                isRepeatable: true,
                help: "write a report: json=FILE or junit=FILE; - is stdout"
            ),
            OptionRow("json", help: "the same as --report json=-"),
            allowCommands, yes,
        ],
        details: [
            selectorDetails,
            """
            Sends the requests that have fixtures and compares status, media type and the shape of \
            JSON: members, types, null, formats, and words of what looks like an enumeration. Values, \
            order and numbers of elements do not matter, nor does what the fixture or apus.json lists \
            in volatilePaths. Exits with 5 when something differs. Nothing is written; apus snapshot \
            accepts what came.
            """,
            mockDetails,
        ],
        examples: [
            "apus check", "apus check bookings.http --env staging --report junit=drift.xml",
        ]
    )

    /// The row of `apus fixtures`.
    static let fixtures = SubcommandRow(
        .fixtures,
        summary: "read archives into fixtures, or find secrets in fixtures",
        operands: "import FILE.har...|lint [PATH]...",
        operandCount: 1...Int.max,
        options: [
            OptionRow(
                "output",
                "o",
                value: "FOLDER",
                help: "import: the folder of fixtures (default: Fixtures of the collection)"
            ),
            OptionRow("dry-run", "n", help: "import: only say what would be written"),
            OptionRow("json", help: "lint: print JSON, schema 1"),
        ],
        details: [
            """
            import makes a fixture of each entry of an HTTP archive that has a response or a known \
            failure; secrets become placeholders first. lint looks into all files of the Fixtures/ of \
            PATH (default: ./Collections if there, else .) for credential fields, members with secret \
            names, tokens by their form, and the private values of the collection's environments, \
            plain, escaped or in Base64, and for such tokens and values in request files, public \
            environments and apus.json; it exits with 3 when it finds one.
            """
        ],
        examples: [
            "apus fixtures import session.har", "apus fixtures lint",
            "apus fixtures lint Collections",
        ]
    )
}
