import ClientCore
import Collections
import HTTPModel

/// The XML report in the form that JUnit's Ant task made common: a suite for each file.
package enum JUnitReport {
    /// The report with a line end.
    package static func text(of report: RunReport) -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text +=
            "<testsuites name=\"apus\"\(counts(report.results)) time=\"\(seconds(report.elapsed))\">\n"
        for (file, results) in grouped(report.results) {
            let elapsed = results.reduce(Duration.zero) { $0 + ($1.exchange?.elapsed ?? .zero) }
            text += "  <testsuite name=\"\(escaped(file))\"\(counts(results))"
            text += " time=\"\(seconds(elapsed))\">\n"
            for result in results { text += testCase(result) }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    private static func testCase(_ result: RunResult) -> String {
        var text = "    <testcase name=\"\(escaped(result.name))\""
        text += " classname=\"\(escaped(result.file))\""
        text += " file=\"\(escaped(result.file))\" line=\"\(result.line)\""
        text += " time=\"\(seconds(result.exchange?.elapsed ?? .zero))\""
        let children = children(of: result)
        guard !children.isEmpty else { return text + "/>\n" }
        return text + ">\n" + children + "    </testcase>\n"
    }

    private static func children(of result: RunResult) -> String {
        switch result.outcome {
        case .passed:
            return ""
        case .skipped:
            return "      <skipped/>\n"
        case .error:
            let kind =
                result.exchange?.failure?.code.rawValue
                ?? (result.problem == nil ? "error" : "problem")
            return element("error", type: kind, message: result.reason ?? "", lines: causes(result))
        case .failed:
            let failed = result.assertions.filter { !$0.isPassed }
            guard !failed.isEmpty else {
                return element(
                    "failure",
                    type: result.mapping?.apiError ?? "mapping",
                    message: result.reason ?? "",
                    lines: causes(result)
                )
            }
            let mask = result.mask
            return failed.map { assertion in
                element(
                    "failure",
                    type: "assertion",
                    message: "\(mask(assertion.text)): \(assertion.shownValue(mask))",
                    lines: ["\(result.file):\(assertion.location)"]
                        + (assertion.bodyPlace.map { [mask("at \($0)")] } ?? [])
                )
            }.joined()
        }
    }

    private static func causes(_ result: RunResult) -> [String] {
        let mask = result.mask
        var lines = ["\(result.displayMethod) \(result.displayURL)"]
        lines += (result.exchange?.failure?.causes ?? []).map { mask($0) }
        return lines
    }

    private static func element(
        _ name: String,
        type: String,
        message: String,
        lines: [String]
    ) -> String {
        let content = lines.map(escaped).joined(separator: "\n")
        return
            "      <\(name) type=\"\(escaped(type))\" message=\"\(escaped(message))\">\(content)</\(name)>\n"
    }

    private static func grouped(_ results: [RunResult]) -> [(String, [RunResult])] {
        var groups: [(String, [RunResult])] = []
        for result in results {
            if let i = groups.firstIndex(where: { $0.0 == result.file }) {
                groups[i].1.append(result)
            } else {
                groups.append((result.file, [result]))
            }
        }
        return groups
    }

    private static func counts(_ results: [RunResult]) -> String {
        let failures = results.count { $0.outcome == .failed }
        let errors = results.count { $0.outcome == .error }
        let skipped = results.count { $0.outcome == .skipped }
        return " tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
            + " skipped=\"\(skipped)\""
    }

    /// The duration in seconds with three decimals.
    static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int(duration.milliseconds.rounded())
        let fraction = "\(milliseconds % 1000)"
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count)
            + fraction
    }

    /// The text with markup escaped; characters that XML 1.0 §2.2 does not allow become U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\t": result += "&#9;"
            case "\r": result += "&#13;"
            case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
