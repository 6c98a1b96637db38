import CollectionRun
import Collections
import Files
import Fixtures
import HTTPModel

/// `apus export --to har`: fixtures as an HTTP archive.
enum HARExport {
    /// Prints the archive of the fixtures of requests, or of a folder of fixtures.
    ///
    /// - Returns: Wrong input when a request has no fixture or a fixture cannot be read; the archive
    ///   of the others is printed all the same.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let selector = arguments.operands[0]
        if let root = folder(selector) {
            let fixtures = try FixtureStore(root: root).load()
            for problem in fixtures.problems { context.console.complain("\(root)/\(problem)") }
            write(fixtures.fixtures, context)
            return fixtures.problems.isEmpty ? .success : .invalidInput
        }
        let selection = try Selection([selector])
        var code = ExitCode.success
        var chosen: [Fixture] = []
        for part in selection.parts {
            let root = FilePath.join(part.collection.root, FixtureStore.folderName)
            let fixtures = try FixtureStore(root: root).load()
            let session = try RunPart(part, arguments, context, isSending: false).session
            let preflight = Preflight(session)
            for selected in part.requests {
                let id = selected.request.id
                let request = preflight.result(of: selected).resolved?.request
                let found = fixtures.fixtures(of: id, request)
                if found.isEmpty {
                    context.console.complain("\(id): no fixture answers it")
                    code = .invalidInput
                }
                chosen += found.map(\.fixture).filter { !chosen.contains($0) }
            }
        }
        write(chosen, context)
        return code
    }

    private static func write(_ fixtures: [Fixture], _ context: CommandContext) {
        let archive = HARArchive(entries: fixtures.map { HAREntry($0) })
        context.console.output.write(archive.encoded)
    }

    /// The folder of fixtures that the selector names; `nil` when it names requests.
    private static func folder(_ selector: String) -> String? {
        guard FileSystem.isDirectory(selector) else { return nil }
        let name = FilePath.absolute(selector).split(separator: "/").last
        if name.map(String.init) == FixtureStore.folderName { return selector }
        let hasRequests =
            (try? Selection([selector], allowsNothing: true).requests.isEmpty) == false
        return hasRequests ? nil : FixtureStore(serving: selector).root
    }
}
