import HTTPModel
import TestSupport
import Testing

/// A proxy on loopback that reaches every host name at 127.0.0.1, and tells what it was asked.
///
/// Speaks HTTP with `CONNECT`, the same over TLS, or SOCKS 4, 4a and 5.
struct TestProxy {
    let program: ChildProgram
    let port: Int

    /// What the proxy prints for each request: `HTTP GET http://…`, `CONNECT a.test:443`,
    /// `SOCKS5 name a.test:80`, and `AUTH …` with the credentials it was shown.
    func said(_ line: String) async -> Bool {
        await program.line { $0 == line } != nil
    }

    /// Starts a proxy.
    ///
    /// - Parameters:
    ///   - kind: `http`, `https`, `socks`, or `deny`, which refuses every tunnel with 403.
    ///   - credentials: `user:password` that it wants to see.
    ///   - folder: Where `good.pem` and `good.key` are, for `https`.
    /// - Throws: When it does not come up.
    init(_ kind: String = "http", credentials: String = "", folder: String = "/") async throws {
        program = try ChildProgram(
            "/usr/bin/python3",
            ["-u", "-c", Self.script, kind, credentials],
            directory: folder
        )
        let line = try #require(await program.line { $0.hasPrefix("PORT ") })
        port = try #require(Int(line.dropFirst(5)))
    }

    private static let script = #"""
        import base64, socket, ssl, struct, sys, threading
        kind, wanted = sys.argv[1], sys.argv[2]
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        print("PORT", listener.getsockname()[1])

        def pump(source, sink):
            try:
                while data := source.recv(65536): sink.sendall(data)
            except OSError: pass
            try: sink.shutdown(socket.SHUT_WR)
            except OSError: pass

        def relay(client, port, ready):
            server = socket.create_connection(("127.0.0.1", port))
            client.sendall(ready)
            threading.Thread(target=pump, args=(client, server), daemon=True).start()
            pump(server, client)

        def exactly(client, count):
            data = b""
            while len(data) < count:
                piece = client.recv(count - len(data))
                if not piece: raise OSError("closed")
                data += piece
            return data

        def text(client):
            data = b""
            while (byte := exactly(client, 1)) != b"\0": data += byte
            return data.decode()

        def http(client):
            head = b""
            while b"\r\n\r\n" not in head:
                piece = client.recv(65536)
                if not piece: return
                head += piece
            head, rest = head.split(b"\r\n\r\n", 1)
            lines = head.decode().split("\r\n")
            method, target, _ = lines[0].split(" ")
            shown = [l.split(" ")[-1] for l in lines if l.lower().startswith("proxy-authorization:")]
            if shown: print("AUTH", base64.b64decode(shown[0]).decode())
            if wanted and (not shown or base64.b64decode(shown[0]).decode() != wanted):
                return client.sendall(b'HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm="p"\r\n'
                                      b"Content-Length: 4\r\n\r\nwho?")
            if method == "CONNECT":
                print("CONNECT", target)
                if kind == "deny":
                    return client.sendall(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
                return relay(client, int(target.rsplit(":", 1)[1]), b"HTTP/1.1 200 OK\r\n\r\n")
            print("HTTP", method, target)
            host, _, path = target.split("://", 1)[1].partition("/")
            kept = [l for l in lines[1:] if not l.lower().startswith("proxy-")]
            server = socket.create_connection(("127.0.0.1", int(host.rsplit(":", 1)[1])))
            request = [f"{method} /{path} HTTP/1.1"] + kept + ["Via: 1.1 test", "Connection: close"]
            server.sendall("\r\n".join(request).encode() + b"\r\n\r\n" + rest)
            pump(server, client)

        def socks(client):
            version = exactly(client, 1)[0]
            if version == 4:
                _, port, address = struct.unpack("!BH4s", exactly(client, 7))
                user = text(client)
                if user: print("AUTH", user)
                isName = address[:3] == b"\0\0\0"
                host = text(client) if isName else socket.inet_ntoa(address)
                print("SOCKS4", "name" if isName else "address", f"{host}:{port}")
                return relay(client, port, b"\0\x5a" + b"\0" * 6)
            methods = exactly(client, exactly(client, 1)[0])
            if wanted:
                if 2 not in methods: return client.sendall(b"\5\xff")
                client.sendall(b"\5\2")
                exactly(client, 1)
                user = exactly(client, exactly(client, 1)[0]).decode()
                secret = exactly(client, exactly(client, 1)[0]).decode()
                print("AUTH", f"{user}:{secret}")
                isRight = f"{user}:{secret}" == wanted
                client.sendall(b"\1\0" if isRight else b"\1\1")
                if not isRight: return
            else: client.sendall(b"\5\0")
            kindOfAddress = exactly(client, 4)[3]
            if kindOfAddress == 3: host = exactly(client, exactly(client, 1)[0]).decode()
            else: host = socket.inet_ntoa(exactly(client, 4))
            port = struct.unpack("!H", exactly(client, 2))[0]
            print("SOCKS5", "name" if kindOfAddress == 3 else "address", f"{host}:{port}")
            relay(client, port, b"\5\0\0\1" + b"\0" * 6)

        def serve(client):
            try:
                if kind == "https": client = context.wrap_socket(client, server_side=True)
                (socks if kind == "socks" else http)(client)
            except OSError as error: print("FAULT", error)
            finally: client.close()

        if kind == "https":
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain("good.pem", "good.key")
        while True:
            client, _ = listener.accept()
            threading.Thread(target=serve, args=(client,), daemon=True).start()
        """#
}
