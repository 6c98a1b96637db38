import ClientCore
import CollectionRun
import Collections
import Files
import Fixtures
import HTTPModel
import History

/// `apus history`: what was sent before.
enum HistoryCommand {
    private static let verbs = ["list", "show", "resend", "clear"]

    /// Does what the first operand names; without one, lists.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        guard let store = HistoryRecorder.store(context.environment) else {
            throw CommandFailure(
                .invalidInput,
                "no place for the history is known: neither XDG_STATE_HOME nor HOME is set"
            )
        }
        let operand = arguments.operands.dropFirst().first
        switch arguments.operands.first ?? "list" {
        case "list": return try list(operand, store, arguments, context)
        case "show": return try show(try id(operand, store), store, arguments, context)
        case "resend":
            return try HistoryResend.run(
                try entry(try id(operand, store), store),
                store,
                arguments,
                context
            )
        case "clear": return try clear(operand, store, arguments, context)
        case let other:
            let words = verbs.dropLast().joined(separator: ", ") + " or " + (verbs.last ?? "")
            throw UsageError(
                .history,
                "'\(other)' is not \(words)" + Suggestion.phrase(for: other, in: verbs)
            )
        }
    }

    // MARK: List

    private static func list(
        _ selector: String?,
        _ store: HistoryStore,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        var query = try query(selector, arguments)
        let limit = try arguments.integer("limit", in: 0...Int.max) ?? 50
        query.limit = limit == 0 ? nil : limit
        let items = try store.items(query)
        let printer = HistoryPrinter(context.console)
        if arguments.has("json") { printer.writeJSON(items) } else { printer.write(items) }
        return .success
    }

    /// What `--grep`, `--before` and a selector ask for.
    private static func query(
        _ selector: String?,
        _ arguments: ParsedArguments
    ) throws -> HistoryQuery {
        var query = HistoryQuery()
        query.text = arguments.value("grep") ?? ""
        if let text = arguments.value("before") {
            let now = Timestamp.microsecondsSince1970
            guard let time = LocalTime.microseconds(reading: text, now: now) else {
                throw UsageError(
                    .history,
                    "--before takes a day such as 2026-11-30, a time such as '2026-11-30 12:05', "
                        + "or an age such as 30d or 12h, not '\(text)'"
                )
            }
            query.startedBefore = time
        }
        guard let selector else { return query }
        if let path = CollectionLocator.path(in: selector) {
            query.path = FilePath.absolute(path)
            if let hash = selector.dropFirst(path.count).firstIndex(of: "#") {
                query.name = String(selector[selector.index(after: hash)...])
            }
        } else if let hash = selector.lastIndex(of: "#"), hash > selector.startIndex {
            // The file may be gone; then the path is that of the past.
            query.path = FilePath.absolute(String(selector[..<hash]))
            query.name = String(selector[selector.index(after: hash)...])
        } else if selector.contains("/") || selector.hasSuffix(".http") {
            query.path = FilePath.absolute(selector)
        } else {
            query.name = selector
        }
        return query
    }

    // MARK: One entry

    private static func id(_ operand: String?, _ store: HistoryStore) throws -> Int64 {
        guard let operand else {
            throw UsageError(.history, "say which: a number of 'apus history list', or 'last'")
        }
        if operand == "last" {
            guard let last = try store.items(HistoryQuery(limit: 1)).first else {
                throw CommandFailure(.invalidInput, "the history is empty")
            }
            return last.id
        }
        guard let id = Int64(operand), id > 0 else {
            throw UsageError(.history, "'\(operand)' is neither a number of the list nor 'last'")
        }
        return id
    }

    private static func entry(_ id: Int64, _ store: HistoryStore) throws -> HistoryEntry {
        guard let entry = try store.entry(id) else {
            throw CommandFailure(.invalidInput, "the history has no entry \(id)")
        }
        return entry
    }

    private static func show(
        _ id: Int64,
        _ store: HistoryStore,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        guard !arguments.has("json") || !arguments.has("raw") else {
            throw UsageError(.history, "--json and --raw exclude each other")
        }
        let entry = try entry(id, store)
        let printer = HistoryPrinter(context.console)
        if arguments.has("json") {
            printer.writeJSON(entry)
        } else if arguments.has("raw") {
            context.console.output.write(entry.exchange.responseContent)
            if let note = HistoryPrinter.cutNote(entry) { context.console.complain(note) }
        } else {
            printer.write(entry)
        }
        return .success
    }

    // MARK: Clear

    private static func clear(
        _ operand: String?,
        _ store: HistoryStore,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let isNarrowed = operand != nil || arguments.has("grep") || arguments.has("before")
        guard isNarrowed != arguments.has("all") else {
            throw UsageError(
                .history,
                isNarrowed
                    ? "--all and a choice exclude each other"
                    : "say what to remove: --all, --before DATE, --grep TEXT, a number or a selector"
            )
        }
        let count: Int
        if let operand, let id = Int64(operand) {
            count = try store.remove([id])
        } else if arguments.has("all") {
            guard let removed = try removeAll(store) else {
                context.console.output.writeLine("removed a damaged history")
                return .success
            }
            count = removed
        } else {
            count = try store.removeAll(try query(operand, arguments))
        }
        context.console.output.writeLine("removed \(count) exchange\(count == 1 ? "" : "s")")
        return .success
    }

    /// Removes everything.
    ///
    /// - Returns: How many entries there were; `nil` when the files were damaged and are gone now.
    private static func removeAll(_ store: HistoryStore) throws(HistoryError) -> Int? {
        do throws(HistoryError) {
            return try store.removeAll()
        } catch {
            guard error.code == .damaged else { throw error }
            try store.reset()
            return nil
        }
    }
}
