import CSupport
import Glibc
import HTTPModel

extension ServerLoop {
    /// Takes bytes that came over a connection, by what is spoken below HTTP.
    func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        switch connection.layer {
        case .plain: unsafe connection.parser.receive(bytes)
        case .undecided:
            // RFC 8446 §5.1: a handshake record; no method begins with this byte.
            if unsafe bytes.first == 0x16 {
                unsafe takeHello(Array(bytes), on: connection)
            } else {
                connection.layer = .plain
                unsafe connection.parser.receive(bytes)
            }
        case .hello(let earlier): unsafe takeHello(earlier + Array(bytes), on: connection)
        case .secure(let channel): unsafe take(bytes, by: channel, on: connection)
        }
    }

    private func takeHello(_ bytes: [UInt8], on connection: Connection) {
        switch ClientHello.read(bytes) {
        case .incomplete: connection.layer = .hello(bytes)
        case .malformed: refuseHandshake(alert: 50, on: connection)
        case .complete(let name):
            book.update(at: .now)
            let host = name ?? connection.tunnelHost ?? CertificateShelf.defaultHost
            let kind = book.edition.certificates[host] ?? configuration.certificate
            guard kind != .refused else {
                refuseHandshake(alert: 40, on: connection)
                return
            }
            guard let channel = center.certificates.connection(host: host, kind: kind) else {
                refuseHandshake(alert: 80, on: connection)
                return
            }
            connection.layer = .secure(channel)
            unsafe bytes.withUnsafeBytes { unsafe take($0, by: channel, on: connection) }
        }
    }

    private func take(
        _ bytes: UnsafeRawBufferPointer,
        by channel: TLSChannel,
        on connection: Connection
    ) {
        let progress = unsafe channel.receive(bytes) { unsafe connection.parser.receive($0) }
        channel.takeOutput(into: &connection.output)
        guard connection.pausedUntil != nil || connection.send() else {
            drop(connection)
            return
        }
        switch progress {
        case .open: break
        case .ended: connection.isInputEnded = true
        case .failed: drop(connection)
        }
    }

    /// Ends a connection with a fatal alert.
    ///
    /// Alert 40 refuses the handshake, 50 says that it makes no sense, 80 that this side failed.
    ///
    /// - SeeAlso: RFC 8446 §6.2.
    private func refuseHandshake(alert: UInt8, on connection: Connection) {
        connection.layer = .plain
        connection.add([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, alert])
        _ = connection.send()
        finish(connection)
    }

    // MARK: Tunnels

    /// Answers `CONNECT`: what follows is for the host named, which is this server too.
    ///
    /// - SeeAlso: RFC 9110 §9.3.6.
    func tunnel(_ request: ReceivedRequest, on connection: Connection) {
        connection.request = nil
        book.update(at: connection.startedAt)
        let host = FixtureLibrary.Edition.host(of: request.target)
        switch book.edition.proxyFailures[host] {
        case .proxyAuth?:
            start(
                .response(Playback.credentialsWanted, isHead: false),
                for: request,
                on: connection
            )
        case .some:
            var playback = Playback.response(
                AnswerBook.plain(502, "this proxy does not lead there"),
                isHead: false
            )
            playback.ending = .close
            start(playback, for: request, on: connection)
        case nil:
            connection.add(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
            guard connection.send() else {
                drop(connection)
                return
            }
            let rest = connection.parser.takePending()
            connection.parser = RequestParser(
                limits: RequestParser.Limits(contentBytes: configuration.contentLimitInBytes)
            )
            connection.tunnelHost = ClientHello.checkedHost(host)
            connection.layer = .undecided
            guard !rest.isEmpty else { return }
            unsafe rest.withUnsafeBytes { unsafe take($0, on: connection) }
        }
    }
}
