import Glibc
import HTTPModel
import Screen
import TestSupport
import Testing

/// Large, odd and endless responses, in a real terminal.
@Suite(.serialized)
struct LargeResponseScenarios {
    /// The explorer with a request for what a server on loopback sends.
    private final class Trial: Sendable {
        let scenario: ExplorerScenario
        let server: FaultServer
        /// Opened when the client closed the connection.
        let hasEnded = TestGate()

        var terminal: TerminalSession { scenario.terminal }

        /// Opens the explorer on the request `large` whose answer `send` writes behind the head.
        init(
            type: String,
            length: Int? = nil,
            directives: String = "",
            size: Size = Size(rows: 40, columns: 120),
            send: @escaping @Sendable (FaultConnection) -> Void
        ) async throws {
            let hasEnded = hasEnded
            server = FaultServer { connection in
                guard connection.readRequest() != nil else { return }
                let framing = length.map { "Content-Length: \($0)\r\n" } ?? ""
                connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(framing)Connection: close\r\n\r\n"
                )
                send(connection)
                connection.finish()
                hasEnded.open()
            }
            let samples = try await ExplorerScenario.samples()
            let request = "### large\n\(directives)GET \(server.base)/large\n"
            try samples.write("Collections/large.http", request)
            scenario = try await ExplorerScenario(size: size, samples: samples)
            try await scenario.open("large")
        }

        /// Moves about, asks for help and for another request, and comes back; waits for each on the screen.
        func pressKeysAround() async throws {
            try await terminal.press("?")
            try await terminal.wait(for: "─ Help")
            try await terminal.press("<Esc>")
            try await terminal.wait(untilGone: "─ Help")
            try await terminal.press("'missbk<Enter>")
            try await terminal.wait(for: "◆ missingBooking")
            try await terminal.press("'large<Enter>")
            try await terminal.wait(for: "◆ large")
            try await terminal.press("<Tab>")
            try await terminal.wait(for: "◆ Receiving")
        }

        /// Saves the body, and returns what the file holds.
        func save() async throws -> Octets {
            try await terminal.press("D<C-u>")
            try await terminal.paste(scenario.folder.file("saved"))
            try await terminal.press("<Enter>")
            try await terminal.wait(for: "Wrote ")
            return try scenario.folder.read("saved")
        }

        /// The most memory that the explorer ever had, in bytes.
        func peakMemory() async throws -> Int {
            let command = "grep VmHWM /proc/$(pgrep -P $(cat ../shell) -x apus)/status"
            let line = try await scenario.shell(command)
            return (Int(line.filter(\.isNumber)) ?? .max >> 10) << 10
        }
    }

    /// Bytes that no text has an order for, always the same.
    private static func noise(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 8)
        var state: UInt64 = 1
        while bytes.count < count {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            withUnsafeBytes(of: (state >> 24).littleEndian) { bytes += $0.prefix(5) }
        }
        return Array(bytes.prefix(count))
    }

    /// So many bytes of short lines.
    private static func lines(_ count: Int) -> [UInt8] {
        let block = (0..<10_000).flatMap { Array("line \($0)\n".utf8) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + block.count)
        while bytes.count < count { bytes += block }
        return bytes + Array("the last line\n".utf8)
    }

    /// The events of an endless stream from one number on: some 64 KiB.
    private static func events(_ number: Int) -> [UInt8] {
        Array("data: {\"block\": \(number)}\n\n".utf8) + moreEvents
    }

    private static let moreEvents: [UInt8] = {
        let event = Array("data: {\"text\": \"\(String(repeating: "x", count: 200))\"}\n\n".utf8)
        return Array(repeatElement(event, count: (64 << 10) / event.count).joined())
    }()

    /// Sends events until the client closes; after 100 MiB no more come, and none is the last.
    private static func sendEvents(to connection: FaultConnection) {
        var number = 0
        var byteCount = 0
        while byteCount < 100 << 20 {
            let bytes = events(number)
            guard connection.send(bytes) else { return }
            byteCount += bytes.count
            number += 1
        }
        connection.waitForClose()
    }

    /// Whether a body is the beginning of what `sendEvents` sends.
    private static func isBeginning(_ body: Octets) -> Bool {
        var sent: [UInt8] = []
        sent.reserveCapacity(body.count + 128 << 10)
        var number = 0
        while sent.count < body.count {
            sent += events(number)
            number += 1
        }
        return isSame(body, sent[..<body.count])
    }

    /// Whether a body has these bytes; quick in a program that is built for debugging, too.
    private static func isSame(_ body: Octets, _ bytes: ArraySlice<UInt8>) -> Bool {
        body.count == bytes.count
            && body.withUnsafeBytes { left in
                bytes.withUnsafeBytes { right in
                    guard let start = left.baseAddress, let other = right.baseAddress else {
                        return left.isEmpty
                    }
                    return memcmp(start, other, left.count) == 0
                }
            }
    }

    @Test func sixtyMegabytesOfShortLinesAnswerKeysWhileTheyCome() async throws {
        let content = Self.lines(60_000_000)
        let rest = TestGate()
        let trial = try await Trial(type: "text/plain") { connection in
            connection.send(Array(content[..<30_000_000]))
            rest.block()
            connection.send(Array(content[30_000_000...]))
        }
        let terminal = trial.terminal
        try await terminal.press("s")
        try await terminal.wait(for: "Receiving")
        try await terminal.wait(for: "line 7")
        // Half of it is not there before the keys were answered.
        try await trial.pressKeysAround()
        try await terminal.press("<PageDown><PageDown>")
        try await terminal.wait(for: "line 38")
        rest.open()
        try await terminal.wait(for: "◆ 200 OK")
        try await terminal.press("G")
        try await terminal.wait(for: "the last line")
        try await terminal.press("/the last<Enter>")
        try await terminal.wait(for: "1 of 1")
        #expect(Self.isSame(try await trial.save(), content[...]))
        let peak = try await trial.peakMemory()
        #expect(peak < 6 * content.count)
    }

    @Test(arguments: [true, false])
    func jsonThatIsReadWhileItComesIsThereToItsEnd(isAnnounced: Bool) async throws {
        let items = (0..<400_000).map { "{\"number\":\($0),\"tags\":[]}" }.joined(separator: ",")
        let content = Array("{\"items\":[\(items)],\"last\":\"the end\"}".utf8)
        let rest = TestGate()
        let trial = try await Trial(
            type: "application/json",
            length: isAnnounced ? content.count : nil
        ) { connection in
            connection.send(Array(content[..<8_000_001]))
            rest.block()
            connection.send(Array(content[8_000_001...]))
        }
        let terminal = trial.terminal
        try await terminal.press("s")
        try await terminal.wait(for: "Receiving")
        try await terminal.wait(for: "\"number\": 0,")
        try await trial.pressKeysAround()
        rest.open()
        try await terminal.wait(for: "◆ 200 OK")
        try await terminal.press("G")
        try await terminal.wait(for: "\"last\": \"the end\"")
        try await terminal.press("k")
        try await terminal.wait(for: "$.last")
        #expect(try await trial.save() == Octets(content))
    }

    @Test func randomBytesCalledTextHarmNoScreen() async throws {
        let content = Self.noise(5_000_000)
        let rest = TestGate()
        let trial = try await Trial(type: "text/plain", size: Size(rows: 24, columns: 80)) {
            $0.send(Array(content[..<2_500_000]))
            rest.block()
            $0.send(Array(content[2_500_000...]))
        }
        let terminal = trial.terminal
        try await terminal.press("s")
        try await terminal.wait(for: "Receiving")
        try await trial.pressKeysAround()
        try await terminal.press("jjj")
        #expect(try await terminal.rowEnds(rows: 22).allSatisfy { $0 == 80 })
        rest.open()
        try await terminal.wait(for: "◆ 200 OK")
        for key in ["j", "<PageDown>", "G", "t", "g"] {
            try await terminal.press(key)
            let ends = try await terminal.rowEnds(rows: 22)
            #expect(ends.allSatisfy { $0 == 80 }, "\(key): \(ends)")
        }
        try await terminal.press("H")
        try await terminal.wait(for: "00000000")
        #expect(Self.isSame(try await trial.save(), content[...]))
        #expect(try await trial.peakMemory() < 200 << 20)
        try await terminal.press("q")
        #expect(try await trial.scenario.endsWithTheTerminalRestored())
    }

    @Test func anEndlessStreamEndsAtTheLimitOnContent() async throws {
        let trial = try await Trial(
            type: "text/event-stream",
            directives: "# @content-limit 32 MB\n"
        ) { Self.sendEvents(to: $0) }
        let terminal = trial.terminal
        try await terminal.press("s")
        try await terminal.wait(for: "receive.tooLarge · in receive")
        await trial.hasEnded.wait()
        try await terminal.press("<Tab>")
        try await terminal.wait(for: #""block": 0"#)
        let saved = try await trial.save()
        #expect(saved.count == 32_000_000)
        #expect(Self.isBeginning(saved))
        #expect(try await trial.peakMemory() < 6 * saved.count + 100 << 20)
    }

    @Test func anEndlessStreamAnswersKeysUntilItIsCancelled() async throws {
        let trial = try await Trial(type: "text/event-stream") { Self.sendEvents(to: $0) }
        let terminal = trial.terminal
        try await terminal.press("s")
        try await terminal.wait(for: "arriving")
        try await trial.pressKeysAround()
        // The cursor leaves the newest row, and goes back to it.
        try await terminal.press("g")
        try await terminal.press("G")
        let screen = try await terminal.wait(for: "KiB, arriving")
        #expect(screen.contains("x cancels"))
        try await terminal.press("x")
        try await terminal.wait(for: "cancelled · in receive")
        await trial.hasEnded.wait()
        // What came is there, from its beginning.
        try await terminal.press("g")
        try await terminal.wait(for: #""block": 0"#)
        let saved = try await trial.save()
        #expect(saved.count > 64 << 10)
        #expect(Self.isBeginning(saved))
        let peak = try await trial.peakMemory()
        #expect(peak < 6 * saved.count + 100 << 20)
        try await terminal.press("q")
        #expect(try await trial.scenario.endsWithTheTerminalRestored())
    }
}
