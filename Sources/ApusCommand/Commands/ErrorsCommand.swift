import ClientCore
import CollectionRun
import Collections
import Documents
import HTTPModel

/// `apus errors`: the error mapping as a table, or what one fact becomes and why.
enum ErrorsCommand {
    /// Prints the table, or the trace of the status or code given.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let mapping = try mapping(arguments)
        guard let operand = arguments.operands.first else {
            if arguments.has("json") {
                let rules = JSONValue.array(mapping.rules.map(value))
                let value: JSONValue = ["schema": 1, "rules": rules]
                context.console.output.writeLine(value.encoded(pretty: true))
            } else {
                context.console.output.write(table(mapping, context.console.paint))
            }
            return .success
        }
        guard let fact = ErrorMapping.Fact(operand) else {
            throw UsageError(
                .errors,
                "'\(operand)' is neither a status nor a failure code"
                    + Suggestion.phrase(
                        for: operand,
                        in: NetworkFailure.Code.allCases.map(\.rawValue)
                    )
            )
        }
        let outcome = mapping.map(fact)
        if arguments.has("json") {
            context.console.output.writeLine(value(outcome).encoded(pretty: true))
        } else {
            context.console.output.write(trace(outcome, context.console.paint))
        }
        return .success
    }

    private static func mapping(_ arguments: ParsedArguments) throws -> ErrorMapping {
        guard let path = arguments.value("in") else { return .standard }
        let collection = try CollectionLocator.load(path)
        return try ErrorMapping(collection)
    }

    private static func value(_ rule: ErrorMapping.Rule) -> JSONValue {
        [
            "when": .string(rule.when),
            "apiError": rule.apiError.map { .string($0) } ?? .null,
            "message": .string(rule.message),
            "retryable": .bool(rule.isRetryable),
            "source": .string(rule.source),
        ]
    }

    private static func value(_ mapping: Mapping) -> JSONValue {
        let steps = mapping.trace.map { step in
            JSONValue.object(
                (value(step.rule).members ?? []) + [
                    JSONMember("fired", .bool(step.isMatch)),
                    JSONMember("reason", .string(step.reason)),
                ]
            )
        }
        return [
            "schema": 1,
            "fact": .string("\(mapping.fact)"),
            "success": .bool(mapping.isSuccess),
            "apiError": mapping.apiError.map { .string($0) } ?? .null,
            "message": .string(mapping.message),
            "retryable": .bool(mapping.isRetryable),
            "rules": .array(steps),
        ]
    }

    private static func table(_ mapping: ErrorMapping, _ paint: Paint) -> String {
        var rows = [["When", "Becomes", "Retry", "Message", "From"]]
        for rule in mapping.rules {
            rows.append([
                rule.when, rule.apiError ?? "success", rule.isRetryable ? "yes" : "no",
                rule.message, rule.source,
            ])
        }
        return TextTable.text(rows, paint)
    }

    private static func trace(_ mapping: Mapping, _ paint: Paint) -> String {
        var text = paint("\(mapping.fact)", .strong) + "\n\n"
        for step in mapping.trace {
            let mark = step.isMatch ? paint("->", .good) : "  "
            let when = step.rule.when.padded(to: 20)
            text += "\(mark) \(when) \(paint(TextEscaping.visible(step.reason), .dim))\n"
        }
        text += "\n"
        text +=
            "becomes    "
            + paint(
                TextEscaping.visible(mapping.apiError ?? "success"),
                mapping.isSuccess ? .good : .bad
            )
        text += "\n"
        if !mapping.message.isEmpty {
            text += "message    \(TextEscaping.visible(mapping.message))\n"
        }
        text += "retryable  \(mapping.isRetryable ? "yes" : "no")\n"
        if let rule = mapping.rule { text += "rule from  \(rule.source)\n" }
        return text
    }
}
