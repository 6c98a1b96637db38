import CCurl
import HTTPModel

/// The body of the transfer thread: owns the multi handle and every transfer.
///
/// Sleeps in libcurl's poll until a socket is ready, a command comes, or the next deadline; with no
/// transfer there is no deadline, so an idle loop never wakes. To be run once.
@safe
struct TransferLoop: ~Copyable {
    private let multi: UnsafeMutableRawPointer
    private let configuration: CurlTransport.Configuration
    private let executor: UnownedTaskExecutor
    /// Every transfer under way; each knows its place.
    private var transfers: [Transfer] = []
    private var spareHandles: [EasyHandle] = []
    private let kept = KeptConnectionBox()
    private let memory = ConnectionMemory()
    /// The transfers that libcurl has called about, or that were told something.
    private let news = TransferNews()
    /// No deadline and no report of a transfer is before, but for those in `news`.
    private var nextWake = MonotonicTime.never
    /// The hops whose tasks go on when libcurl is not at work.
    private var finished: [Submission] = []
    /// What is to be done before the loop sleeps.
    private var later: [@Sendable () -> Void] = []

    /// Handles kept for the next transfers.
    private static let spareLimit = 64

    /// Creates the multi handle.
    ///
    /// - Throws: The failure every hop gets while libcurl cannot be used.
    init(
        configuration: CurlTransport.Configuration,
        executor: UnownedTaskExecutor
    ) throws(NetworkFailure) {
        try CurlLibrary.open()
        PeerRecord.watch()
        guard let multi = unsafe cc_multi_init() else {
            throw NetworkFailure(.internal, phase: .prepare, causes: ["no memory for libcurl"])
        }
        unsafe self.multi = multi
        self.configuration = configuration
        unsafe self.executor = executor
        if configuration.connectionLimitPerHost > 0 {
            let limit = configuration.connectionLimitPerHost
            unsafe cc_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit)
        }
        if configuration.idleConnectionLimit > 0 {
            let limit = configuration.idleConnectionLimit
            unsafe cc_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limit)
        }
    }

    /// Serves `inbox` until it is told to stop; then every transfer has ended.
    mutating func run(_ inbox: TransferInbox) {
        unsafe inbox.open(multi)
        defer {
            news.removeAll()
            doLater()
            inbox.close()
            close()
        }
        var commands: [TransferInbox.Command] = []
        while true {
            inbox.takeAll(into: &commands)
            for (i, command) in commands.enumerated() where !carryOut(command, inbox) {
                cancelAll()
                inbox.putBack(commands[(i + 1)...])
                return
            }
            commands.removeAll(keepingCapacity: true)
            advance()
            resumeFinished()
            doLater()
            guard inbox.beginSleep() else { continue }
            unsafe cc_multi_poll(multi, sleepInMilliseconds)
        }
    }

    /// Gives libcurl's handles back.
    private mutating func close() {
        for transfer in transfers {
            unsafe cc_multi_remove(multi, transfer.easy.raw)
            unsafe transfer.submission.transfer = nil
        }
        transfers = []
        spareHandles = []
        unsafe cc_multi_cleanup(multi)
    }

    /// Does what `command` says; `false` when the loop is to end.
    private mutating func carryOut(
        _ command: TransferInbox.Command,
        _ inbox: TransferInbox
    ) -> Bool {
        switch command {
        case .start(let submission):
            start(submission, inbox)
        case .cancel(let submission):
            if let transfer = unsafe submission.transfer { end(transfer, verdict: .cancelled) }
        case .resumeReading(let submission):
            if let transfer = unsafe submission.transfer { transfer.resumeReading() }
        case .resumeReceiving(let submission):
            if let transfer = unsafe submission.transfer { transfer.resumeReceiving() }
        case .run(let job):
            unsafe job.runSynchronously(on: executor)
        case .later(let work):
            later.append(work)
        case .stop:
            return false
        }
        return true
    }

    private mutating func start(_ submission: Submission, _ inbox: TransferInbox) {
        guard !submission.isCancelled else {
            finish(submission, NetworkFailure(.cancelled, phase: .prepare))
            return
        }
        guard let easy = spareHandles.popLast() ?? EasyHandle() else {
            let causes = ["no memory for libcurl"]
            finish(submission, NetworkFailure(.internal, phase: .prepare, causes: causes))
            return
        }
        let transfer = Transfer(
            submission,
            easy: easy,
            configuration: configuration,
            kept: kept,
            inbox: inbox,
            memory: memory,
            news: news
        )
        if let failure = transfer.refusal {
            finish(submission, failure)
            easy.release(isSuccess: false)
            spareHandles.append(easy)
            return
        }
        transfer.place = transfers.count
        transfers.append(transfer)
        transfer.noteNews()
        unsafe submission.transfer = transfer
        let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
        unsafe easy.setPointer(CURLOPT_PRIVATE, context)
        begin(transfer)
    }

    private mutating func begin(_ transfer: Transfer) {
        let code = unsafe cc_multi_add(multi, transfer.easy.raw)
        if code != CURLM_OK { end(transfer, verdict: .internal) }
    }

    /// Lets libcurl work, takes what has ended, ends what is late, and reports progress.
    private mutating func advance() {
        if !transfers.isEmpty { perform() }
        lookAround(at: .now)
        if transfers.isEmpty { nextWake = .never }
    }

    private mutating func perform() {
        unsafe cc_multi_perform(multi)
        var code = CURLE_OK
        while let easy = unsafe cc_multi_next_finished(multi, &code) {
            guard let context = unsafe cc_get_private(easy) else { continue }
            let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
            guard transfer.mustBeginAgain else {
                end(transfer, code: code)
                continue
            }
            unsafe cc_multi_remove(multi, easy)
            transfer.beginAgain()
            begin(transfer)
        }
    }

    /// Looks at the transfers that have news, and at all of them when something is due.
    ///
    /// Nothing but news changes when a transfer is due, so the others need not be looked at.
    private mutating func lookAround(at now: MonotonicTime) {
        news.drain { transfer in look(at: transfer, now) }
        guard nextWake <= now else { return }
        nextWake = .never
        for transfer in transfers { look(at: transfer, now) }
    }

    private mutating func look(at transfer: Transfer, _ now: MonotonicTime) {
        let deadline = transfer.clock.deadline
        guard deadline > now else {
            end(transfer, verdict: transfer.clock.deadlineCode)
            return
        }
        if let head = transfer.takeHead(at: now) { finish(transfer.submission, head) }
        transfer.reports.tell(at: now, transfer.progress)
        nextWake = min(nextWake, deadline, transfer.reports.due)
    }

    private mutating func end(_ transfer: Transfer, verdict: NetworkFailure.Code) {
        transfer.verdict = verdict
        end(transfer, code: CURLE_OK)
    }

    /// Takes the transfer out of libcurl's hands and notes what came of it.
    private mutating func end(_ transfer: Transfer, code: CURLcode) {
        let submission = transfer.submission
        if let channel = submission.channel {
            let outcome = transfer.outcome(code: code, at: .now)
            if let result = transfer.endStream(outcome, of: channel) { finish(submission, result) }
        } else {
            finish(submission, transfer.outcome(code: code, at: .now))
        }
        forget(transfer)
        unsafe cc_multi_remove(multi, transfer.easy.raw)
        transfer.easy.release(isSuccess: transfer.isSuccess)
        if spareHandles.count < Self.spareLimit { spareHandles.append(transfer.easy) }
    }

    private mutating func forget(_ transfer: Transfer) {
        unsafe transfer.submission.transfer = nil
        guard let place = transfer.place, let last = transfers.popLast() else { return }
        transfer.place = nil
        guard last !== transfer else { return }
        transfers[place] = last
        last.place = place
    }

    private mutating func finish(_ submission: Submission, _ failure: NetworkFailure) {
        let hop = Hop(sent: submission.sent)
        finish(submission, HopOutcome(hop: hop, failure: failure))
    }

    private mutating func finish(_ submission: Submission, _ outcome: consuming HopOutcome) {
        submission.note(outcome)
        finished.append(submission)
    }

    private mutating func resumeFinished() {
        guard !finished.isEmpty else { return }
        for submission in finished { submission.resume() }
        finished.removeAll(keepingCapacity: true)
    }

    private mutating func doLater() {
        guard !later.isEmpty else { return }
        for work in later { work() }
        later.removeAll(keepingCapacity: true)
    }

    private mutating func cancelAll() {
        for transfer in transfers { end(transfer, verdict: .cancelled) }
        resumeFinished()
    }

    /// How long to sleep: until the next deadline or report, or without end.
    private var sleepInMilliseconds: Int32 {
        guard nextWake != .never else { return .max }
        let nanoseconds = max(0, nextWake.nanoseconds - MonotonicTime.now.nanoseconds)
        return Int32(clamping: (nanoseconds + 999_999) / 1_000_000)
    }
}
