import ClientCore
package import HTTPModel

// What lists and reports say of a result, read where it is: a result may hold megabytes.
extension RunResult {
    /// The status, when a whole response came.
    package var status: HTTPStatus? { $exchange.box?.value.status }

    /// Why no whole response came.
    package var failureCode: NetworkFailure.Code? {
        guard case .failure(let failure)? = $exchange.box?.value.result else { return nil }
        return failure.code
    }

    /// From start to end; `nil` when nothing was sent.
    package var elapsed: Duration? { $exchange.box?.value.elapsed }

    /// The stable name of the error case, as `Mapping.apiError`; `nil` also when nothing was sent.
    package var apiError: String? {
        guard let box = $mapping.box else { return nil }
        guard let rule = box.value.rule else { return "unknown" }
        return rule.apiError
    }
}
