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
    package static func map<Result: Sendable>(
        count: Int,
        _ body: @Sendable (Int) -> Result
    ) -> [Result] {
        let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        let threads = min(cores, threadLimit, count / leastShare)
        guard threads > 1 else { return (0..<count).map(body) }
        let next = Atomic<Int>(0)
        let finished = Mutex<[(first: Int, results: [Result])]>([])
        OwnThread.run(
            {
                var mine: [(first: Int, results: [Result])] = []
                while true {
                    let first = next.add(stride, ordering: .relaxed).oldValue
                    guard first < count else { break }
                    mine.append((first, (first..<min(first + stride, count)).map(body)))
                }
                finished.withLock { $0 += mine }
            },
            alsoOn: threads - 1
        )
        let shares = finished.withLock { $0 }.sorted { $0.first < $1.first }
        return shares.flatMap(\.results)
    }
}
