import TestSupport
import Testing

/// A run without the screen, left with Ctrl-C.
@Suite struct InterruptedRunScenario {
    @Test func interruptingAStalledBodyEndsTheRunWith130() async throws {
        let gate = Gate()
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            gate.open()
            connection.waitForClose()
        }
        let folder = try TemporaryFolder()
        try folder.write("api.http", "### Stalled\n# @name stalled\nGET \(server.base)/stall\n")
        let terminal = try await TerminalSession.shell(in: folder.path)
        try await terminal.press("apus run api.http<Enter>")
        await gate.wait()
        let start = ContinuousClock.now
        try await terminal.press("<C-c>")
        try await terminal.wait(for: "cancelled")
        // Well before the limits of the request would end it; how fast is for the benchmarks.
        #expect(ContinuousClock.now - start < .seconds(10))
        try await terminal.press("echo code $?<Enter>")
        try await terminal.wait(for: "code 130")
    }
}
