extension CommandTable {
    static let keys = SubcommandRow(
        .keys,
        summary: "print the keys in force, and what collides in your configuration",
        options: [json],
        details: [
            """
            Keys are set in config.json of $XDG_CONFIG_HOME/apus (default: ~/.config/apus), in JSON5: \
            {"keys": {"everywhere": {"send": ["F5", "g s"], "quit": null}}}. A command that is named \
            gets these keys in that context and no others; null takes them away. Contexts and \
            commands have the names that this table shows. Exits with 3 when something there is \
            wrong; the rest of the file counts all the same.
            """
        ],
        examples: ["apus keys", "apus keys --json"]
    )

    static let doctor = SubcommandRow(
        .doctor,
        summary: "check the terminal, libraries, files and settings that apus works with",
        options: [
            json,
            OptionRow("keys", help: "show what each key you press sends and asks for"),
        ],
        details: [
            """
            On a terminal it also measures how wide some characters are shown, and asks the terminal \
            for its name and background. Exits with 3 when something is wrong that apus needs.
            """
        ],
        examples: ["apus doctor", "apus doctor --keys", "apus doctor --json"]
    )

    static let completions = SubcommandRow(
        .completions,
        summary: "print a script that completes the command line in a shell",
        operands: "bash|zsh|fish",
        operandCount: 1...1,
        options: [],
        examples: [
            "source <(apus completions bash)",
            "apus completions zsh > \"${fpath[1]}/_apus\"",
            "apus completions fish > ~/.config/fish/completions/apus.fish",
        ]
    )
}
