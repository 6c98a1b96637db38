import ClientCore
import HTTPModel
import TestSupport
import Testing

/// Events over several connections.
@Suite struct EventSourceTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

    private func source(
        _ server: FaultServer,
        limit: Int? = nil
    ) throws -> EventSource {
        var options = EventSource.Options()
        options.retryDelay = .zero
        options.attemptLimit = limit
        let client = HTTPClient(transport: CurlTransport())
        return client.events(HTTPRequest(.get, try TargetURI(server.base)), options: options)
    }

    @Test func theNextConnectionFollowsTheLastEvent() async throws {
        let server = FaultServer { connection in
            guard let request = connection.readRequest() else { return }
            switch connection.number {
            case 1: connection.send(Self.head + "\r\nid: 1\ndata: a\n\ndata: half")
            // Cut off in the middle.
            case 2:
                connection.send(
                    Self.head + "Content-Length: 99\r\n\r\nretry: 1\nid: 2\ndata: b\n\n"
                )
            default:
                _ = request
                connection.send("HTTP/1.1 204 No Content\r\n\r\n")
            }
        }
        var events: [ServerSentEvent] = []
        for try await event in try source(server) { events.append(event) }
        #expect(
            events == [
                ServerSentEvent(id: "1", data: "a"),
                ServerSentEvent(id: "2", data: "b", retry: .milliseconds(1)),
            ]
        )
        #expect(server.requests.map { $0.field("Last-Event-ID") } == [nil, "1", "2"])
        #expect(server.requests.first?.field("Accept") == "text/event-stream")
    }

    @Test func whatIsNoEventStreamEndsTheSource() async throws {
        let server = FaultServer(answering: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        let error = await #expect(throws: EventSourceError.self) {
            for try await _ in try source(server) {}
        }
        #expect(error?.head.status.rawValue == 404)
        #expect(server.requests.count == 1)
    }

    @Test func attemptsWithoutAnEventAreCounted() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(Self.head + "Content-Length: 0\r\n\r\n")
        }
        let failure = await #expect(throws: NetworkFailure.self) {
            for try await _ in try source(server, limit: 3) {}
        }
        #expect(failure?.detail == "3 connections without an event")
        #expect(server.requests.count == 3)
    }

    @Test func anEventThatDoesNotEndIsRefused() async throws {
        let server = FaultServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.send(Self.head + "\r\ndata: ")
            let piece = [UInt8](repeating: UInt8(ascii: "7"), count: 64 << 10)
            // Ends when the client closes the connection; 48 MiB would be more than enough.
            for _ in 0..<(48 << 20) / piece.count where !connection.send(piece) { return }
        }
        let failure = await #expect(throws: NetworkFailure.self) {
            for try await _ in try source(server, limit: 1) {}
        }
        #expect(failure?.code == .receiveTooLarge)
        #expect(server.requests.count == 1)
    }

    @Test func afterAnErrorTheSourceHasEnded() async throws {
        let server = FaultServer(answering: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        var events = try source(server).makeAsyncIterator()
        await #expect(throws: EventSourceError.self) { _ = try await events.next() }
        #expect(try await events.next() == nil)
        #expect(server.requests.count == 1)
    }
}
