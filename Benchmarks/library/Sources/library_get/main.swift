// library_get client|fetch URL N PARALLEL: N GETs, at most PARALLEL in flight, by `HTTPClient.send` or by
// `NetworkClient.fetch`; one after the other on the thread that sends. Prints how many went wrong, and exits 1 when any did.
import Foundation
import NetworkClient
import Synchronization

/// Where all requests go.
struct Place: URLGenerator {
    let url: URL?
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let url = URL(string: arguments[2]), let count = Int(arguments[3]),
    let width = Int(arguments[4]), let target = try? TargetURI(arguments[2])
else {
    print("usage: library_get client|fetch URL N PARALLEL")
    exit(2)
}

let request = HTTPRequest(.get, target)
let client = HTTPClient()
let network = MainNetworkClient()

/// The number of bytes of content, or `nil` when the request went wrong.
@Sendable func sendOne() async -> Int? {
    guard let exchange = try? await client.send(request), let response = exchange.response,
        response.status == HTTPStatus(200)
    else { return nil }
    return response.body.count
}

/// The same by the first dialect of the library.
@Sendable func fetchOne() async -> Int? {
    guard let content = try? await network.fetch(api: Place(url: url), method: .get()) else {
        return nil
    }
    return content.count
}

let byClient = arguments[1] == "client"
let started = Atomic(0)
let (bytes, bad) = await withTaskGroup(of: (Int, Int).self) { group in
    for _ in 0..<width {
        group.addTask(executorPreference: width == 1 ? CurlTransport.shared.executor : nil) {
            var (bytes, bad) = (0, 0)
            while started.add(1, ordering: .relaxed).oldValue < count {
                if let size = byClient ? await sendOne() : await fetchOne() { bytes += size } else { bad += 1 }
            }
            return (bytes, bad)
        }
    }
    var (bytes, bad) = (0, 0)
    for await part in group {
        bytes += part.0
        bad += part.1
    }
    return (bytes, bad)
}
print("done \(count) bytes \(bytes) bad \(bad)")
exit(bad == 0 ? 0 : 1)
