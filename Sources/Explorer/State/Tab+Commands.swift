extension RequestTab {
    /// The command that shows the tab.
    package var command: Command {
        switch self {
        case .params: .showParams
        case .headers: .showHeaders
        case .body: .showBody
        case .token: .showToken
        case .options: .showOptions
        case .docs: .showDocs
        case .tests: .showTests
        }
    }
}

extension ResponseTab {
    /// The command that shows the tab.
    package var command: Command {
        switch self {
        case .body: .showResponseBody
        case .headers: .showResponseHeaders
        case .timing: .showTiming
        case .errors: .showErrors
        case .sent: .showSent
        case .fixture: .showFixture
        case .cookies: .showCookies
        case .tls: .showTLS
        case .diff: .showDiff
        }
    }
}
