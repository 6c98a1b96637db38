extension Command {
    /// What was sent before.
    static let history: [Row] = [
        (
            .showHistory, "history",
            "Show what was sent before with this request, also in earlier weeks.",
            "history"
        ),
        (
            .showAllHistory, "history of all",
            "Show what was sent before with any request; in the list, show one request or all.",
            "all/one"
        ),
        (
            .resendEntry, "send again",
            "Send the selected exchange of the history again, its secrets taken anew.",
            "send again"
        ),
        (
            .compareWithEntry, "compare with entry",
            "Show how the present response differs from the selected one of the history.",
            "compare"
        ),
        (.deleteEntry, "delete entry", "Remove the selected exchange from the history.", "delete"),
    ]

    /// Runs of several requests.
    static let runs: [Row] = [
        (
            .runSelected, "run",
            "Run all requests of the selected folder or file, or the selected one, with results as they come.",
            "run"
        ),
        (.runAll, "run all", "Run all requests of the collection.", ""),
        (.runTag, "run tag", "Run all requests that have a tag.", ""),
        (.showRun, "show run", "Show the run again, going on or over.", "to the run"),
        (
            .failedFirst, "failed first",
            "Put what did not pass at the top of the list, or back into its order.",
            "failed first"
        ),
        (
            .runFailedAgain, "run failed again",
            "Run those requests again that did not pass or were not reached.",
            "failed again"
        ),
        (.runAgain, "run again", "Run all requests of the list again.", "again"),
    ]
}
