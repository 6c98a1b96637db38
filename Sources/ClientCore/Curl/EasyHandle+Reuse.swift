import CCurl
import HTTPModel

extension EasyHandle {
    /// Makes the handle ready for a hop of `transfer`.
    ///
    /// Setting every option takes a fifth of the time of a small request, so it is left out when the
    /// options are as this hop needs them: the hop before went well, and its request differed at most
    /// in path and query, which the URL alone carries.
    func prepare(for transfer: Transfer, configuration: CurlTransport.Configuration) {
        let submission = transfer.submission
        unsafe self.transfer = Unmanaged.passUnretained(transfer)
        defer { show(!transfer.isTerse) }
        guard let model, model.suits(submission, by: transfer.route) else {
            let request = submission.request
            reset()
            CurlCallbacks.connect(self)
            set(CURLOPT_URL, request.wireURL)
            configure(for: request, route: transfer.route, configuration: configuration)
            if transfer.route.usesTLS { CurlCallbacks.connectTLS(self) }
            self.model = HandleModel(request, transfer.route)
            return
        }
        clearProblem()
        guard !model.leads(where: submission) else { return }
        set(CURLOPT_URL, submission.request.wireURL)
        self.model = HandleModel(submission.request, transfer.route)
    }

    /// Parts with the transfer; after a failure the next one sets every option.
    func release(isSuccess: Bool) {
        unsafe transfer = nil
        if !isSuccess { model = nil }
    }
}

/// A hop whose options are set in a handle.
final class HandleModel {
    /// The request.
    let request: PreparedRequest
    private let route: HopRoute

    /// Notes a hop; `nil` when its handle must not serve another one as it is.
    ///
    /// That holds after a request with content, to which libcurl keeps a pointer, or with
    /// authentication, of which it keeps a state.
    fileprivate init?(_ request: PreparedRequest, _ route: HopRoute) {
        guard request.content == nil, request.options.authentication == nil else { return nil }
        self.request = request
        self.route = route
    }

    /// Whether the handle serves `other` once its URL is set.
    ///
    /// Compares every part of a request but where its target leads and the time that is left, which
    /// is the clock's, and the route, in which the environment has a say.
    fileprivate func suits(_ other: Submission, by otherRoute: HopRoute) -> Bool {
        if case .some = other.request.content { return false }
        return other.request.method == request.method
            && other.request.target.host == request.target.host
            && other.request.target.port == request.target.port
            && other.request.target.scheme == request.target.scheme
            && other.request.target.userInfo == request.target.userInfo
            && other.request.fields == request.fields
            && other.request.options == request.options && otherRoute == route
    }

    /// Whether path and query are those of `other`.
    fileprivate func leads(where other: Submission) -> Bool {
        other.request.target.path == request.target.path
            && other.request.target.query == request.target.query
    }
}

@available(*, unavailable)
extension HandleModel: Sendable {}

extension PreparedRequest {
    /// The URI as given to libcurl: no user information, which would become a credential, and no
    /// fragment.
    fileprivate var wireURL: String {
        var target = target
        if target.path.isEmpty { target.path = "/" }
        return target.displayText
    }
}
