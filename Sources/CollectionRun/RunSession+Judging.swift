import ClientCore
import Collections
import HTTPModel

extension RunSession {
    /// Keeps what came in the result, and judges it.
    func finish(_ result: inout RunResult, with exchange: consuming Exchange) {
        result.$exchange = Boxed(holding: exchange)
        judge(&result)
        let secrets = ResponseSecrets.values(in: result.$exchange)
        memory.remember(result, secrets: secrets, keepsExchange: settings.keepsExchanges)
        result.secrets = memory.secrets
    }

    /// Maps the exchange, takes the captures, checks the assertions, and decides the outcome.
    ///
    /// The exchange stays in its box: only assertions and captures need a copy of it.
    private func judge(_ result: inout RunResult) {
        guard let box = result.$resolved.box, let came = result.$exchange.box else { return }
        var captureFaults: [AssertionResult] = []
        var isSuccess = false
        if let status = result.status {
            let known = statusMappings.mapping(of: status)
            result.$mapping = known.mapping
            isSuccess = known.isSuccess
            let captures = box.value.captures
            if !captures.isEmpty { captureFaults = result.capture(captures, from: came.value) }
        } else {
            result.$mapping = Boxed(holding: mapping.map(came.value))
        }
        let assertions = box.value.assertions
        if !assertions.isEmpty { result.check(assertions, on: came.value) }
        if !captureFaults.isEmpty { result.assertions += captureFaults }
        let allPassed = result.assertions.allSatisfy(\.isPassed)
        if let code = result.failureCode {
            let isAsserted = assertions.contains { $0.subject.isAboutFailures }
            result.outcome = isAsserted && allPassed && code != .cancelled ? .passed : .error
        } else {
            let isGood = result.assertions.isEmpty ? isSuccess : allPassed
            result.outcome = isGood ? .passed : .failed
        }
    }
}

extension RunResult {
    /// Judges the exchange by assertions.
    fileprivate mutating func check(_ wanted: [Assertion], on exchange: Exchange) {
        let apiError = mapping?.apiError
        assertions = wanted.map { $0.evaluate(on: exchange, apiError: apiError) }
        if let resolved, let disguise = resolved.disguise {
            disguiseAssertions(resolved, as: disguise, on: exchange)
        }
    }

    /// Takes values from the response.
    ///
    /// - Returns: For each capture without a value an assertion that does not hold.
    fileprivate mutating func capture(
        _ wanted: [Capture],
        from exchange: Exchange
    ) -> [AssertionResult] {
        var faults: [AssertionResult] = []
        for capture in wanted {
            do {
                captures[capture.name] = try capture.value(in: exchange)
            } catch {
                faults.append(
                    AssertionResult(
                        text: "capture \(capture.text)",
                        location: capture.location,
                        isPassed: false,
                        actual: error.detail
                    )
                )
            }
        }
        return faults
    }
}

extension Assertion.Subject {
    /// Whether a condition on it can hold without a response because it is about there being none.
    fileprivate var isAboutFailures: Bool {
        switch self {
        case .apiError, .failure: true
        default: false
        }
    }
}
