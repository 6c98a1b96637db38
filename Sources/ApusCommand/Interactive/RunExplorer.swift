import CollectionRun
import Explorer
import Glibc
import NcursesTerminal
import Screen

/// How long the first frame may wait for the collection, in milliseconds: most are read in less, and
/// then the first thing seen is the tree; large ones end the wait themselves.
private let headStart = 4

/// Opens the explorer and runs it until the person leaves it.
///
/// Blocks the calling thread, which must be the main one.
///
/// - Returns: The exit code.
package func runExplorer(options: ExplorerOptions) -> Int32 {
    let environment = CommandContext.processEnvironment
    var state = ExplorerState(
        path: options.path,
        size: Size(rows: 0, columns: 0),
        environmentName: options.environmentName,
        isOffline: options.isOffline,
        overrides: options.overrides.merging(
            [EmbeddedMock.variable: EmbeddedMock.offlineOrigin]
        ) { given, _ in given },
        overrideSources: options.overrides[EmbeddedMock.variable] == nil
            ? [EmbeddedMock.variable: EmbeddedMock.sourceName] : [:]
    )
    prepare(&state, options, environment)
    if options.isPlain || environment["TERM"] == "dumb" && isatty(STDOUT_FILENO) == 1 {
        return runPlainExplorer(options: options, state: state, environment: environment)
    }
    return runOnScreen(state, options, environment) { interpreter, _ in
        interpreter.perform(.loadCollection(path: options.path))
    }
}

/// Shows one file on the screen until the person leaves it.
///
/// Blocks the calling thread, which must be the main one.
///
/// - Parameters:
///   - state: The state of `ExplorerState.init(viewing:)`.
///   - color: Whether colours are used: `auto`, `always` or `never`.
/// - Returns: The exit code.
func runViewer(_ state: ExplorerState, color: String?) -> Int32 {
    let environment = CommandContext.processEnvironment
    let options = ExplorerOptions(path: "", color: color ?? "auto")
    var state = state
    prepare(&state, options, environment)
    return runOnScreen(state, options, environment) { _, inbox in
        // The first message has the rest of a large file read.
        inbox.post(.timeTold(.now))
    }
}

/// Runs the machine on the terminal.
///
/// - Parameters:
///   - state: Where it begins; its size is the terminal's.
///   - options: What was asked for on the command line.
///   - environment: Variables of the process by name.
///   - begin: Begins the first work.
/// - Returns: The exit code.
private func runOnScreen(
    _ state: ExplorerState,
    _ options: ExplorerOptions,
    _ environment: [String: String],
    _ begin: (EffectInterpreter, Inbox<Message>) -> Void
) -> Int32 {
    var state = state
    state.response.indexedByteLimit = SystemMemory.indexedByteLimit
    let terminal: NcursesTerminal
    do {
        terminal = try NcursesTerminal(
            theme: state.shownTheme,
            crashNote: crashNote(environment),
            asksBackground: state.shownThemeName == "auto" && state.themes.background == nil
                && !state.themes.isColourless
        )
    } catch {
        Console(environment: environment).complain("apus: \(error)")
        return ExitCode.usage.rawValue
    }
    defer { terminal.close() }
    state.size = terminal.size
    let inbox = Inbox<Message>()
    let interpreter = EffectInterpreter(
        options: options,
        environment: environment,
        terminal: terminal,
        inbox: inbox,
        firstFrame: FirstFrame()
    )
    var program = ExplorerProgram(
        state: state,
        interpreter: interpreter,
        crashesOnKey: environment["APUS_TEST_CRASH"] == "trap"
    )
    begin(interpreter, inbox)
    var loop = RunLoop<ExplorerProgram>(terminal: terminal, inbox: inbox)
    loop.run(&program, headStart: headStart)
    terminal.close()
    interpreter.finish()
    return ExitCode.success.rawValue
}

/// Sets what the person configured and what the program kept from last time.
private func prepare(
    _ state: inout ExplorerState,
    _ options: ExplorerOptions,
    _ environment: [String: String]
) {
    state.time = .now
    let configuration = ConfigurationFile.read(environment)
    if let folder = Journal.stateFolder(environment) {
        state.memory = StateFile(stateFolder: folder).read()
    }
    state.configurationPath = ConfigurationFile.shownPath(environment)
    state.keymap = configuration.keymap
    state.themes.available += configuration.themes
    state.themes.isColourless =
        options.color == "never" || environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    state.themes.background = TerminalBackground(colorFGBG: environment["COLORFGBG"])
    if !state.themes.isColourless {
        state.themes.chosen = configuration.themeName ?? state.memory.themeName ?? "auto"
    }
    for problem in configuration.problems.dropFirst().reversed() {
        state.notice = Notice(.problem, problem.description)
    }
    if let first = configuration.problems.first {
        let others = configuration.problems.count - 1
        let more = others == 0 ? "" : " (\(others) more: see the log)"
        state.notice = Notice(.problem, first.description + more)
    }
}

/// What is told after a crash, once the terminal is restored.
private func crashNote(_ environment: [String: String]) -> String {
    let folder = Journal.stateFolder(environment) ?? "nowhere, since HOME is not set"
    return "apus crashed; unsaved edits are kept in \(folder) and offered at the next start"
}
