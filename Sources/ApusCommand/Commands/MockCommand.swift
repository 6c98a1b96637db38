import CollectionRun
import Documents
import Files
import Fixtures
import Glibc
import HTTPModel
import MockServer

/// `apus mock`: serves fixtures until a signal asks it to stop.
enum MockCommand {
    /// Serves, and logs each request as a line.
    ///
    /// - Returns: Success after SIGTERM or SIGHUP, interrupted after SIGINT.
    static func run(
        _ arguments: ParsedArguments,
        _ context: CommandContext
    ) throws -> ExitCode {
        let port = try arguments.integer("port", in: 0...65535) ?? 0
        let latency = try latency(arguments)
        let path = arguments.operands.first ?? CommandContext.defaultPath
        guard FileSystem.isDirectory(path) else {
            throw CommandFailure(.invalidInput, "\(path): no such folder")
        }
        let root = fixturesFolder(in: path)
        let problems = try FixtureStore(root: root).load().problems
        for problem in problems { context.console.complain("\(problem)") }
        guard let listener = SignalListener() else {
            throw CommandFailure(.bug, "cannot make a pipe: \(String(cString: strerror(errno)))")
        }
        let log = MockLog(console: context.console, isJSON: arguments.has("log-json"))
        let configuration = MockServerConfiguration(root: root, port: port, latency: latency)
        let server: MockServer
        do {
            server = try MockServer(configuration) { log.write($0) }
        } catch {
            throw CommandFailure(.invalidInput, "\(error)")
        }
        context.console.output.writeLine("listening on \(server.origin)")
        context.console.output.flush()
        server.start()
        let signal = listener.wait()
        server.stop()
        return signal == SIGINT ? .interrupted : .success
    }

    /// The folder's `Fixtures` if it has one, else the folder itself.
    static func fixturesFolder(in path: String) -> String {
        let inner = FilePath.join(path, FixtureStore.folderName)
        return FileSystem.isDirectory(inner) ? inner : path
    }

    private static func latency(_ arguments: ParsedArguments) throws(UsageError) -> Duration {
        guard let text = arguments.value("latency") else { return .zero }
        guard let duration = Duration(readable: text) else {
            throw UsageError(.mock, "--latency takes a time such as 80ms or 1.5s, not '\(text)'")
        }
        return duration
    }
}

/// The lines that `apus mock` writes about requests.
struct MockLog: Sendable {
    let console: Console
    let isJSON: Bool

    /// Writes the line of one request at once.
    func write(_ entry: MockLogEntry) {
        console.output.writeLine(isJSON ? Self.json(entry) : Self.line(entry, console.paint))
        console.output.flush()
    }

    static func line(_ entry: MockLogEntry, _ paint: Paint) -> String {
        let outcome = entry.status.map(String.init) ?? entry.failure?.rawValue ?? "-"
        let isGood = entry.status.map { $0 < 400 } ?? false
        let request = TextEscaping.visible("\(entry.method) \(entry.target)")
        let source = entry.fixturePath.map { TextEscaping.visible($0) } ?? "no fixture"
        let time = entry.duration.display
        return
            "\(request) \(paint(outcome, isGood ? .good : .bad)) \(paint("\(source) \(time)", .dim))"
    }

    /// The request with its exact bytes: as text where they are UTF-8, and always in Base64.
    static func json(_ entry: MockLogEntry) -> String {
        let value: JSONValue = [
            "schema": 1,
            "number": .number("\(entry.number)"),
            "method": .string(entry.method),
            "target": .string(entry.target),
            "head": .string(entry.headOctets.text),
            "body": entry.body.validText.map { .string($0) } ?? .null,
            "headBase64": .string(Base64.text(of: entry.headOctets)),
            "bodyBase64": .string(Base64.text(of: entry.body)),
            "status": entry.status.map { .number("\($0)") } ?? .null,
            "failure": entry.failure.map { .string($0.rawValue) } ?? .null,
            "fixture": entry.fixturePath.map { .string($0) } ?? .null,
            "durationMs": .number("\(entry.duration.milliseconds)"),
        ]
        return value.encoded(pretty: false)
    }
}

/// The encoding of RFC 4648 §4.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// The padded text of `octets`.
    static func text(of octets: Octets) -> String {
        var result: [UInt8] = []
        result.reserveCapacity((octets.count + 2) / 3 * 4)
        var position = 0
        while position < octets.count {
            let group = octets.slice(position..<(position + 3))
            let bits = group.enumerated().reduce(UInt32(0)) { bits, byte in
                bits | UInt32(byte.element) << UInt32(16 - 8 * byte.offset)
            }
            for i in 0..<4 {
                let sextet = Int(bits >> UInt32(18 - 6 * i)) & 63
                result.append(i <= group.count ? alphabet[sextet] : UInt8(ascii: "="))
            }
            position += 3
        }
        return String(decoding: result, as: UTF8.self)
    }
}
