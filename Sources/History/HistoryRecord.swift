package import Fixtures
package import HTTPModel

/// Where an exchange came from.
package struct HistoryOrigin: Hashable, Sendable {
    /// The folder of the collection, absolute; empty for a request of the command line.
    package var root: String
    /// The file, relative to `root`.
    package var file: String
    /// The identity of the saved request, such as `bookings.http#create`.
    package var requestID: String
    /// The name of the saved request.
    package var name: String
    /// The environment that was in force; `nil` for none.
    package var environmentName: String?

    /// Creates an origin.
    package init(
        root: String = "",
        file: String = "",
        requestID: String = "",
        name: String = "",
        environmentName: String? = nil
    ) {
        self.root = root
        self.file = file
        self.requestID = requestID
        self.name = name
        self.environmentName = environmentName
    }
}

/// An exchange on its way into the history: redacted as soon as it is made.
package struct HistoryRecord: Hashable, Sendable {
    /// What was sent and what came, with placeholders in place of secrets.
    package let exchange: RedactedExchange
    /// Where it came from; its texts are redacted too.
    package let origin: HistoryOrigin
    /// When it began, in microseconds since 1970.
    package let startedAt: Int64
    /// What came of it, such as `passed`.
    package let outcome: String

    /// Creates a record, with every secret replaced by a placeholder.
    ///
    /// - Parameters:
    ///   - exchange: What was sent and what came back.
    ///   - token: The credential that was applied.
    ///   - secrets: Other values known to be secret.
    ///   - policy: What else counts as secret.
    ///   - origin: Where it came from.
    ///   - startedAt: When it began, in microseconds since 1970.
    ///   - outcome: What came of it.
    ///   - limit: How many bytes of content are kept of the request, and of the response.
    package init(
        _ exchange: Exchange,
        token: Token?,
        secrets: [String],
        policy: RedactionPolicy,
        origin: HistoryOrigin,
        startedAt: Int64,
        outcome: String,
        limit: Int = RedactedExchange.standardLimit
    ) {
        // Requests without a name are called by their URL, which may hold a secret.
        self.exchange = RedactedExchange(
            redacting: exchange,
            token: token,
            secrets: secrets,
            policy: policy,
            limit: limit,
            texts: [origin.requestID, origin.name]
        )
        var origin = origin
        if self.exchange.texts.count == 2 {
            origin.requestID = self.exchange.texts[0]
            origin.name = self.exchange.texts[1]
        }
        self.origin = origin
        self.startedAt = startedAt
        self.outcome = outcome
    }
}

/// One line of the history: all but what was sent and received.
package struct HistoryItem: Hashable, Sendable {
    /// Its number; later exchanges have greater ones, and none is used twice.
    package var id: Int64
    /// When it began, in microseconds since 1970.
    package var startedAt: Int64
    /// Where it came from.
    package var origin: HistoryOrigin
    /// The method of the request.
    package var method: String
    /// The URL of the request.
    package var url: String
    /// The status of the response; `nil` when none came whole.
    package var statusCode: Int?
    /// The code of the failure; `nil` when there was none.
    package var failureCode: String?
    /// What came of it, such as `passed`.
    package var outcome: String
    /// From start to end.
    package var elapsed: Duration
    /// How many bytes of content came, before any was cut off.
    package var receivedCount: Int

    /// Creates a line.
    package init(
        id: Int64,
        startedAt: Int64,
        origin: HistoryOrigin,
        method: String,
        url: String,
        statusCode: Int? = nil,
        failureCode: String? = nil,
        outcome: String = "",
        elapsed: Duration = .zero,
        receivedCount: Int = 0
    ) {
        self.id = id
        self.startedAt = startedAt
        self.origin = origin
        self.method = method
        self.url = url
        self.statusCode = statusCode
        self.failureCode = failureCode
        self.outcome = outcome
        self.elapsed = elapsed
        self.receivedCount = receivedCount
    }

    /// The status or the failure code.
    package var result: String { statusCode.map(String.init) ?? failureCode ?? "" }
}

/// An exchange of the history, whole.
package struct HistoryEntry: Hashable, Sendable {
    /// Its line.
    package var item: HistoryItem
    /// What was sent and what came, with placeholders in place of secrets.
    package var exchange: RedactedExchange

    /// Creates an entry.
    package init(item: HistoryItem, exchange: RedactedExchange) {
        self.item = item
        self.exchange = exchange
    }
}

/// Which lines of the history are wanted, the latest first.
package struct HistoryQuery: Hashable, Sendable {
    /// At most so many; `nil` for all.
    package var limit: Int?
    /// What method, URL, name, result, fields or content must hold; letter case of ASCII is ignored.
    package var text = ""
    /// The collection, by its folder.
    package var root: String?
    /// The request, by its identity in the collection.
    package var requestID: String?
    /// A file, or a folder of files, absolute.
    package var path: String?
    /// The request, by its name.
    package var name: String?
    /// Only what began before this time, in microseconds since 1970.
    package var startedBefore: Int64?

    /// Asks for everything.
    package init(limit: Int? = nil) { self.limit = limit }
}
