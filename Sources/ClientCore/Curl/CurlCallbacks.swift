import CCurl

/// The functions libcurl calls during a transfer.
///
/// Each finds its `Transfer` in the context, hands over what came, and returns. The transfer is kept
/// alive by the transfer thread for as long as libcurl knows of it.
enum CurlCallbacks {
    /// Makes libcurl report to `transfer`.
    static func connect(_ transfer: Transfer) {
        unsafe cc_set_functions(
            transfer.easy.raw,
            { bytes, size, count, context in
                let data = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.from(context)?.received(content: data) ?? 0
            },
            { bytes, size, count, context in
                let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
                return unsafe Transfer.from(context)?.received(line: line) ?? 0
            },
            { _, type, bytes, count, context in
                let data = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
                unsafe Transfer.from(context)?.noted(type, data)
                return 0
            },
            { context, _, _, _, _ in
                unsafe Transfer.from(context)?.connected()
                return CURL_PREREQFUNC_OK
            },
            { context, _, _ in
                unsafe Transfer.from(context)?.madeSocket()
                return CURL_SOCKOPT_OK
            },
            Unmanaged.passUnretained(transfer).toOpaque()
        )
    }
}

extension Transfer {
    /// The transfer behind a callback's context.
    fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
