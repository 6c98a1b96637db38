import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Performs one download of a target: the content goes into a file as it comes.
struct TargetDownload: Sendable {
    let calls: TargetCalls
    let report: ProgressReport?

    /// The most octets of a refused response to keep for its error.
    private static let errorLimit = 1 << 20

    /// Downloads, from resume data on if there is any, and puts the file in its place.
    @concurrent
    func perform(_ target: some TargetType, resumeData: Data?) async -> DownloadEnd {
        let request: TargetRequest
        let point: ResumePoint?
        do throws(NetworkError) {
            request = try TargetRequest(target, for: .download)
            point = try resumeData.map(Self.point)
        } catch {
            return DownloadEnd(result: .failure(error))
        }
        if let point, let end = await send(request, from: point) { return end }
        // Without resume data, or the content has changed, or the server takes no range of it.
        return await send(request, from: nil)
            ?? DownloadEnd(result: .failure(.underlying(ResumeError.unreadable, nil)))
    }

    /// Sends the request; `nil` when it asked for a range that cannot be had.
    private func send(_ target: TargetRequest, from point: ResumePoint?) async -> DownloadEnd? {
        let bridge = calls.interceptor.map { BridgedInterceptor($0) }
        var sender = calls.sender(through: bridge)
        let adjust = sender.adjust
        // Ranges count bytes as they are stored, so content codings would be in the way.
        sender.adjust = { request in
            adjust(&request)
            request.options.isDecoding = false
        }
        let asked = point.map { Self.request(target.urlRequest, from: $0) } ?? target.urlRequest
        switch await sender.open(asked) {
        case .refused(let error):
            return DownloadEnd(result: .failure(bridge?.finalError(about: target) ?? error))
        case .failed(let exchange, let failure):
            let error =
                ClientError(exchange).map { NetworkError($0, url: asked.url) }
                ?? .underlying(failure, nil)
            let end = bridge?.finalError(about: target) ?? error
            return DownloadEnd(result: .failure(end), resumeData: point?.resumeData)
        case .response(let response):
            let sent = bridge?.sent ?? asked
            if let point, !Self.isRest(response.head, behind: point) {
                guard response.head.status.rawValue == 200 else { return nil }
            }
            if let refused = await refusal(of: response, to: sent) {
                let error = bridge?.finalError(about: target) ?? refused
                return DownloadEnd(result: .failure(error))
            }
            return await receive(response, to: sent, target, behind: point)
        }
    }

    /// Whether a response is what is missing behind `point`.
    ///
    /// - SeeAlso: RFC 9110 §15.3.7.
    private static func isRest(_ head: HTTPResponseHead, behind point: ResumePoint) -> Bool {
        head.status.rawValue == 206
            && head.fields["Content-Range"]?.hasPrefix("bytes \(point.received)-") == true
    }

    /// Why a response is no file to keep; `nil` when it is one.
    private func refusal(
        of response: StreamedResponse,
        to request: URLRequest
    ) async -> NetworkError? {
        guard var problem = calls.validator.problem(with: response.opening) else { return nil }
        problem.body = (try? await response.body.collect(upTo: Self.errorLimit)) ?? Octets()
        return NetworkError(problem, url: request.url)
    }

    /// Writes the content to a file while it comes, and puts the file in its place.
    private func receive(
        _ response: StreamedResponse,
        to request: URLRequest,
        _ target: TargetRequest,
        behind point: ResumePoint?
    ) async -> DownloadEnd {
        let head = response.head
        let kept = Response(
            urlRequest: request,
            data: nil,
            httpURLResponse: request.url.flatMap { head.urlResponse(url: $0) }
        )
        let file: DownloadFile
        do {
            let earlier = head.status.rawValue == 206 ? point : nil
            file = try DownloadFile(goingOnFrom: earlier, insteadOf: point)
        } catch {
            return DownloadEnd(result: .failure(.underlying(error, kept)))
        }
        let rest = head.fields["Content-Length"].flatMap { Int($0) }
        let total = rest.map { $0 + file.length }
        do {
            report?.report(file.length, of: total)
            for try await piece in response.body {
                try file.append(piece)
                report?.report(file.length, of: total)
            }
        } catch let failure as NetworkFailure {
            var exchange = response.opening
            exchange.result = .failure(failure)
            let error = ClientError(exchange).map { NetworkError($0, url: request.url) }
            let next = request.url.flatMap { url in
                ResumePoint(
                    url: url.absoluteString,
                    head: head,
                    received: file.length,
                    partialFile: file.url
                )
            }
            if next == nil { file.discard() }
            return DownloadEnd(
                result: .failure(error ?? .underlying(failure, kept)),
                resumeData: next?.resumeData
            )
        } catch {
            file.discard()
            return DownloadEnd(result: .failure(.underlying(error, kept)))
        }
        return DownloadEnd(result: file.place(kept, at: target.destination))
    }

    private static func point(_ resumeData: Data) throws(NetworkError) -> ResumePoint {
        do throws(ResumeError) {
            let point = try ResumePoint(resumeData: resumeData)
            _ = try point.checkedFile()
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
}
