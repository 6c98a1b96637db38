import MockServer
import Testing

@Suite struct ClientHelloTests {
    /// A hello with the extension of a host name, or without any.
    private func hello(_ name: String?) -> [UInt8] {
        var body: [UInt8] = [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 1, 1, 0]
        if let name {
            let bytes = Array(name.utf8)
            let entry: [UInt8] = [0] + short(bytes.count) + bytes
            let list = short(entry.count) + entry
            let other: [UInt8] = [0, 10, 0, 2, 0, 23]
            let extensions = other + [0, 0] + short(list.count) + list
            body += short(extensions.count) + extensions
        }
        let message = [1, 0] + short(body.count) + body
        return [0x16, 3, 1] + short(message.count) + message
    }

    private func short(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

    @Test func theNameIsFoundHoweverTheBytesCome() {
        let whole = hello("Shop.Test")
        #expect(ClientHello.read(whole) == .complete(host: "shop.test"))
        for count in 0..<whole.count {
            #expect(ClientHello.read(Array(whole.prefix(count))) == .incomplete)
        }
        #expect(ClientHello.read(hello(nil)) == .complete(host: nil))
    }

    @Test func aMessageMayBeCutIntoRecords() {
        let message = Array(hello("shop.test").dropFirst(5))
        var bytes: [UInt8] = []
        for piece in [message.prefix(3), message[3..<40], message[40...]] {
            bytes += [0x16, 3, 1] + short(piece.count) + piece
        }
        #expect(ClientHello.read(bytes) == .complete(host: "shop.test"))
    }

    @Test func aNameThatIsNoneStandsInNoCertificate() {
        #expect(ClientHello.read(hello("a,IP:10.0.0.1")) == .complete(host: nil))
        #expect(ClientHello.read(hello("a\u{0}.test")) == .complete(host: nil))
    }

    @Test func whatIsNoHelloIsRefused() {
        #expect(ClientHello.read([0x16, 3, 1, 0, 4, 2, 0, 0, 0]) == .malformed)
        #expect(ClientHello.read([0x17, 3, 1, 0, 1, 0]) == .malformed)
        #expect(ClientHello.read([0x16, 3, 1, 0xFF, 0xFF]) == .malformed)
        var cut = hello("shop.test")
        cut[44] = 0xFF
        #expect(ClientHello.read(cut) == .malformed)
    }
}
