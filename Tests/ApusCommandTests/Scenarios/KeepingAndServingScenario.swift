import Glibc
import HTTPModel
import TestSupport
import Testing

/// A response kept as a fixture and served again.
@Suite struct KeepingAndServingScenario {
    private static let token = "planted-credential-2"
    private static let body =
        "{\"id\": \"b_77\",\r\n\t\"guests\": [\"Zoë\"],  \"price\": 1.500}  \n\n"

    @Test func whatWasKeptIsServedByteForByteAndHoldsNoToken() async throws {
        // Careless enough to send the credential back.
        let server = FaultServer(
            answering: "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"
                + "X-Echo: Bearer \(Self.token)\r\n"
                + "Content-Length: \(Self.body.utf8.count)\r\n\r\n\(Self.body)"
        )
        let scenario = try await ExplorerScenario(arguments: "--var mock=\(server.base)")
        try await send(in: scenario)
        #expect(server.requests.last?.field("authorization") == "Bearer \(Self.token)")
        try await scenario.terminal.press("S")
        try await scenario.terminal.wait(for: "Enter write")
        try await scenario.terminal.press("<Enter>")
        try await scenario.terminal.wait(for: "Wrote ")

        let written = try await scenario.shell("git status --porcelain -uall Fixtures | cut -c 4-")
        let files = written.split(separator: "\n")
        #expect(files.count == 2, "\(written)")
        let kept = try #require(files.first { $0.hasSuffix("/bookings/POST.201.json") })
        #expect(try scenario.folder.read("Collections/\(kept)").text == Self.body)
        #expect(try await holders(of: Self.token, in: scenario) == "")

        let (mock, origin) = try await Apus.serve(
            ["mock", "Collections", "--port", "0"],
            in: scenario.folder
        )
        defer { mock.signal(SIGTERM) }
        let answer = try await ChildProgram.run(
            "/usr/bin/curl",
            [
                "-sS", "-f", "-o", "served", "-w", "%{http_code} %{content_type}",
                "-H", "Host: \(server.base.dropFirst("http://".count))", "-d", "{}",
                "\(origin)/bookings?dry=false",
            ],
            directory: scenario.folder.path
        )
        #expect(answer.output == "201 application/json", "\(answer.diagnostics)")
        #expect(try scenario.folder.read("served").text == Self.body)
    }

    /// Gives a request a bearer token, saves it, and sends it.
    private func send(in scenario: ExplorerScenario) async throws {
        let terminal = scenario.terminal
        try await scenario.open("createBooking")
        try await terminal.press("4e")
        try await terminal.wait(for: "Authorization: Bearer VALUE")
        try await terminal.press("bearer<Enter>")
        try await terminal.wait(for: "Value")
        try await terminal.press("\(Self.token)<Enter>")
        try await terminal.wait(for: "Kind          bearer")
        try await terminal.press("w")
        try await terminal.wait(for: "Saved")
        try await terminal.press("s")
        try await terminal.wait(for: "201 Created")
    }

    /// The files of fixtures and of the state folder that hold a text, once the explorer has ended.
    ///
    /// The journal keeps unsaved edits and is written beside the screen; what was saved meanwhile is
    /// gone from it for sure when the program ends, and not before.
    private func holders(of text: String, in scenario: ExplorerScenario) async throws -> String {
        try await scenario.terminal.press("q")
        try await scenario.terminal.wait(for: "ended with")
        return try await scenario.shell("grep -rlF '\(text)' Fixtures ../state || true")
    }
}
