import Documents
import HTTPModel
import TestSupport
import Testing

/// A request changed in every part, sent to a server of its own, and saved.
@Suite struct SendingEditsScenario {
    private static let token = "planted-credential-1"
    private static let body = """
        {
          "room": 12,
          "guests": ["Zoë", "Ada"],
          "from": "2026-12-24",
          "nights": 5,
          "price": 120.50
        }
        """

    @Test func theServerGetsTheEditedBytesAndTheFileTheEditedLines() async throws {
        let samples = try await ExplorerScenario.samples()
        let (mock, origin) = try await Apus.serve(
            ["mock", "Collections", "--port", "0", "--log-json", "--show-secrets"],
            in: samples
        )
        let scenario = try await ExplorerScenario(
            arguments: "--var mock=\(origin)",
            samples: samples
        )
        try await edit(in: scenario)

        try await scenario.terminal.press("s")
        try await scenario.terminal.wait(for: "501")
        let line = try #require(await mock.line { $0.hasPrefix("{") })
        let entry = try JSONValue(parsing: Octets(utf8: line))
        let head = try #require(entry["head"]?.stringValue)
        #expect(head.hasSuffix("\r\n\r\n"))
        #expect(
            // The codings are those of the machine's libcurl.
            head.split(separator: "\r\n").filter { !$0.hasPrefix("Accept-Encoding: ") } == [
                "PUT /bookings?dry=false HTTP/1.1",
                "Host: \(origin.dropFirst("http://".count))",
                "User-Agent: Apus/0.1.0",
                "Content-Type: application/json",
                "Accept: application/json",
                "X-Trace: 42",
                "Authorization: Bearer \(Self.token)",
                "Content-Length: \(Self.body.utf8.count)",
            ]
        )
        #expect(entry["body"]?.stringValue == Self.body)

        try await scenario.terminal.press("w")
        try await scenario.terminal.wait(for: "Saved")
        let difference = try await scenario.shell("git diff -U0 | grep '^[-+][^-+]'")
        #expect(
            difference == """
                -POST {{bookings}}/bookings?dry=false
                +# @token bearer \(Self.token)
                +PUT {{bookings}}/bookings?dry=false
                +X-Trace: 42
                -  "nights": 3,
                +  "nights": 5,

                """
        )
        #expect(try await scenario.shell("git status --porcelain") == " M bookings.http\n")
    }

    /// Changes method, header fields, body and token of a POST.
    private func edit(in scenario: ExplorerScenario) async throws {
        let terminal = scenario.terminal
        try await scenario.open("createBooking")
        try await terminal.press("mput<Enter>")
        try await terminal.wait(for: "PUT {{bookings}}/bookings")
        try await terminal.press("2aX-Trace<Tab>42<Enter>")
        try await terminal.wait(for: "X-Trace       42")
        try await terminal.press("3e")
        try await terminal.wait(for: "Esc leave")
        try await terminal.press("<Down><Down><Down><Down><End><Left><BS>5<Esc>")
        try await terminal.wait(for: "\"nights\": 5,")
        try await terminal.wait(untilGone: "Esc leave")
        try await terminal.press("4e")
        try await terminal.wait(for: "Authorization: Bearer VALUE")
        try await terminal.press("bearer<Enter>")
        try await terminal.wait(for: "Value")
        try await terminal.press("\(Self.token)<Enter>")
        try await terminal.wait(for: "Kind          bearer")
    }
}
