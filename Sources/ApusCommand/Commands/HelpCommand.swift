import CollectionRun
import Explorer

/// `apus help`: the pages that the tables write.
enum HelpCommand {
    /// Prints the page asked for.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let topic = arguments.operands.first
        let text = arguments.has("markdown") ? try markdown(topic) : page(topic)
        guard let text else {
            let topic = topic ?? ""
            throw UsageError(
                .help,
                "there is no help on '\(topic)'" + Suggestion.phrase(for: topic, in: topics)
            )
        }
        context.console.output.write(text)
        return .success
    }

    private static let topics =
        Subcommand.allCases.map(\.rawValue).filter { !$0.isEmpty } + ["exit-codes"]

    private static func page(_ topic: String?) -> String? {
        switch topic {
        case nil: HelpText.overview
        case "exit-codes": HelpText.exitCodes
        case let word?: Subcommand(word: word).map(HelpText.page)
        }
    }

    private static func markdown(_ topic: String?) throws(CommandFailure) -> String? {
        switch topic {
        case nil, "commands": return HelpText.markdown
        case "keys": return Keymap.standard.markdown
        case "tour": return try TourRecorder.page(CommandContext.defaultPath)
        default: return nil
        }
    }
}
