import HTTPModel
import Synchronization
import TestSupport
import Testing

/// Fixtures and the answers of today, in a real terminal.
@Suite(.serialized)
struct DriftScenarios {
    /// A service whose answer a test changes.
    private final class Service: Sendable {
        let answer = Mutex(#"{"id": "b_1", "price": 10, "at": "2026-11-30"}"#)

        func start() -> FaultServer {
            FaultServer { _ in
                let body = self.answer.withLock { $0 }
                return "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
        }
    }

    @Test func eachDifferenceIsReviewed() async throws {
        let service = Service()
        let server = service.start()
        let scenario = try await ExplorerScenario(arguments: "--var mock=\(server.base)")
        let terminal = scenario.terminal
        try await scenario.open("createBooking")
        try await terminal.press("s")
        try await terminal.wait(for: "201 Created")
        try await terminal.press("S")
        try await terminal.wait(for: "Enter write")
        try await terminal.press("<Enter>")
        try await terminal.wait(for: "Wrote ")
        let kept = "Fixtures/\(server.base.dropFirst("http://".count))/bookings/POST.201"
        try await terminal.press("<Tab>M")
        try await terminal.wait(for: "still tells the truth")

        service.answer.withLock { $0 = #"{"id": 7, "price": 10, "at": "soon"}"# }
        try await terminal.press("s")
        try await terminal.wait(for: "soon")
        try await terminal.press("M")
        try await terminal.wait(for: "Difference 1 of 2")
        try await terminal.wait(for: "$.id: type changed")
        try await terminal.press("k")
        try await terminal.wait(for: "Difference 2 of 2")
        try await terminal.wait(for: "$.at")
        try await terminal.press("i")
        try await terminal.wait(for: "One path is ignored from now on")
        #expect(try await scenario.shell("grep -c '\\$.at' \(kept).meta.json") == "1\n")
        #expect(try await scenario.shell("grep -c b_1 \(kept).json") == "1\n")

        try await terminal.press("M")
        try await terminal.wait(for: "Difference 1 of 1")
        try await terminal.press("a")
        try await terminal.wait(for: "Wrote Fixtures/")
        #expect(try await scenario.shell("cat \(kept).json") == service.answer.withLock { $0 })
        // What was ignored before stays so.
        #expect(try await scenario.shell("grep -c '\\$.at' \(kept).meta.json") == "1\n")
        // The Fixture tab knows of it, and the Diff tab compares with what is there now.
        try await terminal.press("6")
        try await terminal.wait(for: "Saved as")
        try await terminal.wait(for: "\(kept).json")
        try await terminal.press("1M")
        try await terminal.wait(for: "still tells the truth")
    }

    @Test func offlineTheChosenFixtureAnswers() async throws {
        let folder = try await ExplorerScenario.samples()
        let place = "Collections/Fixtures/offline.test/bookings/POST"
        try folder.write(place + ".201.json", #"{"usual": true}"#)
        try folder.write(place + "~full.409.json", #"{"full": true}"#)
        let scenario = try await ExplorerScenario(
            arguments: "--offline --var mock=http://offline.test",
            samples: folder
        )
        let terminal = scenario.terminal
        try await scenario.open("createBooking")
        try await terminal.wait(for: "· offline")
        try await terminal.press(":choose offline<Enter>")
        try await terminal.wait(for: "Answer offline")
        try await terminal.wait(for: "full (409)")
        try await terminal.press("<Esc>")
        try await terminal.wait(untilGone: "Answer offline")
        try await terminal.press("s")
        try await terminal.wait(for: "\"usual\"")
        try await terminal.press(":choose offline<Enter>")
        try await terminal.wait(for: "Answer offline")
        try await terminal.press("full<Enter>")
        try await terminal.wait(for: "· offline: full")
        try await terminal.press("s")
        try await terminal.wait(for: "409 Conflict")
        // Another request is answered as usual, and a miss says what there is.
        try await terminal.press("'missingBooking<Enter>")
        try await terminal.wait(untilGone: "offline: full")
        try await terminal.press("s")
        try await terminal.wait(for: "501 ")
        try await terminal.wait(for: "no fixture")
    }
}
