/// Decides when an observer is told of progress: at once when a phase changes, else at intervals.
struct ProgressReports {
    /// The shortest time between two reports about moving content.
    private static let intervalInNanoseconds: Int64 = 33_000_000

    private let observer: (any HopObserver)?
    private var isNews = false
    private var isUrgent = false
    private var last: MonotonicTime?

    /// Starts without news; without an observer there never is any.
    init(observer: (any HopObserver)?) {
        self.observer = observer
    }

    /// Notes that something moved.
    mutating func note(isUrgent: Bool) {
        guard observer != nil else { return }
        isNews = true
        self.isUrgent = self.isUrgent || isUrgent
    }

    /// When the next report is due; `.never` when there is no news.
    var due: MonotonicTime {
        guard isNews else { return .never }
        guard let last, !isUrgent else { return MonotonicTime(nanoseconds: 0) }
        return last.adding(Self.intervalInNanoseconds)
    }

    /// Tells the observer if a report is due.
    mutating func tell(at now: MonotonicTime, _ progress: @autoclosure () -> HopProgress) {
        guard due <= now, let observer else { return }
        (isNews, isUrgent, last) = (false, false, now)
        observer.hop(progress())
    }
}
