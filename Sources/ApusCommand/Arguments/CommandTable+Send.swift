extension CommandTable {
    /// `--no-history`.
    static let noHistory = OptionRow("no-history", help: "keep nothing in the history")

    /// What is printed of one response.
    static let oneShotOutput = [
        OptionRow("include", "i", help: "print status and fields, too"),
        OptionRow("raw", help: "print content as it came, on a terminal too"),
        OptionRow("output", "o", value: "FILE", help: "write the content into FILE"),
        OptionRow("json", help: "print a report as of apus run, without the content"),
    ]

    /// The row of `apus send`.
    static let send = SubcommandRow(
        .send,
        summary: "send one request made of the words of the command line",
        operands: "[METHOD] URL [ITEM]...",
        operandCount: 0...Int.max,
        options: [
            OptionRow(
                "curl",
                value: "TEXT",
                help: "send what this curl command line sends; - reads it from stdin"
            ),
            OptionRow("form", "f", help: "send key=value as a form instead of JSON"),
            OptionRow("multipart", help: "send key=value as a form of parts"),
            OptionRow("data", "d", value: "TEXT", help: "send TEXT as it is; - reads stdin"),
            OptionRow(
                "token",
                value: "SETTING",
                help: "send a token: 'bearer V', 'query NAME V', 'body NAME V', 'header NAME V'"
            ),
            OptionRow("user", "u", value: "NAME:PASSWORD", help: "authenticate by Basic"),
            OptionRow("timeout", value: "TIME", help: "give up after TIME, such as 10s"),
            OptionRow(
                "content-limit",
                value: "SIZE",
                help: "take in at most SIZE of content, such as 4GB (default: 1 GiB)"
            ),
            OptionRow("insecure", "k", help: "do not check the server's certificate"),
            OptionRow("no-redirect", help: "take a redirect as the response"),
            OptionRow("http", choices: ["1.1", "2"], help: "ask for this version of HTTP"),
        ] + oneShotOutput + [
            noHistory, OptionRow("dry-run", "n", help: "print the request and send nothing"),
        ],
        details: [
            """
            ITEM is Field:value, name==value for the query, key=value for a text and key:=value for a \
            value of a JSON object, key=@file and key:=@file for what a file holds, name@file for a \
            file of a form, or @file for the whole content. 'Field;' sends an empty field, and a \
            backslash before one of : = @ ; takes its meaning away.
            """,
            """
            The method is GET, or POST with content. :8080/path is on this machine, and a URL without a \
            scheme is http. The content of the response goes to stdout, on a terminal laid out by its \
            structure; what did not work goes to stderr. Exits as apus run does.
            """,
            """
            The exchange is kept in the history, with placeholders in place of secrets; APUS_HISTORY=off \
            in the environment keeps none.
            """,
        ],
        examples: [
            "apus send :8080/bookings page==2 Accept:application/json",
            "apus send PUT api.example.test/rooms/12 name='Blue room' beds:=2",
            "apus send https://api.example.test/photos -f title=Sea photo@sea.jpg",
            "apus send --curl \"curl -H 'Accept: text/csv' http://127.0.0.1:8080/\" -i",
        ]
    )

    /// The row of `apus history`.
    static let history = SubcommandRow(
        .history,
        summary: "list, show, send again or remove what was sent before",
        operands: "[list [SELECTOR]|show ID|resend ID|clear [SELECTOR]]",
        operandCount: 0...2,
        options: [
            OptionRow("limit", "n", value: "N", help: "list: at most N (default: 50; 0 for all)"),
            OptionRow(
                "grep",
                value: "TEXT",
                help: "list, clear: those with TEXT in URL, name, result, fields or content"
            ),
            OptionRow(
                "before",
                value: "DATE",
                help: "list, clear: those sent before DATE, such as 2026-11-30 or 30d"
            ),
            OptionRow("all", help: "clear: remove everything"),
            OptionRow("include", "i", help: "resend: print status and fields, too"),
            OptionRow(
                "raw",
                help: "show, resend: print the content that came, byte for byte"
            ),
            OptionRow("json", help: "print JSON, schema 1"),
            OptionRow(
                "value",
                value: "NAME=VALUE",
                isRepeatable: true,
                help: "resend: what to send in place of the placeholder NAME"
            ),
            environment, variable, allowCommands, noHistory,
        ],
        details: [
            """
            What is sent from the explorer and by apus send is kept, and what apus run --history sends. \
            ID is the number in the list, or 'last'. SELECTOR is a file, a folder, FILE.http#NAME or the \
            name of a request.
            """,
            """
            Secrets are never kept: placeholders such as REDACTED-token-1 stand in their place. resend \
            takes them anew from the saved request; where that is gone it says which values must be given \
            with --value. It prints and exits as apus send does.
            """,
            """
            The history is one SQLite file, $XDG_STATE_HOME/apus/history.db (default: \
            ~/.local/state/apus), for its owner alone; the oldest of more than 10,000 exchanges or 256 MiB \
            go. '"history": false' in apus.json or in ~/.config/apus/config.json, and '# @no-log' in a request, \
            keep them out.
            """,
        ],
        examples: [
            "apus history --grep 404", "apus history show last",
            "apus history resend 17 --env staging", "apus history clear --before 30d",
        ]
    )
}
