import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs one download of a target: the client core's download into a temporary file, which then is
/// put where the task says.
struct TargetDownload: Sendable {
    let calls: TargetCalls
    let report: ProgressReport?

    /// Downloads, from resume data on if there is any, and puts the file in its place.
    @concurrent
    func perform(_ target: some TargetType, resumeData: Data?) async -> DownloadEnd {
        let bridge = calls.interceptor.map { BridgedInterceptor($0) }
        let request: TargetRequest
        let download: Download
        do throws(NetworkError) {
            request = try TargetRequest(target, for: .download)
            download = try calls.sender(through: bridge).download(
                request.urlRequest,
                to: URL.temporaryDirectory.appending(path: "download-\(UUID().uuidString)"),
                resuming: try resumeData.map(ResumeToken.checked)
            )
        } catch {
            return DownloadEnd(result: .failure(error))
        }
        do {
            let file = try await finished(download)
            let sent = bridge?.sent ?? request.urlRequest
            let response = Response(
                urlRequest: sent,
                data: nil,
                httpURLResponse: file.exchange.responseURL(askedFor: sent.url)
                    .flatMap { file.head.urlResponse(url: $0) }
            )
            return DownloadEnd(result: file.place(response, at: request.destination))
        } catch let failure as DownloadFailure {
            let error = error(failure, sent: bridge?.sent ?? request.urlRequest)
            return DownloadEnd(
                result: .failure(bridge?.finalError(about: request) ?? error),
                resumeData: failure.resumeToken.map { Data($0.text.utf8) }
            )
        } catch {
            return DownloadEnd(result: .failure(.underlying(error, nil)))
        }
    }

    /// Tells of the progress and waits for the end, which is a part to go on from when the task that
    /// waits is cancelled.
    private func finished(_ download: Download) async throws -> DownloadedFile {
        let work = Task {
            for await progress in download.progress {
                report?.report(progress.completed, of: progress.total)
            }
            return try await download.result()
        }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            download.cancelKeepingPartialFile()
        }
    }

    private func error(_ failure: DownloadFailure, sent: URLRequest) -> NetworkError {
        let url =
            failure.exchange.map { $0.responseURL(askedFor: sent.url) } ?? sent.url
        switch failure.code {
        case .request(let problem):
            return .encodingFailed(reason: .underlying(problem))
        case .network(let cause):
            let problem = failure.exchange.flatMap { ClientError($0) }
            return problem.map { NetworkError($0, url: url) } ?? .underlying(cause, nil)
        case .status(let response):
            let found = failure.exchange.flatMap { calls.validator.problem(with: $0) }
            // Accepted all the same: a part that nobody asked for.
            guard var problem = found else {
                return .statusCode(Response(response, to: sent, from: url))
            }
            problem.body = response.body
            return NetworkError(problem, url: url)
        }
    }
}
