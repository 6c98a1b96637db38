import Glibc
import Synchronization

/// Work on many files at once, by threads that end with it.
///
/// Threads of its own, because a program that sleeps must not have a pool that ticks.
package enum ParallelWork {
    /// The most threads, the calling one included.
    private static let threadLimit = 4
    /// Fewer pieces than this a thread are not worth starting it.
    private static let leastShare = 16
    /// How many pieces a thread takes at a time.
    private static let stride = 4

    /// What `body` gives for 0, 1, … up to `count`, in that order.
    ///
    /// The calling thread works too and blocks until all is done. `body` is called once for each number,
    /// from several threads when there are many numbers.
    ///
    /// - Parameters:
    ///   - count: How many pieces there are.
    ///   - patience: How long the calling thread works alone before others join it, so that somebody
    ///     else has a core meanwhile.
    ///   - body: Does a piece.
    /// - Returns: The results in the order of the numbers.
    package static func map<Result: Sendable>(
        count: Int,
        aloneFor patience: Duration = .zero,
        _ body: @Sendable (Int) -> Result
    ) -> [Result] {
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let threads = min(cores, threadLimit, count / leastShare)
        guard threads > 1 else { return (0..<count).map(body) }
        return unsafe [Result](unsafeUninitializedCapacity: count) { buffer, filled in
            let places = unsafe Places(buffer)
            var alone = 0
            let isPatient = patience > .zero
            let start = ContinuousClock.now
            while isPatient, alone < count, ContinuousClock.now - start < patience {
                places.fill(alone, stride, body)
                alone += stride
            }
            let next = Atomic<Int>(alone)
            if alone < count {
                OwnThread.run(
                    {
                        while true {
                            let first = next.add(stride, ordering: .relaxed).oldValue
                            guard first < count else { break }
                            places.fill(first, stride, body)
                        }
                    },
                    alsoOn: threads - 1
                )
            }
            filled = count
        }
    }

    /// Where results go; each place is filled once, by one thread.
    @safe
    private struct Places<Result>: @unchecked Sendable {
        private let buffer: UnsafeMutableBufferPointer<Result>

        init(_ buffer: UnsafeMutableBufferPointer<Result>) {
            unsafe self.buffer = unsafe buffer
        }

        /// Fills up to `count` places from `first` on.
        func fill(_ first: Int, _ count: Int, _ body: (Int) -> Result) {
            let end = unsafe min(first + count, buffer.count)
            for number in first..<end {
                unsafe buffer.initializeElement(at: number, to: body(number))
            }
        }
    }
}
