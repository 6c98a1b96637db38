import ClientCore
import Files
import Glibc
import HTTPModel
import TestSupport
import Testing

/// What a system that gives no more does to transfers; each in a process of its own.
@Suite struct ResourceLimitTests {
    @Test func aDiskThatTakesNoMoreIsAClearFailureAndLeavesWhatFits() async {
        await #expect(processExitsWith: .success) {
            let limit = 64 << 10
            signal(SIGXFSZ, SIG_IGN)
            var sizes = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &sizes) == 0)
            let folder = try TemporaryFolder()
            let server = FaultServer { connection in
                guard connection.readRequest() != nil else { return }
                connection.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 100000\r\n\r\n")
                connection.send([UInt8](repeating: 7, count: 100_000))
            }
            let request = HTTPRequest(.get, try TargetURI(server.base))
            let client = HTTPClient(transport: CurlTransport())
            do {
                _ = try await client.download(request, to: folder.file("a")).result()
                Issue.record("it was stored")
            } catch let failure as DownloadFailure {
                #expect(failure.networkFailure?.code == .receiveFile)
                #expect(failure.networkFailure?.causes == ["errno \(EFBIG)"])
                #expect(failure.networkFailure?.detail.contains(folder.path) == true)
                #expect(!FileSystem.exists(folder.file("a")))
                // What fits is kept, so that the download can go on once there is space.
                #expect(failure.resumeToken?.received == limit)
                failure.resumeToken?.discard()
                #expect(try FileSystem.list(folder.path).isEmpty)
            }
        }
    }

    @Test(arguments: [true, false])
    func aHundredMegabytesAreStoredOnce(isAnnounced: Bool) async {
        await #expect(processExitsWith: .success) { [isAnnounced] in
            let size = 100 << 20
            let server = FaultServer { connection in
                guard connection.readRequest() != nil else { return }
                let length = isAnnounced ? "Content-Length: \(size)\r\n" : ""
                connection.send("HTTP/1.1 200 OK\r\n\(length)\r\n")
                let piece = [UInt8](repeating: 7, count: 256 << 10)
                for _ in 0..<size / piece.count { connection.send(piece) }
            }
            let client = HTTPClient(transport: CurlTransport())
            let small = FaultServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            _ = try await client.send(HTTPRequest(.get, try TargetURI(small.base)))
            let before = try peakResidentBytes()
            let request = HTTPRequest(.get, try TargetURI(server.base))
            let exchange = try await client.send(request)
            #expect(exchange.response?.body.count == size)
            #expect(exchange.response?.body.last == 7)
            let used = try peakResidentBytes() - before
            // Content of unknown length moves to a larger place as it grows.
            #expect(used < (isAnnounced ? size + 16 << 20 : size * 3 / 2))
        }
    }
}

/// The most memory this process has used so far, in bytes.
private func peakResidentBytes() throws -> Int {
    let status = try FileSystem.read("/proc/self/status").text
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(line.split(separator: " ").compactMap { Int($0) }.first) << 10
}
