import CCurl
import HTTPModel

extension EasyHandle {
    /// Makes the handle ready for a hop of `transfer`.
    ///
    /// Setting every option takes a fifth of the time of a small request, so it is left out when the
    /// options are as this hop needs them: the hop before went well, and its request differed at most
    /// in path and query, which the URL alone carries. That is safe because `shape` compares the
    /// request as a whole, whatever parts it comes to have; a request with content, to which libcurl
    /// keeps a pointer, or with authentication, of which it keeps a state, has no shape.
    func prepare(for transfer: Transfer, configuration: CurlTransport.Configuration) {
        let request = transfer.submission.request
        let shape = request.handleShape
        unsafe self.transfer = transfer
        let url = request.wireURL
        let route = transfer.route
        if let shape, shape == self.shape, route == self.route {
            clearProblem()
            if url != self.url { set(CURLOPT_URL, url) }
        } else {
            reset()
            CurlCallbacks.connect(self)
            set(CURLOPT_URL, url)
            configure(for: request, route: route, configuration: configuration)
            if route.usesTLS { CurlCallbacks.connectTLS(self) }
            (self.shape, self.route) = (shape, route)
        }
        self.url = url
    }

    /// Parts with the transfer; after a failure the next one sets every option.
    func release(isSuccess: Bool) {
        unsafe transfer = nil
        if !isSuccess { shape = nil }
    }
}

extension PreparedRequest {
    /// The request without what the options of a handle do not depend on; `nil` when a handle must not
    /// be used for another request without a reset.
    fileprivate var handleShape: PreparedRequest? {
        guard content == nil, options.authentication == nil else { return nil }
        var shape = self
        shape.target.path = ""
        shape.target.query = nil
        shape.target.fragment = nil
        shape.totalTimeLeft = nil
        return shape
    }

    /// The URI as given to libcurl: no user information, which would become a credential, and no
    /// fragment.
    fileprivate var wireURL: String {
        var target = target
        if target.path.isEmpty { target.path = "/" }
        return target.displayText
    }
}
