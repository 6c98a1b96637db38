#if canImport(Glibc)
import Glibc
#endif

/// Conversion to UTF-8 by the system's `iconv`.
enum SystemConversion {
    /// The handle that `iconv_open` gives when it fails.
    private static var failure: iconv_t? { unsafe iconv_t(bitPattern: -1) }

    /// Whether there is a conversion from the charset of this name.
    static func knows(_ name: String) -> Bool {
        guard let handle = unsafe iconv_open("UTF-8", name), unsafe handle != failure else {
            return false
        }
        unsafe iconv_close(handle)
        return true
    }

    /// Converts `bytes`, piece by piece, so that places in both texts are noted on the way.
    static func convert(
        _ bytes: UnsafeRawBufferPointer,
        from name: String,
        _ conversion: inout TextConversion
    ) {
        guard let start = bytes.baseAddress, let handle = unsafe iconv_open("UTF-8", name),
            unsafe handle != failure
        else { return }
        defer { unsafe iconv_close(handle) }
        // `iconv` takes its input by a pointer to bytes it does not change.
        let base = unsafe UnsafeMutableRawPointer(mutating: start)
            .assumingMemoryBound(to: CChar.self)
        // A character of up to eight bytes becomes at most eight characters of four.
        let room = UnsafeMutableBufferPointer<CChar>.allocate(
            capacity: TextConversion.interval * 8
        )
        defer { unsafe room.deallocate() }
        var index = 0
        while index < bytes.count {
            conversion.reach(index)
            let end = min(index + TextConversion.interval, bytes.count)
            var source: UnsafeMutablePointer<CChar>? = unsafe base + index
            var sourceLeft = end - index
            var target = room.baseAddress
            var targetLeft = room.count
            let result = unsafe iconv(handle, &source, &sourceLeft, &target, &targetLeft)
            let isIllegal = errno == EILSEQ
            let used = room.count - targetLeft
            unsafe conversion.put(UnsafeRawBufferPointer(start: room.baseAddress, count: used))
            let reached = end - sourceLeft
            defer { index = max(index, reached) }
            guard isFailure(result) else { continue }
            // A character cut by the end of the piece is read again with the next one.
            if isIllegal || end == bytes.count || reached == index {
                conversion.mark(at: reached)
                index = reached + 1
            }
        }
        var target = room.baseAddress
        var targetLeft = room.count
        _ = unsafe iconv(handle, nil, nil, &target, &targetLeft)
        let used = room.count - targetLeft
        unsafe conversion.put(UnsafeRawBufferPointer(start: room.baseAddress, count: used))
    }

    /// Whether `iconv` gave `(size_t)-1`.
    private static func isFailure(_ result: Int) -> Bool { result == -1 }
}
