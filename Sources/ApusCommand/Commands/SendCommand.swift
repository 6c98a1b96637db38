import ClientCore
import CollectionRun
import Collections
import Documents
import Files
import HTTPModel

/// `apus send`: one request that no file holds.
enum SendCommand {
    /// Sends, prints the content of the response, and keeps the exchange in the history.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let order = try AdHocReader.read(arguments)
        for note in order.notes { context.console.complain("note: \(note)") }
        var resolved = ResolvedRequest(request: order.request, token: order.token)
        resolved.secrets = secrets(of: order)
        resolved.disguiseLiterals()
        if arguments.has("dry-run") {
            write(order, context.console.output)
            return .success
        }
        let session = try RunSession(collection: RequestCollection(root: "", name: ""))
        let sending = resolved
        let ending = Interruption.run(on: CurlTransport.shared.executor) {
            await session.send(sending, named: "send")
        }
        guard case .finished(let result, let signal) = ending else { return .interrupted }
        try write(result, arguments, context)
        if !arguments.has("no-history") {
            let recorder = HistoryRecorder(environment: context.environment)
            let problem = recorder.record(result, in: nil, environmentName: nil)
            if let problem { context.console.complain(problem) }
        }
        return signal == nil ? ExitCode(result) : .interrupted
    }

    /// Prints what came: its content, a report, or into a file.
    static func write(
        _ result: RunResult,
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws {
        let console = context.console
        if arguments.has("json") {
            let elapsed = result.exchange?.elapsed ?? .zero
            ReportFormat.json.write(RunReport(results: [result], elapsed: elapsed)) {
                console.output.write($0)
            }
            return
        }
        var printer = OneShotPrinter(console: console)
        printer.printsHead = arguments.has("include")
        printer.isRaw = arguments.has("raw")
        var shown = result
        if let path = arguments.value("output"),
            case .success(var response)? = shown.exchange?.result
        {
            try FileSystem.replace(path, with: response.body)
            response.body = Octets()
            shown.exchange?.result = .success(response)
        }
        printer.write(shown)
    }

    private static func secrets(of order: AdHocRequest) -> [String] {
        switch order.request.options.authentication {
        case .basic(_, let password), .digest(_, let password), .ntlm(_, let password):
            [password.value].filter { !$0.isEmpty }
        case .awsSigV4(let signing): [signing.secret.value]
        case .negotiate, nil: []
        }
    }

    /// Prints the request as it would be sent, credentials hidden.
    private static func write(_ order: AdHocRequest, _ output: OutputChannel) {
        let request = order.request
        let policy = RedactionPolicy.standard
        output.writeLine("\(request.method.rawValue) \(policy.redacting(request.target))")
        for field in request.fields {
            let value = TextEscaping.visible(policy.redacting(field))
            output.writeLine("\(TextEscaping.visible(field.name)): \(value)")
        }
        if let token = order.token { output.writeLine("# \(token)") }
        output.writeLine()
        switch request.body {
        case .none: break
        case .octets(let octets): output.write(octets)
        case .file(let path): output.writeLine("< \(path)")
        case .multipart(let form):
            for part in form.parts {
                output.writeLine("# part \(part.name)" + (part.filename.map { ": \($0)" } ?? ""))
            }
        case .stream: output.writeLine("# a stream")
        }
        if !request.body.octets.isEmpty { output.writeLine() }
    }
}
