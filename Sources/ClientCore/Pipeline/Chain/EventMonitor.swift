public import HTTPModel

/// Who wants to know what happens in the calls of a client.
///
/// Called at once, in the task of the call or on the transport's thread, so it must return quickly;
/// several calls may report at the same time. The events of one call come in the order in which they
/// happen: `started`, then for each attempt `adapted`, and for each hop `sending`, `receivedHead` and
/// perhaps `redirected`; between attempts `retrying`; last `finished` or `refused`.
public protocol EventMonitor: Sendable {
    /// Takes note of `event`.
    func record(_ event: CallEvent)
}

/// One thing that happened in a call.
public struct CallEvent: Hashable, Sendable {
    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// The call began with this request.
        case started(HTTPRequest)
        /// An attempt began: this is what the middlewares made of the request.
        case adapted(HTTPRequest)
        /// A hop began; all fields are decided, credentials are among them.
        case sending(PreparedRequest)
        /// The head of a response came.
        case receivedHead(HTTPResponseHead)
        /// A redirect came, and this was decided about it.
        case redirected(RedirectDecision)
        /// The request is to be sent again, after the wait named.
        case retrying(RetryDecision)
        /// The call ended.
        case finished(Exchange)
        /// The call ended before anything was sent.
        case refused(PreparationFailure)
    }

    /// The call.
    public var call: CallID
    /// When it happened, counted from the start of the call.
    public var offset: Duration
    /// The attempt during which it happened, from 1; 0 before the first.
    public var attempt: Int
    /// What happened.
    public var kind: Kind

    /// Creates an event.
    public init(call: CallID, offset: Duration, attempt: Int, kind: Kind) {
        self.call = call
        self.offset = offset
        self.attempt = attempt
        self.kind = kind
    }
}

/// Passes the progress of a hop on, and reports its head once.
final class HeadReport: HopObserver {
    private let context: CallContext
    private let isReported = Once()

    init(_ context: CallContext) {
        self.context = context
    }

    func hop(_ progress: HopProgress) {
        if let head = progress.head { report(head) }
        context.observer?.hop(progress)
    }

    /// Tells the monitors of `head` unless they know of it.
    func report(_ head: HTTPResponseHead) {
        if isReported.take() { context.tell(.receivedHead(head)) }
    }
}
