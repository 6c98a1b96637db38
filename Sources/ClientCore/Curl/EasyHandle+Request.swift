import CCurl
import Glibc
import HTTPModel

extension EasyHandle {
    /// Sets every option for one hop but the URL.
    ///
    /// Octets of `request.content` must stay alive until the transfer has ended: libcurl reads them in
    /// place.
    func configure(
        for request: PreparedRequest,
        route: HopRoute,
        configuration: CurlTransport.Configuration
    ) {
        configureLibrary()
        setMethod(request)
        setFields(request, route)
        setVersion(request.options.version)
        // Waiting for a connection that may be shared costs nothing with TLS, where the handshake says
        // so. In the clear only the first response does, which may be long in coming.
        let isShared =
            request.target.scheme == "https" || request.options.version == .http2PriorKnowledge
        set(CURLOPT_PIPEWAIT, isShared ? 1 : 0)
        setRoute(route, for: request, configuration: configuration)
    }

    /// What is the same for every hop: no signals, no redirects, no limits of libcurl's own.
    private func configureLibrary() {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_BUFFERSIZE, 100 << 10)
        // Our own deadlines end a transfer; libcurl's default of five minutes must not.
        set(CURLOPT_CONNECTTIMEOUT_MS, 1 << 30)
    }

    private func setMethod(_ request: PreparedRequest) {
        guard let content = request.content else {
            if request.method == .head {
                set(CURLOPT_NOBODY, 1)
            } else {
                set(CURLOPT_HTTPGET, 1)
                if request.method != .get { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
            }
            return
        }
        set(CURLOPT_POST, 1)
        setSize(CURLOPT_POSTFIELDSIZE_LARGE, content.length ?? -1)
        if case .octets(let octets) = content {
            // Octets never move: the storage lives as long as the transfer keeps the request.
            unsafe octets.withUnsafeBytes { bytes in
                unsafe setPointer(CURLOPT_POSTFIELDS, bytes.baseAddress)
            }
        } else {
            set(CURLOPT_UPLOAD_BUFFERSIZE, 256 << 10)
            CurlCallbacks.connectReading(self)
        }
        if request.method != .post { set(CURLOPT_CUSTOMREQUEST, request.method.rawValue) }
    }

    /// Gives libcurl our fields, and keeps it from adding its own.
    ///
    /// Credentials for a proxy go to a proxy that speaks HTTP, and to nobody else.
    private func setFields(_ request: PreparedRequest, _ route: HopRoute) {
        for field in request.fields {
            if field.isNamed("Proxy-Authorization") {
                guard let proxy = route.proxy, proxy.kind.isHTTP else { continue }
                guard !route.isTunnel(to: request) else {
                    addProxyLine("\(field.name): \(field.value)")
                    continue
                }
            }
            var line: [UInt8] = []
            line.reserveCapacity(field.name.utf8.count + field.valueBytes.count + 3)
            line.append(contentsOf: field.name.utf8)
            if field.valueBytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                line.append(UInt8(ascii: ";"))
            } else {
                line.append(contentsOf: [UInt8(ascii: ":"), 0x20])
                line.append(contentsOf: field.valueBytes)
            }
            addLine(&line)
        }
        // What libcurl adds by itself; without content it is the first one only.
        let own = ["Accept", "Content-Type", "Expect"].prefix(request.content == nil ? 1 : 3)
        for name in own where !request.fields.contains(named: name) {
            var line = Array("\(name):".utf8)
            addLine(&line)
        }
        useLines()
    }

    /// Sets the fields anew without `Expect`, which a server refused to meet.
    ///
    /// libcurl leaves out only the one that it adds by itself.
    func leaveOutExpect(of request: PreparedRequest, _ route: HopRoute) {
        var request = request
        request.fields.removeAll(named: "Expect")
        clearLines()
        setFields(request, route)
    }

    private func setVersion(_ version: RequestOptions.VersionPolicy) {
        switch version {
        case .automatic: set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
        case .http1_1: set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        case .http2:
            require("HTTP/2", set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_0))
        case .http2PriorKnowledge:
            require("HTTP/2", set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE))
        }
    }
}
