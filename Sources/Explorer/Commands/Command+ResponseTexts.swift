extension Command {
    /// Looking at a response.
    static let responses: [Row] = [
        (.search, "search", "Search in the response.", "search"),
        (.nextMatch, "next match", "Go to the next match.", "next"),
        (.previousMatch, "previous match", "Go to the match before.", ""),
        (.scrollLeft, "scroll left", "Scroll the response to the left.", ""),
        (.scrollRight, "scroll right", "Scroll the response to the right.", ""),
        (
            .prettyMode, "pretty view",
            "Show the response body indented and folded by its structure.",
            "pretty"
        ),
        (.rawMode, "raw view", "Show the response body as it came.", "raw"),
        (.hexMode, "hex view", "Show the bytes of the response body.", "hex"),
        (
            .toggleWrap, "wrap lines",
            "Let long rows of the response body go on in the next line, or cut them again.",
            "wrap"
        ),
        (
            .chooseCharset, "choose charset",
            "Read the response body in another charset than the response says.",
            "charset"
        ),
        (
            .filterBody, "filter body",
            "Show only what JSONPath ($…), jq, or XPath in XML gives, while it is typed; Esc shows all again.",
            "filter"
        ),
        (.goToPath, "go to path", "Go to the value at a JSONPath.", "path"),
        (
            .copyPart, "copy a part",
            "Copy the value, its path, its subtree, the row or all of the response tab.",
            "copy"
        ),
        (
            .followLink, "follow link",
            "Make a new request of the URL or path at the cursor; it is not saved yet.",
            "follow"
        ),
        (
            .saveBody, "save body",
            "Write the response body to a file, byte for byte; asks before it replaces one.",
            "save body"
        ),
        (
            .whatIf, "what if",
            "Pick a status or failure and see what the program would get.",
            "what if"
        ),
        (.copy, "copy row", "Copy the selected row.", "copy"),
        (.copyAll, "copy all", "Copy everything in the tab.", ""),
        (
            .viewExternally, "open in pager",
            "Look at the response body in the program that $PAGER names.",
            "$PAGER"
        ),
        (.showResponseBody, "show response body", "Show the body of the response.", ""),
        (
            .showResponseHeaders, "show response headers",
            "Show the header fields of the response.",
            ""
        ),
        (.showTiming, "show timing", "Show how long each phase of each hop took.", ""),
        (
            .showErrors, "show errors",
            "Show what the outcome becomes in a program, and by which rule.",
            ""
        ),
        (
            .showSent, "show sent",
            "Show the exact bytes sent in each hop and where each value came from.",
            ""
        ),
    ]

    /// Comparing responses with others and with fixtures.
    static let comparing: [Row] = [
        (
            .pinResponse, "pin response",
            "Keep this response to compare others with; pinning it again lets go of it.",
            "pin"
        ),
        (
            .compareWith, "compare with",
            "Compare with the response before, the pinned one or the fixture.",
            "compare"
        ),
        (.nextDifference, "next difference", "Go to the next difference.", "next"),
        (
            .previousDifference, "previous difference",
            "Go to the difference before.",
            ""
        ),
        (
            .ignorePath, "ignore path",
            "Leave the path of this difference out of comparisons.",
            "ignore"
        ),
        (
            .showCookies, "show cookies",
            "Show what cookies each hop sent and set, and which were refused and why.",
            ""
        ),
        (.showTLS, "show TLS", "Show version, cipher and certificates of each hop.", ""),
        (.showDiff, "show differences", "Show what is different from another response.", ""),
        (
            .chooseVariant, "variant",
            "Name the variant of the fixture, to keep several outcomes of one request.",
            "variant"
        ),
        (
            .compareWithFixture, "compare with fixture",
            "Compare the answer with its fixture by shape, and accept, ignore or keep each difference.",
            "compare"
        ),
        (
            .chooseOfflineAnswer, "choose offline answer",
            "Choose which fixture answers this request offline, by its variant or outcome.", ""
        ),
        (.showFixture, "show fixture", "Show what a snapshot would write.", ""),
    ]
}
