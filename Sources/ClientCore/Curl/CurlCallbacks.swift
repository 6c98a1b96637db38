import CCurl

/// The functions libcurl calls during a transfer.
///
/// Each finds the handle in the context, hands what came to its `Transfer`, and returns. Both are kept
/// alive by the transfer thread for as long as libcurl knows of them.
enum CurlCallbacks {
    /// Makes libcurl report to the transfer that `easy` serves at the time.
    static func connect(_ easy: EasyHandle) {
        unsafe cc_set_functions(
            easy.raw,
            { bytes, size, count, context in
                let data = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.from(context)?.received(content: data) ?? 0
            },
            { bytes, size, count, context in
                let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.from(context)?.received(line: line) ?? 0
            },
            { _, type, bytes, count, context in
                let data = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count)
                unsafe Transfer.from(context)?.noted(type, data)
                return 0
            },
            { context, _, _, _, localPort in
                let transfer = unsafe Transfer.from(context)
                let mayGoOn = transfer?.connected(from: Int(localPort)) ?? false
                return mayGoOn ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            },
            { context, socket, _ in
                unsafe Transfer.from(context)?.made(socket: socket)
                return CURL_SOCKOPT_OK
            },
            Unmanaged.passUnretained(easy).toOpaque()
        )
    }

    /// Makes libcurl read the content of the request from the transfer that `easy` serves.
    static func connectReading(_ easy: EasyHandle) {
        unsafe cc_set_reading(
            easy.raw,
            { bytes, size, count, context in
                let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.from(context)?.read(into: room) ?? Int(CURL_READFUNC_ABORT)
            },
            { context, offset, origin in
                let isDone = unsafe Transfer.from(context)?.rewind(to: offset, origin) ?? false
                return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
            },
            Unmanaged.passUnretained(easy).toOpaque()
        )
    }

    /// Makes libcurl report TLS connections too, where it can.
    static func connectTLS(_ easy: EasyHandle) {
        unsafe cc_watch_tls(easy.raw, Unmanaged.passUnretained(easy).toOpaque())
    }
}

extension Transfer {
    /// The transfer behind a callback's context, which has to be looked at afterwards.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EasyHandle>.fromOpaque(context)._withUnsafeGuaranteedRef {
            guard let transfer = unsafe $0.transfer else { return nil }
            transfer.noteNews()
            return transfer
        }
    }
}
