public import HTTPModel

extension HTTPClient {
    /// Begins to store the content of the response to `request` in a file.
    ///
    /// The request goes out as any other. Content comes without codings, unless the request asks
    /// for them, so that a download can be resumed where it ended: when the server gave a strong
    /// entity tag or a date, and what it has is still the same (RFC 9110 §14). Otherwise it starts
    /// anew. Only a response that the configuration's `validator` accepts is stored.
    ///
    /// - Parameters:
    ///   - request: What to ask for.
    ///   - destination: The path of the file.
    ///   - placement: How the file gets its place.
    ///   - resuming: The token of an earlier download of the same URL.
    ///   - token: The credential to apply; `nil` asks the configuration.
    /// - Returns: The download, which has begun.
    public func download(
        _ request: HTTPRequest,
        to destination: String,
        placement: DownloadPlacement = DownloadPlacement(),
        resuming: ResumeToken? = nil,
        token: Token? = nil
    ) -> Download {
        Download(
            DownloadWork(
                client: self,
                request: request,
                token: token,
                destination: destination,
                placement: placement,
                resuming: resuming
            )
        )
    }

    /// Begins to send `request`, and reports how far its content has come.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - token: The credential to apply; `nil` asks the configuration.
    ///   - observer: Told of the progress of each hop as well.
    /// - Returns: The upload, which has begun.
    public func upload(
        _ request: HTTPRequest,
        token: Token? = nil,
        observer: (any HopObserver)? = nil
    ) -> Upload {
        Upload(client: self, request: request, token: token, observer: observer)
    }
}
