package import ClientCore
package import HTTPModel
import Synchronization

/// What a run remembers from one request to the next: captures, exchanges, and answers of the user.
///
/// Safe to share between sessions, so that an explorer keeps its memory when a collection is loaded
/// anew. Lives as long as the program; nothing is written to disk.
package final class RunMemory: Sendable {
    fileprivate struct State {
        var captures: [String: String] = [:]
        var exchanges: [String: Exchange] = [:]
        /// The requests of `exchanges`, the latest last.
        var order: [String] = []
        var byteCount = 0
        var secrets: Set<String> = []
        var prompts: [String: String] = [:]
        var commands: [String: String] = [:]
        var upstream: [String: RunResult] = [:]
        /// Those of few environments, so that a list is enough.
        var jars: [EnvironmentJar] = []
    }

    fileprivate struct EnvironmentJar {
        var environment: String?
        var jar: CookieJar
    }

    private let state = Mutex(State())
    /// How many bytes of content are kept in exchanges, beside those of the latest.
    private let byteLimit: Int

    /// Creates an empty memory.
    ///
    /// - Parameter byteLimit: How many bytes of content are kept in exchanges, beside those of the latest;
    ///   older ones go, and a request that refers to one sends it anew.
    package init(byteLimit: Int = 1 << 30) {
        self.byteLimit = byteLimit
    }

    /// Values captured so far by name; the last capture of a name counts.
    package var captures: [String: String] { state.withLock { $0.captures } }

    /// The last exchange of each request that got a response, by the identity of the request.
    package var exchanges: [String: Exchange] { state.withLock { $0.exchanges } }

    /// Values that must not leave the program: what responses held or was captured under a sensitive
    /// name, the answers to prompts of such a name, and the output of commands.
    package var secrets: [String] { state.withLock { Array($0.secrets) } }

    /// What the user answered, by the name of the variable.
    package var prompts: [String: String] { state.withLock { $0.prompts } }

    /// The first line of output of each command that ran, by its text.
    package var commands: [String: String] { state.withLock { $0.commands } }

    /// The cookies of one environment; those of another are never mixed in.
    ///
    /// - Parameter environment: The name of the environment, `nil` for none.
    /// - Returns: The same jar each time.
    package func cookieJar(for environment: String?) -> CookieJar {
        state.withLock { state in
            for known in state.jars where known.environment == environment { return known.jar }
            let jar = CookieJar()
            state.jars.append(EnvironmentJar(environment: environment, jar: jar))
            return jar
        }
    }

    /// Forgets everything.
    package func forget() {
        state.withLock { state in
            // Sessions hold the jars, so these are emptied rather than replaced.
            let jars = state.jars
            for known in jars { known.jar.removeAll() }
            state = State(jars: jars)
        }
    }

    /// Takes the result of a request that ran because another one needed its response, so that a run
    /// of both need not send it twice; `nil` when there is none, or it was taken.
    package func takeUpstreamResult(_ requestID: String) -> RunResult? {
        state.withLock { $0.upstream.isEmpty ? nil : $0.upstream.removeValue(forKey: requestID) }
    }

    /// Takes note of a result; `keepsExchange` says whether a later request may need what came.
    func remember(_ result: RunResult, secrets: [String], keepsExchange: Bool) {
        state.withLock { state in
            if !secrets.isEmpty { state.secrets.formUnion(secrets) }
            if keepsExchange, let exchange = result.exchange, exchange.response != nil {
                state.keep(exchange, of: result.requestID, byteLimit: byteLimit)
            }
            guard !result.captures.isEmpty else { return }
            state.captures.merge(result.captures) { $1 }
            for (name, value) in result.captures where SecretMask.isSensitive(name: name) {
                state.secrets.insert(value)
            }
        }
    }

    func rememberUpstream(_ result: RunResult) {
        state.withLock { $0.upstream[result.requestID] = result }
    }

    func rememberAnswer(_ answer: String, to name: String) {
        state.withLock { state in
            state.prompts[name] = answer
            if SecretMask.isSensitive(name: name) { state.secrets.insert(answer) }
        }
    }

    func rememberOutput(_ line: String, of command: String) {
        state.withLock { state in
            state.commands[command] = line
            state.secrets.insert(line)
        }
    }
}

extension RunMemory.State {
    /// Keeps an exchange, and lets go of the oldest when there is too much content.
    fileprivate mutating func keep(_ exchange: Exchange, of id: String, byteLimit: Int) {
        let old = exchanges.updateValue(exchange, forKey: id)
        byteCount += (exchange.response?.body.count ?? 0) - (old?.response?.body.count ?? 0)
        if old != nil { order.removeAll { $0 == id } }
        order.append(id)
        let latest = exchange.response?.body.count ?? 0
        while byteCount - latest > byteLimit, order.count > 1 {
            let oldest = exchanges.removeValue(forKey: order.removeFirst())
            byteCount -= oldest?.response?.body.count ?? 0
        }
    }
}
