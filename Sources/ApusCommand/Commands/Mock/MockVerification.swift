import ClientCore
import CollectionRun
import Documents
import Fixtures
import HTTPModel

/// `apus mock verify`: compares how often a running mock server was asked for what with what was
/// expected.
enum MockVerification {
    /// An expectation, and what was counted.
    private struct Result {
        var text: String
        var count: Int
        var isMet: Bool
    }

    /// Asks the server for its counts and judges them.
    ///
    /// - Returns: Success when all is as expected; the code of a failed assertion when not.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        guard arguments.operands.count >= 2 else {
            throw UsageError(.mock, "verify takes the server's URL, as 'apus mock' prints it")
        }
        let rules = try arguments.operands.dropFirst(2).map { text throws(UsageError) in
            try CallRule(text)
        }
        let counts = try counts(of: arguments.operands[1])
        let misses = calls(counts["misses"])
        var results = rules.map { rule in
            let count = calls(counts["calls"]).filter { rule.fits($0.method, $0.path) }
                .reduce(0) { $0 + $1.count }
            return Result(text: rule.text, count: count, isMet: rule.range.contains(count))
        }
        if rules.isEmpty { results += expectations(counts) }
        if arguments.has("no-misses") {
            let count = misses.reduce(0) { $0 + $1.count }
            results.append(Result(text: "no misses", count: count, isMet: count == 0))
        }
        guard !results.isEmpty else {
            throw CommandFailure(
                .invalidInput,
                "nothing to verify: give rules such as 'GET /path >= 1', or fixtures expectedCalls"
            )
        }
        write(results, misses: misses, arguments, context.console)
        return results.allSatisfy(\.isMet) ? .success : .failed
    }

    private static func counts(of base: String) throws -> JSONValue {
        let text = base.contains("://") ? base : "http://" + base
        guard let target = try? TargetURI(text + "/__apus/counts") else {
            throw UsageError(.mock, "verify takes the server's URL, not '\(base)'")
        }
        let ending = Interruption.run {
            try? await HTTPClient().send(HTTPRequest(.get, target))
        }
        guard case .finished(let exchange?, signal: nil) = ending else {
            throw CommandFailure(.interrupted, "interrupted")
        }
        switch exchange.result {
        case .success(let response):
            guard response.status == HTTPStatus(200),
                let json = try? JSONValue(parsing: response.body), json["fixtures"] != nil
            else {
                throw CommandFailure(.noResponse, "\(base): no mock server of ours answers")
            }
            return json
        case .failure(let failure):
            throw CommandFailure(.noResponse, "\(base): \(failure.message)")
        }
    }

    private static func calls(
        _ json: JSONValue?
    ) -> [(method: String, path: String, count: Int)] {
        (json?.arrayValue ?? []).compactMap { item in
            guard let method = item["method"]?.stringValue, let path = item["path"]?.stringValue,
                let count = item["count"]?.intValue
            else { return nil }
            return (method, path, count)
        }
    }

    /// What the heads of fixtures expect.
    private static func expectations(_ counts: JSONValue) -> [Result] {
        (counts["fixtures"]?.arrayValue ?? []).compactMap { item in
            guard let least = item["least"]?.intValue, let count = item["count"]?.intValue else {
                return nil
            }
            let most = item["most"]?.intValue
            let range = least...max(least, most ?? Int.max)
            let name = item["fixture"]?.stringValue ?? ""
            let text = "\(name) \(CallRule.phrase(range))"
            return Result(text: text, count: count, isMet: range.contains(count))
        }
    }

    private static func write(
        _ results: [Result],
        misses: [(method: String, path: String, count: Int)],
        _ arguments: ParsedArguments,
        _ console: Console
    ) {
        guard !arguments.has("json") else {
            let checks = results.map { result -> JSONValue in
                [
                    "rule": .string(result.text), "count": .number("\(result.count)"),
                    "passed": .bool(result.isMet),
                ]
            }
            let missed = misses.map { call -> JSONValue in
                [
                    "method": .string(call.method), "path": .string(call.path),
                    "count": .number("\(call.count)"),
                ]
            }
            let value: JSONValue = [
                "schema": 1, "checks": .array(checks), "misses": .array(missed),
            ]
            console.output.writeLine(value.encoded(pretty: true))
            return
        }
        for result in results {
            let verdict = console.paint(result.isMet ? "ok" : "failed", result.isMet ? .good : .bad)
            let times = result.count == 1 ? "once" : "\(result.count) times"
            let text = TextEscaping.visible(result.text)
            console.output.writeLine("\(verdict) \(text): \(times)")
        }
        for call in misses where !results.allSatisfy(\.isMet) {
            let text = TextEscaping.visible("\(call.method) \(call.path)")
            console.complain("no fixture matched \(text) (\(call.count)×)")
        }
    }
}

/// How often a request is expected: `GET /path`, `GET /path = 2`, `>= 1`, `<= 3`.
package struct CallRule {
    /// The rule as given.
    package let text: String
    /// How often is right.
    package let range: ClosedRange<Int>
    private let method: String
    private let pattern: PathPattern

    /// Reads a rule.
    ///
    /// - Throws: `UsageError` for a text of another form.
    package init(_ text: String) throws(UsageError) {
        self.text = text
        var front = Substring(text)
        var range = 1...Int.max
        let digits = text.reversed().prefix { $0.isASCII && $0.isNumber }.count
        if digits > 0, let number = Int(text.suffix(digits)) {
            let trimmed = String(text.dropLast(digits)).trimmingBlanks
            for (mark, meant) in [
                (">=", number...Int.max), ("<=", 0...number), ("=", number...number),
            ] where trimmed.hasSuffix(mark) {
                front = Substring(trimmed.dropLast(mark.count))
                range = meant
                break
            }
        }
        let words = front.split(separator: " ")
        guard words.count == 2, words[1].hasPrefix("/"), !words[1].contains("?") else {
            throw UsageError(
                .mock,
                "a rule is METHOD PATH, with = N, >= N or <= N when once is not enough: '\(text)'"
            )
        }
        self.range = range
        method = String(words[0])
        pattern = PathPattern(String(words[1]))
    }

    /// Whether a request is one that the rule counts; the method `*` stands for all.
    package func fits(_ method: String, _ path: String) -> Bool {
        (self.method == "*" || self.method == method) && pattern.matches(path)
    }

    /// A range in words, such as `>= 1`.
    static func phrase(_ range: ClosedRange<Int>) -> String {
        if range.lowerBound == range.upperBound { return "= \(range.lowerBound)" }
        if range.upperBound == Int.max { return ">= \(range.lowerBound)" }
        return range.lowerBound == 0
            ? "<= \(range.upperBound)" : "from \(range.lowerBound) to \(range.upperBound)"
    }
}
