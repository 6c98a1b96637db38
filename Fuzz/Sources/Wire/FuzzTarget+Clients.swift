import ClientCore
import HTTPModel

extension FuzzTarget {
    /// Command lines of other clients.
    static let clients = [FuzzTarget(name: "curl", maxLength: 1024, seeds: "curl", run: curl)]

    private static func curl(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let commands = try? CurlCommand.read(text) else { return }
        hold(!commands.isEmpty, "a text with a command has one")
        for command in commands {
            guard let requests = try? command.requests() else { continue }
            for request in requests {
                let written = request.curlCommand(redacting: nil)
                guard let again = try? HTTPRequest(curl: written) else {
                    // Content that no word of a shell can hold comes by a pipe, which is not read.
                    hold(written.hasPrefix("printf "), "a command that is written reads back")
                    continue
                }
                hold(again.method == request.method, "the method reads back: \(written)")
                hold(again.target == request.target, "the target reads back: \(written)")
            }
        }
    }
}
