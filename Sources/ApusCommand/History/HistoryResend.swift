import ClientCore
import CollectionRun
import Collections
import Files
import HTTPModel
import History

/// `apus history resend`: a request of the history, sent again.
enum HistoryResend {
    /// Sends, prints what came, and keeps it.
    static func run(
        _ entry: HistoryEntry,
        _ store: HistoryStore,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let given = try values(arguments)
        let part = try part(of: entry, arguments, context)
        let ending = withExtendedLifetime(part.mock) {
            Interruption.run(on: CurlTransport.shared.executor) {
                await part.session.resend(entry, given: given)
            }
        }
        guard case .finished(let result, let signal) = ending else { return .interrupted }
        if let problem = result.problem {
            let isPlaced = !problem.file.isEmpty && part.session.collection.has(result.requestID)
            context.console.complain(
                "apus: " + result.mask(isPlaced ? "\(problem)" : problem.message)
            )
            return .invalidInput
        }
        try SendCommand.write(result, arguments, context)
        if !arguments.has("no-history") {
            let collection = part.session.collection
            let problem = HistoryRecorder(environment: context.environment).record(
                result,
                in: collection.root.isEmpty ? nil : collection,
                environmentName: part.session.settings.environmentName
            )
            if let problem { context.console.complain(problem) }
        }
        return signal == nil ? ExitCode(result) : .interrupted
    }

    /// What is needed to send to where the request went: its collection as it is now, if it is there.
    private static func part(
        of entry: HistoryEntry,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> RunPart {
        let origin = entry.item.origin
        guard !origin.root.isEmpty, FileSystem.exists(origin.root) else {
            let empty = RequestCollection(root: "", name: "")
            return try RunPart(.init(collection: empty, entries: []), arguments, context)
        }
        let collection = try CollectionLocator.load(origin.root)
        var arguments = arguments
        if arguments.value("env") == nil, let name = origin.environmentName,
            collection.environment(named: name) != nil
        {
            arguments.options.append(.init("env", name))
        }
        return try RunPart(.init(collection: collection, entries: []), arguments, context)
    }

    private static func values(_ arguments: ParsedArguments) throws -> [String: String] {
        var values: [String: String] = [:]
        for text in arguments.values("value") {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw UsageError(.history, "--value takes NAME=VALUE, not '\(text)'")
            }
            values[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
        return values
    }
}

extension RequestCollection {
    fileprivate func has(_ requestID: String) -> Bool { request(withID: requestID) != nil }
}
