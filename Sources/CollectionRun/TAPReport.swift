import Collections
import HTTPModel

/// The report in the Test Anything Protocol.
///
/// - SeeAlso: <https://testanything.org/tap-version-14-specification.html>
package enum TAPReport {
    /// The report: version, plan, and a test point for each result.
    package static func text(of report: RunReport) -> String {
        var text = "TAP version 14\n1..\(report.results.count)\n"
        for (index, result) in report.results.enumerated() {
            text += testPoint(result, number: index + 1)
        }
        return text
    }

    private static func testPoint(_ result: RunResult, number: Int) -> String {
        let description = escaped("\(result.file)#\(result.name)")
        switch result.outcome {
        case .passed:
            return "ok \(number) - \(description)\n"
        case .skipped:
            return "ok \(number) - \(description) # SKIP not run\n"
        case .failed, .error:
            return "not ok \(number) - \(description)\n" + diagnostics(result)
        }
    }

    private static func diagnostics(_ result: RunResult) -> String {
        let mask = result.mask
        var lines = [
            "at: \(quoted("\(result.file):\(result.line)"))",
            "request: \(quoted("\(result.displayMethod) \(result.displayURL)"))",
        ]
        if let reason = result.reason { lines.append("message: \(quoted(reason))") }
        if let response = result.exchange?.response {
            lines.append("status: \(response.status.rawValue)")
        }
        if let failure = result.exchange?.failure {
            lines.append("failure: \(quoted(failure.code.rawValue))")
            lines.append("phase: \(quoted(failure.phase.rawValue))")
        }
        let failed = result.assertions.filter { !$0.isPassed }
        if !failed.isEmpty { lines.append("assertions:") }
        for assertion in failed {
            lines.append("  - text: \(quoted(mask(assertion.text)))")
            lines.append("    actual: \(quoted(assertion.shownValue(mask)))")
            if let place = assertion.bodyPlace {
                lines.append("    at: \(quoted(mask(place.description)))")
            }
        }
        return "  ---\n" + lines.map { "  \($0)\n" }.joined() + "  ...\n"
    }

    /// A double-quoted YAML scalar on one line.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}":
                let digits = String(scalar.value, radix: 16)
                result += "\\x" + (digits.count < 2 ? "0" : "") + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// A description on one line in which `#` starts no directive.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "#": result += "\\" + String(scalar)
            case "\u{0}"..<"\u{20}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
