extension CommandTable {
    /// The row of `apus export`.
    static let export = SubcommandRow(
        .export,
        summary: "print requests for another program",
        operands: "SELECTOR",
        operandCount: 1...1,
        options: [
            OptionRow(
                "to",
                choices: ["curl", "http", "har", "postman", "swift"],
                help: "curl: a command line; http: the text of the file or request, unchanged; "
                    + "har: its fixtures as an HTTP archive; postman: a collection of version 2.1; "
                    + "swift: functions for a program that imports NetworkClient"
            ),
            environment, variable,
            OptionRow("show-secrets", help: "write credentials out instead of masking them"),
        ],
        details: [
            selectorDetails,
            """
            With --to har nothing is sent: SELECTOR names requests that have fixtures, or a folder \
            of fixtures. Exchanges of a run become an archive with apus run --report har=FILE.
            """,
            """
            With --to postman and --to swift variables stay variables; --env adds those of an \
            environment, but for its secrets, to the Postman collection. What the other form cannot \
            hold is told on stderr.
            """,
        ],
        examples: [
            "apus export createBooking --to curl", "apus export bookings.http --to http",
            "apus export Collections --to postman > bookings.postman_collection.json",
            "apus export bookings.http --to swift > Sources/Bookings.swift",
            "apus export Collections/Fixtures --to har > fixtures.har",
        ]
    )
}
