import HTTPModel

/// Where a hop is, and until when it may stay there.
///
/// Phases only move forward: resolve → connect → tls → send → wait → receive, any of them skipped;
/// going back is ignored, except that connect may follow connect when another address is tried. A
/// hop without limits never has to end.
struct HopClock {
    /// When the hop was asked for.
    let start: MonotonicTime
    /// What is going on now.
    private(set) var phase = NetworkFailure.Phase.resolve
    /// When the last byte of the request went out; `nil` before.
    private(set) var requestSentAt: MonotonicTime?
    /// When content last moved, in the phases that move content.
    private var lastMovement: MonotonicTime
    /// Whether content stands still because of this side, which the idle limit is not about.
    private(set) var isHeld = false
    /// The limits in nanoseconds, `.max` for none: looked at whenever anything happens.
    private let nanoseconds: (connect: Int64, headers: Int64, idle: Int64, total: Int64)

    /// Starts the clock of a hop in the phase `resolve`.
    ///
    /// - Parameters:
    ///   - limits: The limits of the phases; the total one is not used.
    ///   - totalLimit: What is left of the whole exchange's limit.
    ///   - start: The present.
    init(limits: RequestOptions.Timeouts, totalLimit: Duration?, start: MonotonicTime) {
        self.start = start
        lastMovement = start
        nanoseconds = (
            limits.connect?.wholeNanoseconds ?? .max,
            limits.headers?.wholeNanoseconds ?? .max,
            limits.idle?.wholeNanoseconds ?? .max,
            totalLimit?.wholeNanoseconds ?? .max
        )
    }

    /// Notes that `phase` began.
    ///
    /// - Returns: Whether the hop was not there before.
    @discardableResult
    mutating func enter(_ phase: NetworkFailure.Phase, at now: MonotonicTime) -> Bool {
        guard Self.rank(phase) > Self.rank(self.phase) else { return false }
        self.phase = phase
        lastMovement = now
        if requestSentAt == nil, phase == .wait || phase == .receive {
            requestSentAt = now
        }
        return true
    }

    /// Notes that the request goes out once more on a connection that is there, to answer a challenge.
    mutating func sendAgain(at now: MonotonicTime) {
        (phase, requestSentAt, lastMovement) = (.send, nil, now)
    }

    /// Notes that content moved.
    mutating func contentMoved(at now: MonotonicTime) {
        lastMovement = now
    }

    /// Notes that content stands still because of this side, or that it may move again.
    mutating func hold(_ isHeld: Bool, at now: MonotonicTime) {
        self.isHeld = isHeld
        lastMovement = now
    }

    /// When the hop must be ended if nothing happens before; `.never` without limits.
    var deadline: MonotonicTime { min(phaseDeadline.time, totalDeadline) }

    /// The code of the failure when the deadline passes.
    var deadlineCode: NetworkFailure.Code {
        totalDeadline <= phaseDeadline.time ? .timeoutTotal : phaseDeadline.code
    }

    /// The limit that `code` is about; `nil` when it is about none.
    func limit(of code: NetworkFailure.Code) -> Duration? {
        let limit: Int64? =
            switch code {
            case .connectTimeout: nanoseconds.connect
            case .timeoutHeaders: nanoseconds.headers
            case .timeoutBody: nanoseconds.idle
            case .timeoutTotal: nanoseconds.total
            default: nil
            }
        return limit.flatMap { $0 == .max ? nil : .nanoseconds($0) }
    }

    private var totalDeadline: MonotonicTime { start.adding(nanoseconds.total) }

    private var phaseDeadline: (time: MonotonicTime, code: NetworkFailure.Code) {
        switch phase {
        case .prepare, .resolve, .connect, .tls:
            (start.adding(nanoseconds.connect), .connectTimeout)
        case .send, .receive, .decode, .redirect:
            isHeld ? (.never, .timeoutBody) : (lastMovement.adding(nanoseconds.idle), .timeoutBody)
        case .wait:
            (lastMovement.adding(nanoseconds.headers), .timeoutHeaders)
        }
    }

    private static func rank(_ phase: NetworkFailure.Phase) -> Int {
        switch phase {
        case .prepare: 0
        case .resolve: 1
        case .connect: 2
        case .tls: 3
        case .send: 4
        case .wait: 5
        case .receive: 6
        case .decode, .redirect: 7
        }
    }
}

extension HopClock {
    /// Whether the connection is there, so that what goes out belongs to the request.
    var isRequestPhase: Bool {
        switch phase {
        case .send, .wait, .receive: true
        default: false
        }
    }
}
