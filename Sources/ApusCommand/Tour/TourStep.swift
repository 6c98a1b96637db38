/// One stop of the tour: what is told, and the keys that lead to its screen.
struct TourStep {
    /// The heading.
    var title: String
    /// What there is to see, as Markdown.
    var text: String
    /// Keys in notation.
    var keys: String
    /// Keys that lead back from it.
    var back = ""

    /// The tour.
    static let all = [
        TourStep(
            title: "The tree, the request, the response",
            text:
                "`apus Collections` opens a folder of saved requests. The focused pane has a ◆; the line "
                + "at the bottom shows the keys that matter now.",
            keys: ""
        ),
        TourStep(
            title: "Send",
            text:
                "`Enter` opens the request, `s` sends it. Status, time, size and version of HTTP stand "
                + "above the body, which folds by its structure.",
            keys: "<Enter>s"
        ),
        TourStep(
            title: "Where the time went",
            text: "In the response, `3` shows a bar for each phase of each hop and attempt.",
            keys: "<Tab>3"
        ),
        TourStep(
            title: "Find a request by a few letters",
            text:
                "`'` lists requests by what fits the letters best: name, method, URL, file or tag. "
                + "Without letters, the last ones come first.",
            keys: "'msbk"
        ),
        TourStep(
            title: "What a failure becomes in your program",
            text:
                "The booking does not exist: under Errors, every rule that was tried, the one that "
                + "fired, and the error that `NetworkClient` throws.",
            keys: "<Enter>s<Tab>4"
        ),
        TourStep(
            title: "What if",
            text:
                "`i` picks any other status or failure, and the same pane shows what the program would get.",
            keys: "ireset<Enter>",
            back: "<Esc>"
        ),
        TourStep(
            title: "Edit",
            text:
                "`e` edits what is selected. Variables are coloured, and one that nothing sets stands out.",
            keys: "'listBookings<Enter>e&room=12",
            back: "<Esc>"
        ),
        TourStep(
            title: "All commands",
            text:
                "`:` finds any command by letters of its name, with its key, or why it cannot be done now.",
            keys: ":snap",
            back: "<Esc>"
        ),
        TourStep(
            title: "Jump",
            text: "`;` puts a label on every row and tab that can be seen; typing it goes there.",
            keys: ";",
            back: "<Esc>"
        ),
        TourStep(
            title: "Keep it as a fixture",
            text:
                "`S` shows what a snapshot would write and what is redacted; `Enter` writes it. Tests, the "
                + "mock server and offline mode replay it.",
            keys: "S",
            back: "<Esc>"
        ),
        TourStep(
            title: "Help",
            text: "`?` shows what the thing under the cursor is for, and the keys that work there.",
            keys: "?",
            back: "<Esc>"
        ),
    ]
}
