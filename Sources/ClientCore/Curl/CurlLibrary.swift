import CCurl
package import HTTPModel

/// libcurl itself, which is opened at the first request.
package enum CurlLibrary {
    /// Opens libcurl on the first call, which takes about ten milliseconds.
    ///
    /// - Throws: The failure every request gets while libcurl cannot be used.
    package static func open() throws(NetworkFailure) {
        guard cc_load() == 0 else { return }
        let reason = unsafe cc_load_error().map { unsafe String(cString: $0) } ?? ""
        throw failure(reason: reason)
    }

    /// The failure of a request when libcurl cannot be used.
    package static func failure(reason: String) -> NetworkFailure {
        NetworkFailure(
            .internal,
            phase: .prepare,
            detail: "libcurl is missing; install the package libcurl4",
            causes: [reason]
        )
    }

    /// Why the library `name` cannot serve as libcurl, or `nil` when it can.
    package static func problem(with name: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { message in
            guard let start = message.baseAddress, unsafe cc_probe(name, start, 512) == 0 else {
                return nil
            }
            return unsafe String(cString: start)
        }
    }
}
