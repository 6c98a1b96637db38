import HTTPModel

/// How the program ends; the numbers are part of its contract.
package enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    /// Everything asked for held.
    case success = 0
    /// A response came, and an assertion failed or the mapping says failure.
    case failed = 1
    /// The command line is wrong.
    case usage = 2
    /// A file, template, variable or fixture is wrong, and nothing was sent because of it.
    case invalidInput = 3
    /// No usable response came.
    case noResponse = 4
    /// A response differs from its fixture.
    case drift = 5
    /// A fault of the program itself.
    case bug = 70
    /// Interrupted by a signal.
    case interrupted = 130

    /// What the code means, as a sentence for people.
    package var meaning: String {
        switch self {
        case .success: "Everything asked for held."
        case .failed: "A response came, and an assertion failed or the mapping says failure."
        case .usage: "The command line is wrong."
        case .invalidInput:
            "A file, template, variable or fixture is wrong; nothing was sent because of it."
        case .noResponse: "No usable response came; the failure's code is in the report."
        case .drift: "A response differs from its fixture."
        case .bug: "A fault of apus itself; please report it."
        case .interrupted: "Interrupted by Ctrl-C or a signal."
        }
    }

    /// The more severe of two codes.
    ///
    /// From the most severe: interrupted, bug, usage, wrong input, no response, failed, drift.
    package func combined(with other: ExitCode) -> ExitCode {
        severity >= other.severity ? self : other
    }

    private var severity: Int {
        switch self {
        case .success: 0
        case .drift: 1
        case .failed: 2
        case .noResponse: 3
        case .invalidInput: 4
        case .usage: 5
        case .bug: 6
        case .interrupted: 7
        }
    }
}

extension ExitCode {
    /// The code for one result, those of the requests it needed included.
    package init(_ result: borrowing RunResult) {
        var code: ExitCode
        switch result.outcome {
        case .passed, .skipped: code = .success
        case .failed: code = .failed
        case .error where result.problem != nil: code = .invalidInput
        case .error where result.failureCode == .cancelled: code = .interrupted
        case .error: code = .noResponse
        }
        for i in result.upstream.indices {
            code = code.combined(with: ExitCode(result.upstream[i]))
        }
        self = code
    }
}
