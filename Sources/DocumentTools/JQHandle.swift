import CJQ

/// A compiled jq program, and the memory behind it.
///
/// `@unchecked Sendable` because one thread at a time runs it, but for `cancel`, which any thread may
/// call.
@safe
final class JQHandle: @unchecked Sendable {
    /// What a step came to.
    enum Outcome {
        case end
        case value
        case failed
        case cancelled
    }

    private let filter: OpaquePointer
    /// Whether the program may be inside of a path expression when it is left half-way.
    private var mayFollowPaths = true

    /// Opens the library when that was not done, and makes a handle without a program.
    ///
    /// - Throws: `FilterError` with code `.library`.
    init() throws(FilterError) {
        guard cj_load() != 0 else {
            let reason = unsafe cj_load_error().map { unsafe String(cString: $0) }
            throw FilterError(.library, reason ?? "libjq cannot be used")
        }
        guard let filter = unsafe cj_new() else {
            throw FilterError(.library, "there is no memory for a jq filter")
        }
        unsafe self.filter = filter
    }

    deinit {
        if mayFollowPaths, unsafe cj_is_under_way(filter) != 0 {
            unsafe cj_abandon(filter)
        } else {
            unsafe cj_free(filter)
        }
    }

    /// Compiles a program; `false` leaves jq's messages in `text`.
    func compile(_ program: String) -> Bool {
        mayFollowPaths = JQPaths.mayBeFollowed(by: program)
        return unsafe cj_compile(filter, program) != 0
    }

    /// Starts the program on a value.
    func start(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        // An empty value is none; nothing is read from the stand-in.
        let base = unsafe bytes.baseAddress ?? UnsafeRawPointer(filter)
        return unsafe Self.outcome(
            cj_start(filter, base.assumingMemoryBound(to: CChar.self), bytes.count)
        )
    }

    /// Makes the next value, which is in `text` then.
    func next() -> Outcome { unsafe Self.outcome(cj_next(filter)) }

    /// Ends the program soon; any thread may call it.
    func cancel() { unsafe cj_cancel(filter) }

    private static func outcome(_ code: cj_outcome) -> Outcome {
        switch code {
        case CJ_VALUE: .value
        case CJ_ERROR: .failed
        case CJ_CANCELLED: .cancelled
        default: .end
        }
    }

    /// The value or message of the last call.
    var bytes: [UInt8] {
        var count = 0
        let text = unsafe cj_text(filter, &count)
        return unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
    }

    /// The same as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// How jq writes a number, given its spelling; `nil` when that is no number.
    static func respelled(_ number: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let base = number.baseAddress else { return nil }
        // The longest is what a double takes, with sign, digits, point and exponent.
        return unsafe withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
            guard let start = room.baseAddress else { return nil }
            let count = unsafe cj_respelled(
                base.assumingMemoryBound(to: CChar.self),
                number.count,
                start.assumingMemoryBound(to: CChar.self),
                room.count
            )
            return unsafe count == 0 ? nil : Array(room.prefix(count))
        }
    }
}
