import TestSupport
import Testing

/// Commands that give values ask for consent where somebody is there to give it.
@Suite(.serialized) struct CommandConsentScenario {
    @Test func eachCommandAsksAtTheTerminalOnce() async throws {
        let server = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        let folder = try TemporaryFolder()
        try folder.write(
            "api.http",
            """
            @value = {{$command echo twelve}}

            ### a
            GET \(server.base)/{{value}}

            ### b
            GET \(server.base)/b{{value}}

            ### c
            GET \(server.base)/{{$command echo thirteen}}

            """
        )
        let terminal = try await TerminalSession.shell(in: folder.path)
        try await terminal.press("apus run api.http<Enter>")
        try await terminal.wait(for: "Run 'echo twelve' for its output? [y/N]")
        #expect(server.requests.isEmpty)
        try await terminal.press("y<Enter>")
        try await terminal.wait(for: "Run 'echo thirteen' for its output? [y/N]")
        try await terminal.press("n<Enter>")
        try await terminal.wait(for: "the command 'echo thirteen' is not allowed to run")
        #expect(server.requests.map(\.target) == ["/twelve", "/btwelve"])
    }
}
