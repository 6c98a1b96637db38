import Files
import Glibc

/// The threads that effects run on: asleep without a time limit while there is nothing to do.
///
/// The concurrency library's own pool lets a timer tick every second once it was used, which would
/// wake an idle screen; so nothing of the explorer runs there.
final class WorkThreads: TaskExecutor, @unchecked Sendable {
    // `@unchecked Sendable`: everything that changes is touched with `lock` held.

    /// The threads of the program; they live as long as it does.
    ///
    /// There are several, because a piece of work may wait for another program.
    static let shared = WorkThreads(threadLimit: 4)

    /// For what nobody waits for: done one after another, when the processors have nothing better to do.
    static let patient = WorkThreads(threadLimit: 1, niceness: 10)

    /// How long `drain` sleeps between two looks, in microseconds.
    private static let look: UInt32 = 2000

    /// The most threads at a time.
    private let threadLimit: Int
    /// How readily the threads give way to others, from 0 to 19.
    private let niceness: Int32
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// How many pieces are under way.
    private var busyCount = 0
    private var jobs: [UnownedJob] = []
    private var idleCount = 0
    private var threadCount = 0

    private init(threadLimit: Int, niceness: Int32 = 0) {
        self.threadLimit = threadLimit
        self.niceness = niceness
        pthread_mutex_init(lock, nil)
        pthread_cond_init(arrival, nil)
    }

    /// Takes a piece of a task; it runs as soon as a thread is free.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(lock)
        jobs.append(job)
        let needsThread = idleCount < jobs.count && threadCount < threadLimit
        if needsThread { threadCount += 1 }
        pthread_cond_signal(arrival)
        pthread_mutex_unlock(lock)
        guard needsThread, !startThread() else { return }
        // The system gives no thread: others do the work, or this one when there are none.
        pthread_mutex_lock(lock)
        threadCount -= 1
        let isAlone = threadCount == 0
        pthread_mutex_unlock(lock)
        if isAlone { runOne() }
    }

    private func startThread() -> Bool {
        OwnThread.start { [self] in
            // Of the calling thread alone, on Linux.
            if niceness > 0 {
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
            }
            while true { runOne() }
        }
    }

    /// Waits for a piece of work and does it.
    private func runOne() {
        pthread_mutex_lock(lock)
        idleCount += 1
        while jobs.isEmpty { pthread_cond_wait(arrival, lock) }
        idleCount -= 1
        runFirst()
        pthread_mutex_unlock(lock)
    }

    /// Does the work that is waiting on the calling thread, and waits for what is under way.
    ///
    /// - Parameter limit: How long to wait; on a machine with much to do, patient work can take long.
    func drain(limit: Duration) {
        let end = ContinuousClock.now + limit
        pthread_mutex_lock(lock)
        while !jobs.isEmpty || busyCount > 0 {
            if !jobs.isEmpty {
                runFirst()
                continue
            }
            guard ContinuousClock.now < end else { break }
            pthread_mutex_unlock(lock)
            usleep(Self.look)
            pthread_mutex_lock(lock)
        }
        pthread_mutex_unlock(lock)
    }

    /// Does the first piece of work; `lock` is held before and after, and not meanwhile.
    private func runFirst() {
        let job = jobs.removeFirst()
        busyCount += 1
        pthread_mutex_unlock(lock)
        job.runSynchronously(on: asUnownedTaskExecutor())
        pthread_mutex_lock(lock)
        busyCount -= 1
    }
}
