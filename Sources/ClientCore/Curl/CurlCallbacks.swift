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
                return unsafe Transfer.use(context) { unsafe $0.received(content: data) } ?? 0
            },
            { bytes, size, count, context in
                let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.use(context) { unsafe $0.received(line: line) } ?? 0
            },
            { _, type, bytes, count, context in
                let data = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count)
                unsafe Transfer.use(context) { unsafe $0.noted(type, data) }
                return 0
            },
            { context, _, _, _, localPort in
                let mayGoOn = unsafe Transfer.use(context) { $0.connected(from: Int(localPort)) }
                return mayGoOn == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            },
            { context, socket, _ in
                unsafe Transfer.use(context) { $0.made(socket: socket) }
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
                return unsafe Transfer.use(context) { unsafe $0.read(into: room) }
                    ?? Int(CURL_READFUNC_ABORT)
            },
            { context, offset, origin in
                let isDone = unsafe Transfer.use(context) { $0.rewind(to: offset, origin) }
                return isDone == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
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
    /// Lets `body` use the transfer behind a callback's context, which has to be looked at afterwards.
    ///
    /// Both are kept alive by the loop, so that nothing has to be counted in some thirty calls a hop.
    @discardableResult
    static func use<Result>(
        _ context: UnsafeMutableRawPointer?,
        _ body: (Transfer) -> Result
    ) -> Result? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<EasyHandle>.fromOpaque(context)._withUnsafeGuaranteedRef { easy in
            unsafe easy.transfer?._withUnsafeGuaranteedRef { transfer in
                transfer.noteNews()
                return body(transfer)
            }
        }
    }
}
