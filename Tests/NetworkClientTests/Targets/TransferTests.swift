import Dispatch
import Foundation
import FoundationNetworking
import NetworkClient
import NetworkClientTestSupport
import Synchronization
import TestSupport
import Testing

/// Uploads with progress, and downloads that can go on.
@Suite struct TransferTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func url(_ name: String) -> URL { URL(filePath: folder.file(name)) }

    private func task(
        to name: String,
        _ options: DownloadOptions = []
    ) -> NetworkTask {
        let place = url(name)
        return .downloadDestination { _, _ in (place, options) }
    }

    private func text(_ url: URL) throws -> String {
        String(decoding: try Data(contentsOf: url), as: UTF8.self)
    }

    // Rows: 1-5, 1-26
    @Test func anUploadTellsHowFarItIs() async throws {
        let peer = Peer(.curl, json: "{}")
        try folder.write("big", String(repeating: "x", count: 500_000))
        let reports = Mutex<[(Int64, Int64)]>([])
        let target = SampleTarget(peer, "u", .post, task: .uploadFile(url("big")))
        let result = await withCheckedContinuation { continuation in
            peer.provider().upload(target) { progress in
                let report = (progress.completedUnitCount, progress.totalUnitCount)
                reports.withLock { $0.append(report) }
            } completion: {
                continuation.resume(returning: $0)
            }
        }
        #expect(try result.get() == Data("{}".utf8))
        let seen = reports.withLock { $0 }
        #expect(seen.last?.0 == 500_000)
        #expect(seen.allSatisfy { $0.1 == 500_000 && $0.0 <= 500_000 })
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.0 <= $1.0 })
    }

    // Rows: 1-20, 1-21
    @Test(arguments: [Route.mockTransport, .curl])
    func aDownloadIsPutWhereTheTaskSays(_ route: Route) async throws {
        let peer = Peer(route) { PeerAnswer(fields: ["X-Name": "n"], body: "file \($0.target)") }
        let place = url("deep/er/file")
        let destination: DownloadDestination = { temporary, response in
            #expect(FileManager.default.fileExists(atPath: temporary.path()))
            #expect(response.value(forHTTPHeaderField: "X-Name") == "n")
            return (place, [.createIntermediateDirectories, .removePreviousFile])
        }
        let provider = peer.provider()
        let plain = SampleTarget(peer, "a", task: .downloadDestination(destination))
        #expect(try await provider.download(plain).get() == place)
        #expect(try text(place) == "file /v1/a")
        let task = NetworkTask.downloadParameters(
            parameters: ["n": 1],
            encoding: URLEncoding.default,
            destination: destination
        )
        #expect(try await provider.download(SampleTarget(peer, "b", task: task)).get() == place)
        #expect(try text(place) == "file /v1/b?n=1")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("deep/er"))
        #expect(names == ["file"])
    }

    // Rows: 1-20
    @Test func aFileOrFolderInTheWayIsAnErrorWithoutTheOption() async throws {
        let peer = Peer(.mockTransport, status: 200, body: "new")
        try folder.write("old", "old")
        let provider = peer.provider()
        for name in ["old", "missing/file"] {
            let target = SampleTarget(peer, task: task(to: name))
            let result = await provider.download(target)
            #expect(result.error?.underlyingError is CocoaError)
            #expect(result.error?.statusCode == 200)
        }
        #expect(try text(url("old")) == "old")
        let kept = await provider.download(
            SampleTarget(peer, task: .downloadDestination { url, _ in (url, []) })
        )
        let place = try kept.get()
        #expect(try text(place) == "new")
        try FileManager.default.removeItem(at: place)
    }

    // Rows: 1-20, 1-24
    @Test func aRefusedResponseIsNoFile() async {
        let peer = Peer(.mockTransport, status: 404, body: "no")
        let target = SampleTarget(peer, task: task(to: "file"))
        let result = await peer.provider().download(target)
        #expect(result.error?.statusCode == 404)
        #expect(!FileManager.default.fileExists(atPath: folder.file("file")))
    }

    // Rows: 1-26
    @Test func aCancelledDownloadGoesOnWhereItStopped() async throws {
        let server = ResumableServer(content: Self.content)
        let provider = NetworkProvider<SampleTarget>(completionQueue: DispatchQueue(label: "tests"))
        let target = SampleTarget(base: server.base, task: task(to: "file"))
        let resumeData = try #require(try await cut(provider, target))
        let reports = Mutex<[Int64]>([])
        let again: DownloadTask = provider.download(target, resumingWith: resumeData) { progress in
            reports.withLock { $0.append(progress.completedUnitCount) }
        }
        #expect(try await again.result.get() == url("file"))
        #expect(try text(url("file")) == Self.content)
        #expect(server.ranges.count == 2)
        #expect(server.ranges.last.flatMap { $0 } == "bytes=\(ResumableServer.partLength)-")
        #expect(reports.withLock { $0.allSatisfy { $0 >= ResumableServer.partLength } })
    }

    // Rows: 1-26
    @Test func contentThatChangedIsDownloadedFromTheStart() async throws {
        let server = ResumableServer(content: Self.content)
        let provider = NetworkProvider<SampleTarget>(completionQueue: DispatchQueue(label: "tests"))
        let target = SampleTarget(base: server.base, task: task(to: "file"))
        let resumeData = try #require(try await cut(provider, target))
        server.change(to: "other")
        let again: DownloadTask = provider.download(target, resumingWith: resumeData)
        #expect(try await again.result.get() == url("file"))
        #expect(try text(url("file")) == "other")
    }

    // Rows: 1-26
    @Test func resumeDataThatIsNoneIsAnError() async {
        let peer = Peer(.mockTransport)
        let target = SampleTarget(peer, task: task(to: "file"))
        let result = await peer.provider().download(target, resumingWith: Data("{}".utf8))
        #expect(result.error?.underlyingError as? ResumeError == .unreadable)
        let done: DownloadTask = peer.provider().download(target)
        _ = await done.result
        #expect(await done.cancelProducingData() == nil)
    }

    private static let content = String(repeating: "0123456789abcdef", count: 20_000)

    /// Cancels a download after its first part.
    private func cut(
        _ provider: NetworkProvider<SampleTarget>,
        _ target: SampleTarget
    ) async throws -> Data? {
        let part = AsyncStream<Void>.makeStream()
        let task: DownloadTask = provider.download(target) { progress in
            if progress.completedUnitCount >= ResumableServer.partLength {
                part.continuation.yield()
            }
        }
        for await _ in part.stream { break }
        let resumeData = await withCheckedContinuation { continuation in
            task.cancel { continuation.resume(returning: $0) }
        }
        #expect(task.isCancelled)
        #expect(await task.result.error?.isCancelled == true)
        return resumeData
    }
}

/// A server that stops after a part, unless it is asked for a range.
private final class ResumableServer: Sendable {
    static let partLength = 100_000

    private let server: FaultServer
    private let content: Box

    private final class Box: Sendable {
        let text: Mutex<String>
        init(_ text: String) { self.text = Mutex(text) }
    }

    var base: String { server.base }
    var ranges: [String?] { server.requests.map { $0.field("Range") } }

    init(content: String) {
        let box = Box(content)
        self.content = box
        server = FaultServer { connection in
            while let request = connection.readRequest() {
                let text = box.text.withLock { $0 }
                let tag = "\"\(text.utf8.count)\""
                let start = request.field("Range").flatMap { Int($0.dropFirst(6).dropLast()) }
                if let start, request.field("If-Range") == tag {
                    let rest = text.dropFirst(start)
                    connection.send(
                        "HTTP/1.1 206 X\r\nETag: \(tag)\r\nContent-Length: \(rest.utf8.count)\r\n"
                            + "Content-Range: bytes \(start)-\(text.utf8.count - 1)"
                            + "/\(text.utf8.count)\r\n\r\n" + rest
                    )
                    continue
                }
                let isWhole = text.utf8.count < Self.partLength
                connection.send(
                    "HTTP/1.1 200 X\r\nETag: \(tag)\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
                        + text.prefix(Self.partLength)
                )
                if !isWhole { connection.waitForClose() }
            }
        }
    }

    func change(to text: String) { content.text.withLock { $0 = text } }
}
