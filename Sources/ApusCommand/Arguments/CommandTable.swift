/// The command line as a table: parsing, help pages and completion all read it.
package enum CommandTable {
    /// The row of `subcommand`.
    package static func row(_ subcommand: Subcommand) -> SubcommandRow {
        switch subcommand {
        case .explore: explore
        case .run: run
        case .send: send
        case .list: list
        case .show: show
        case .snapshot: snapshot
        case .mock: mock
        case .record: record
        case .check: check
        case .fixtures: fixtures
        case .errors: errors
        case .view: view
        case .export: export
        case .import: importing
        case .history: history
        case .keys: keys
        case .doctor: doctor
        case .completions: completions
        case .help: help
        }
    }

    /// `--version`.
    package static let version = OptionRow("version", "V", help: "print the version")

    /// Options that every subcommand has.
    package static let common = [
        OptionRow(
            "color",
            choices: ["auto", "always", "never"],
            help: "colour the text; auto: on a terminal, and not with NO_COLOR set"
        ),
        OptionRow("help", "h", help: "print this help"),
    ]

    static let environment = OptionRow(
        "env",
        "e",
        value: "NAME",
        help: "use the environment NAME (default: that of apus.json, else the first)"
    )
    static let variable = OptionRow(
        "var",
        value: "NAME=VALUE",
        isRepeatable: true,
        help: "set a variable; wins over every other source"
    )
    private static let offline = OptionRow(
        "offline",
        help: "answer from the collection's Fixtures/ and use no network"
    )
    static let allowCommands = OptionRow(
        "allow-commands",
        help: "let {{$command ...}} run its programs without asking"
    )
    static let yes = OptionRow("yes", "y", help: "send requests that ask first (# @note)")
    static let json = OptionRow("json", help: "print JSON, schema 1")

    static let selectorDetails = """
        SELECTOR is a file, a folder, FILE.http#NAME, the name of a request, or a glob such as \
        'bookings/*'. Names and globs are looked up in ./Collections if that folder exists, else \
        in the current one.
        """

    static let mockDetails = """
        When a value of the environment refers to {{mock}} and --var does not set it, the \
        collection's Fixtures/ are served on a free loopback port for as long as the program runs.
        """

    private static let explore = SubcommandRow(
        .explore,
        summary: "explore saved requests on the screen",
        operands: "[PATH]",
        operandCount: 0...1,
        options: [
            environment, variable, offline,
            OptionRow("demo", help: "serve the collection's Fixtures/ in any case"),
            OptionRow(
                "plain",
                help:
                    "line by line instead of a screen: for screen readers, dumb terminals and pipes"
            ),
        ],
        details: [
            "PATH is a folder of requests or one file (default: ./Collections if there, else .).",
            mockDetails,
        ],
        examples: ["apus Collections", "apus bookings.http --env staging"]
    )

    private static let run = SubcommandRow(
        .run,
        summary: "send saved requests and judge their assertions",
        operands: "SELECTOR...",
        operandCount: 1...Int.max,
        options: [
            environment, variable,
            OptionRow(
                "tag",
                "t",
                value: "TAG",
                isRepeatable: true,
                help: "only requests with this tag (several: with any of them)"
            ),
            OptionRow("fail-fast", help: "stop after the first request that does not pass"),
            OptionRow("repeat", value: "N", help: "run the selection N times (default: 1)"),
            OptionRow(
                "report",
                "r",
                value: "KIND=FILE",
                isRepeatable: true,
                help: "write a report: json=FILE, junit=FILE, tap=FILE or har=FILE; - is stdout"
            ),
            OptionRow("json", help: "the same as --report json=-"),
            OptionRow(
                "body",
                help: "print the content of each response as it came, secrets included; "
                    + "what did not pass goes to stderr"
            ),
            offline, allowCommands, yes,
            OptionRow("history", help: "keep every exchange in the history"),
            OptionRow("dry-run", help: "resolve everything and send nothing"),
        ],
        details: [
            selectorDetails,
            """
            A request passes when all its assertions hold; one without assertions passes when \
            the error mapping says success. Wrong files and unknown variables are reported before \
            anything is sent.
            """,
            mockDetails,
        ],
        examples: [
            "apus run Collections --report json=-",
            "apus run bookings.http#create --env staging --var room=12",
            "apus run bookings.http#list --body | apus view",
            "apus run . --tag smoke --fail-fast --report junit=report.xml --report tap=-",
        ]
    )

    private static let list = SubcommandRow(
        .list,
        summary: "list saved requests, and what is wrong in their files",
        operands: "[PATH]",
        operandCount: 0...1,
        options: [
            json,
            OptionRow(
                "tag",
                "t",
                value: "TAG",
                isRepeatable: true,
                help: "only requests with this tag"
            ),
        ],
        details: ["Exits with 3 when a file does not parse; the others are listed all the same."],
        examples: ["apus list", "apus list Collections --json"]
    )

    private static let show = SubcommandRow(
        .show,
        summary: "show a request as it would be sent, with the origin of each value",
        operands: "SELECTOR",
        operandCount: 1...1,
        options: [environment, variable, json],
        details: [
            selectorDetails,
            "Nothing is sent, and secrets are masked. A value that only a response can give is named.",
        ],
        examples: ["apus show createBooking", "apus show bookings.http#create --env staging"]
    )

    private static let snapshot = SubcommandRow(
        .snapshot,
        summary: "send requests and keep each outcome as a fixture",
        operands: "SELECTOR...",
        operandCount: 1...Int.max,
        options: [
            environment, variable,
            OptionRow(
                "variant",
                value: "NAME",
                help: "keep it beside the others as ~NAME"
            ),
            OptionRow("dry-run", "n", help: "send, but only say what would be written"),
            json, allowCommands, yes,
        ],
        details: [
            selectorDetails,
            """
            Failures are kept too. Credentials are replaced by placeholders before anything is \
            written; each line that is stored otherwise than it came is shown as both, its secrets \
            hidden.
            """,
            mockDetails,
        ],
        examples: ["apus snapshot bookings.http", "apus snapshot createBooking --variant full"]
    )

    private static let errors = SubcommandRow(
        .errors,
        summary: "print what statuses and failures become in a program",
        operands: "[STATUS|CODE]",
        operandCount: 0...1,
        options: [
            json,
            OptionRow(
                "in",
                value: "PATH",
                help: "with the rules that apus.json of this collection adds"
            ),
        ],
        details: [
            """
            Without an operand the whole table is printed; with a status such as 404 or a code \
            such as receive.reset, the rules tried for it and the one that fired.
            """
        ],
        examples: ["apus errors", "apus errors 404", "apus errors connect.refused --json"]
    )

    private static let view = SubcommandRow(
        .view,
        summary: "look at a document, or print it readably: JSON, XML, tables, text or bytes",
        operands: "[FILE|-]",
        operandCount: 0...1,
        options: [
            OptionRow(
                "filter",
                "f",
                value: "EXPR",
                help:
                    "print only what the expression selects, one value a line: JSONPath, jq or XPath"
            ),
            OptionRow(
                "type",
                value: "MEDIA",
                help: "the media type (default: by name and content)"
            ),
            OptionRow(
                "charset",
                value: "NAME",
                help: "the charset of text (default: by byte order mark, media type and content)"
            ),
            OptionRow(
                "diff",
                value: "OTHER",
                help: "print what is different in the JSON document OTHER, by structure"
            ),
            OptionRow(
                "ignore",
                value: "EXPR",
                isRepeatable: true,
                help: "with --diff: leave out what the JSONPath expression selects"
            ),
            OptionRow(
                "swift",
                value: "NAME",
                help: "print Swift types, NAME the outermost, that decode the JSON document"
            ),
            OptionRow("pretty", help: "lay out by structure (default, but for bytes)"),
            OptionRow("raw", help: "print the bytes as they are"),
            OptionRow("hex", help: "print offsets, bytes and characters"),
            OptionRow("plain", help: "print text, on a terminal too"),
        ],
        details: [
            """
            On a terminal the document is looked at on the screen, with folds, search, filters and \
            layouts, however large it is; q leaves it, ? shows the keys. Text is printed when stdout \
            is no terminal, and with --plain, --filter, --diff and --swift.
            """,
            """
            Reads stdin when FILE is - or missing. A document that is not valid for its type is \
            printed as far as it is readable; the place goes to stderr and the exit code is 3. So \
            is text with bytes that its charset does not have.
            """,
            """
            CSV is printed as a table, form data as names and values, event streams and multipart \
            bodies as lists. --type also takes the short names of file extensions, such as csv, \
            form and sse.
            """,
            """
            --filter takes JSONPath when EXPR begins with $, XPath when the document is XML or HTML, \
            and a jq program otherwise. What is only selected is printed as it stands in the \
            document; numbers that jq changes are told on stderr. With --raw, strings and elements \
            are printed as the text they stand for.
            """,
            """
            --diff prints a line for each value that is added (+), removed (-), changed (~), moved \
            in its array, or the same number in another spelling, and exits with 5 if there is one.
            """,
        ],
        examples: [
            "apus view before.json --diff after.json --ignore '$..updatedAt'",
            "curl -s https://example.test/items | apus view",
            "apus view --filter '$.items[*].id' big.json",
            "apus view --filter '.items | map(.price) | add' big.json",
            "apus view --filter '//item/@id' feed.xml",
            "apus view --swift Bookings bookings.json > Bookings.swift",
        ]
    )

    private static let help = SubcommandRow(
        .help,
        summary: "print help on a subcommand, or on exit-codes",
        operands: "[SUBCOMMAND|exit-codes]",
        operandCount: 0...1,
        options: [
            OptionRow(
                "markdown",
                help: "print the page 'commands', 'keys' or 'tour' of the documentation"
            )
        ],
        examples: ["apus help run", "apus help exit-codes"]
    )
}
