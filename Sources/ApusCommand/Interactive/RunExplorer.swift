import CollectionRun
import Explorer
import NcursesTerminal
import Screen

/// How long the first frame may wait for the collection, in milliseconds: most are read in less, and
/// then the first thing seen is the tree.
private let headStart = 20

/// Opens the explorer and runs it until the person leaves it.
///
/// Blocks the calling thread, which must be the main one.
///
/// - Returns: The exit code.
package func runExplorer(options: ExplorerOptions) -> Int32 {
    let environment = CommandContext.processEnvironment
    let theme: Theme =
        options.color == "never" ? .mono : Theme.automatic { environment[$0] }
    let terminal: NcursesTerminal
    do {
        terminal = try NcursesTerminal(theme: theme, crashNote: crashNote(environment))
    } catch {
        Console(environment: environment).complain("apus: \(error)")
        return ExitCode.usage.rawValue
    }
    defer { terminal.close() }
    let inbox = Inbox<Message>()
    let interpreter = EffectInterpreter(
        options: options,
        environment: environment,
        terminal: terminal,
        inbox: inbox
    )
    var program = ExplorerProgram(
        state: ExplorerState(
            path: options.path,
            size: terminal.size,
            environmentName: options.environmentName,
            isOffline: options.isOffline
        ),
        interpreter: interpreter,
        crashesOnKey: environment["APUS_TEST_CRASH"] == "trap"
    )
    interpreter.perform(.loadCollection(path: options.path))
    var loop = RunLoop<ExplorerProgram>(terminal: terminal, inbox: inbox)
    loop.run(&program, headStart: headStart)
    terminal.close()
    interpreter.finish()
    return ExitCode.success.rawValue
}

/// What is told after a crash, once the terminal is restored.
private func crashNote(_ environment: [String: String]) -> String {
    let folder = Journal.stateFolder(environment) ?? "nowhere, since HOME is not set"
    return "apus crashed; unsaved edits are kept in \(folder) and offered at the next start"
}
