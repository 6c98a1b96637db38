import Foundation
import Glibc

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs one download of a target.
struct TargetDownload: Sendable {
    let calls: TargetCalls
    /// Makes the observer of a transfer that goes on behind this many bytes.
    let observe: @Sendable (_ offset: Int) -> (any HopObserver)?

    /// Downloads, from resume data on if there is any, and puts the file in its place.
    @concurrent
    func perform(_ target: some TargetType, resumeData: Data?) async -> DownloadEnd {
        let request: TargetRequest
        var point: ResumePoint?
        do throws(NetworkError) {
            request = try TargetRequest(target, for: .download)
            point = try resumeData.map(Self.point)
        } catch {
            return DownloadEnd(result: .failure(error))
        }
        guard let destination = request.destination else {
            let error = NetworkError.unsuitableTask(task: target.task.name, call: "download")
            return DownloadEnd(result: .failure(error))
        }
        if let known = point {
            let asked = Self.request(request.urlRequest, from: known)
            let end = await send(asked, for: request, point: known, destination)
            if let end { return end }
            // The content has changed, or the server takes no range of it: from the start.
            point = nil
        }
        return await send(request.urlRequest, for: request, point: nil, destination)
            ?? DownloadEnd(result: .failure(.underlying(ResumeError.unreadable, nil)))
    }

    /// Sends a request; `nil` when it asked for a range that cannot be had.
    private func send(
        _ urlRequest: URLRequest,
        for target: TargetRequest,
        point: ResumePoint?,
        _ destination: DownloadDestination
    ) async -> DownloadEnd? {
        let bridge = calls.interceptor.map { BridgedInterceptor($0) }
        var sender = calls.sender(through: bridge)
        let adjust = sender.adjust
        // Ranges count bytes as they are stored, so content codings would be in the way.
        sender.adjust = { request in
            adjust(&request)
            request.options.isDecoding = false
        }
        let received = point?.received ?? 0
        let outcome = await sender.send(urlRequest, observer: observe(received))
        guard case .exchanged(let exchange, _) = outcome else {
            guard case .refused(let error) = outcome else { return nil }
            return DownloadEnd(result: .failure(bridge?.finalError(about: target) ?? error))
        }
        let sent = bridge?.sent ?? urlRequest
        let status = (exchange.response?.status ?? exchange.failure?.partialHead?.status)?.rawValue
        if point != nil, [412, 416].contains(status) { return nil }
        var earlier = Data()
        if let point, status == 206 {
            let head = exchange.response?.head ?? exchange.failure?.partialHead
            guard head?.fields["Content-Range"]?.hasPrefix("bytes \(point.received)-") == true,
                let content = try? point.partialContent()
            else { return nil }
            earlier = content
        }
        if let problem = calls.validator.problem(with: exchange) {
            let error = bridge?.finalError(about: target) ?? NetworkError(problem, url: sent.url)
            var end = DownloadEnd(result: .failure(error))
            if let failure = exchange.failure {
                end.resumeData = Self.resumeData(after: failure, earlier: earlier, sent, point)
            }
            return end
        }
        guard let response = exchange.response else { return nil }
        if let point { try? FileManager.default.removeItem(atPath: point.partialFile) }
        let content = earlier + response.body.data
        return DownloadEnd(
            result: Self.place(content, of: Response(response, to: sent), at: destination)
        )
    }

    private static func point(_ resumeData: Data) throws(NetworkError) -> ResumePoint {
        do throws(ResumeError) {
            let point = try ResumePoint(resumeData: resumeData)
            _ = try point.partialContent()
            return point
        } catch {
            throw .underlying(error, nil)
        }
    }

    /// The request for what is missing, as long as the content is still the same.
    ///
    /// - SeeAlso: RFC 9110 §14.2 and §13.1.5.
    private static func request(_ request: URLRequest, from point: ResumePoint) -> URLRequest {
        var request = request
        request.setValue("bytes=\(point.received)-", forHTTPHeaderField: "Range")
        request.setValue(point.validator, forHTTPHeaderField: "If-Range")
        return request
    }

    private static func resumeData(
        after failure: NetworkFailure,
        earlier: Data,
        _ request: URLRequest,
        _ point: ResumePoint?
    ) -> Data? {
        guard let head = failure.partialHead, let url = request.url?.absoluteString else {
            // Nothing came: what was there before is still there.
            return point?.resumeData
        }
        let content = earlier + failure.partialBody.data
        let next = try? ResumePoint(url: url, head: head, content: content)
        if next != nil, let point { try? FileManager.default.removeItem(atPath: point.partialFile) }
        return (next ?? point)?.resumeData
    }

    /// Writes the content to a temporary file and moves it where `destination` says.
    private static func place(
        _ content: Data,
        of response: Response,
        at destination: DownloadDestination
    ) -> Result<URL, NetworkError> {
        guard let head = response.httpURLResponse else {
            return .failure(.underlying(NetworkFailure(.internal, phase: .receive), response))
        }
        let temporary = URL.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
        do {
            try content.write(to: temporary)
            let (place, options) = destination(temporary, head)
            guard place != temporary else { return .success(place) }
            defer { try? FileManager.default.removeItem(at: temporary) }
            try move(temporary, to: place, options)
            return .success(place)
        } catch {
            return .failure(.underlying(error, response))
        }
    }

    private static func move(_ file: URL, to place: URL, _ options: DownloadOptions) throws {
        let files = FileManager.default
        if options.contains(.createIntermediateDirectories) {
            try files.createDirectory(
                at: place.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
        }
        let path = place.path(percentEncoded: false)
        guard options.contains(.removePreviousFile) || !files.fileExists(atPath: path) else {
            throw CocoaError(.fileWriteFileExists, userInfo: [NSURLErrorKey: place])
        }
        // Beside the place first: only within one file system a file is replaced in one step.
        let beside = place.deletingLastPathComponent()
            .appending(path: ".\(place.lastPathComponent)-\(UUID().uuidString)")
        try files.moveItem(at: file, to: beside)
        guard rename(beside.path(percentEncoded: false), path) == 0 else {
            let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            try? files.removeItem(at: beside)
            throw error
        }
    }
}
