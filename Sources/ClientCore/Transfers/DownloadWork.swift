import Files
import Glibc
import HTTPModel
import Synchronization

/// What a download does, from the request to the file at its destination.
final class DownloadWork: Sendable {
    /// Told how far it has come.
    let progress: ProgressStream
    private let client: HTTPClient
    private let request: HTTPRequest
    private let token: Token?
    private let destination: String
    private let placement: DownloadPlacement
    private let resuming: ResumeToken?
    private let isKeeping = Atomic(false)

    /// How much of the content of an unsuccessful response is kept.
    private static let refusalLimit = 64 << 10

    init(
        client: HTTPClient,
        request: HTTPRequest,
        token: Token?,
        destination: String,
        placement: DownloadPlacement,
        resuming: ResumeToken?
    ) {
        self.client = client
        self.request = request
        self.token = token
        self.destination = destination
        self.placement = placement
        self.resuming = resuming
        progress = ProgressStream(time: client.configuration.time)
    }

    /// Has what was received kept when the download is cancelled.
    func keepPartialFile() { isKeeping.store(true, ordering: .releasing) }

    private var isKeepingPartialFile: Bool { isKeeping.load(ordering: .acquiring) }

    /// Downloads.
    func run() async throws(DownloadFailure) -> DownloadedFile {
        do throws(NetworkFailure) {
            try prepareFolder()
        } catch {
            throw DownloadFailure(.network(error), resumeToken: resuming)
        }
        if let resuming, resuming.url == url, resuming.validator != nil,
            let file = PartialFile(path: resuming.partialPath, received: resuming.received),
            file.count > 0
        {
            if let result = try await resume(resuming, file) { return result }
        }
        resuming?.discard()
        let response = try await open(plainRequest)
        guard isAccepted(response), response.status.rawValue != 206 else {
            throw await refusal(response)
        }
        return try await store(response, in: try newFile(), total: total(of: response.head, 0))
    }

    private var url: String {
        var target = request.target
        target.userInfo = nil
        target.fragment = nil
        return target.text
    }

    /// The request for all of the content, without codings, so that ranges mean what they say.
    private var plainRequest: HTTPRequest {
        var request = request
        if !request.fields.contains(named: "Accept-Encoding") {
            request.fields.append("Accept-Encoding", "identity")
        }
        return request
    }

    /// Asks for what is missing.
    ///
    /// - Returns: `nil` when the content must be had anew.
    private func resume(
        _ token: ResumeToken,
        _ file: PartialFile
    ) async throws(DownloadFailure) -> DownloadedFile? {
        var request = plainRequest
        request.fields["Range"] = "bytes=\(file.count)-"
        request.fields["If-Range"] = token.validator
        let response: StreamedResponse
        do throws(DownloadFailure) {
            response = try await open(request)
        } catch {
            let isKept = error.networkFailure?.code != .cancelled || isKeepingPartialFile
            if !isKept { file.remove() }
            throw DownloadFailure(
                error.code,
                resumeToken: isKept ? kept(token, file) : nil,
                exchange: error.exchange
            )
        }
        let range = ContentRange(response.head.fields["Content-Range"] ?? "")
        let isSame = token.isAbout(response.head.fields)
        switch response.status.rawValue {
        case 206 where isSame && range?.start == file.count:
            let total = range?.total ?? total(of: response.head, file.count)
            return try await store(response, in: file, total: total, after: token)
        case 416 where isSame && range?.start == nil && range?.total == file.count:
            // All of it was there already.
            _ = try? await response.body.prefix(upTo: Self.refusalLimit)
            return try await finish(file, response, after: token)
        case 200 where isAccepted(response):
            do throws(NetworkFailure) {
                try file.empty()
            } catch {
                throw DownloadFailure(.network(error))
            }
            return try await store(response, in: file, total: total(of: response.head, 0))
        case 206, 412, 416:
            response.body.cancel()
            return nil
        default:
            var failure = await refusal(response)
            failure.resumeToken = kept(token, file)
            throw failure
        }
    }

    private func kept(_ token: ResumeToken, _ file: PartialFile) -> ResumeToken {
        var token = token
        token.received = file.count
        return token
    }

    private func open(_ request: HTTPRequest) async throws(DownloadFailure) -> StreamedResponse {
        let opening: StreamOpening
        do throws(PreparationFailure) {
            opening = try await client.openStream(request, token: token)
        } catch {
            throw DownloadFailure(.request(error))
        }
        switch opening {
        case .response(let response): return response
        case .failure(let exchange, let failure):
            throw DownloadFailure(.network(failure), exchange: exchange)
        }
    }

    private func isAccepted(_ response: StreamedResponse) -> Bool {
        client.configuration.validator.problem(with: response.opening) == nil
    }

    private func refusal(_ response: StreamedResponse) async -> DownloadFailure {
        let body = (try? await response.body.prefix(upTo: Self.refusalLimit)) ?? Octets()
        return DownloadFailure(
            .status(HTTPResponse(head: response.head, body: body)),
            exchange: response.opening
        )
    }

    /// Writes the content to `file`, and gives the file its name.
    private func store(
        _ response: StreamedResponse,
        in file: PartialFile,
        total: Int?,
        after earlier: ResumeToken? = nil
    ) async throws(DownloadFailure) -> DownloadedFile {
        progress.begin(at: file.count)
        progress.update(completed: file.count, total: total)
        do throws(NetworkFailure) {
            let reader = response.body.makeAsyncIterator()
            while let piece = try await reader.next() {
                try file.append(piece)
                progress.update(completed: file.count, total: total)
            }
            // A server may give less than was asked for.
            if earlier != nil, let total, file.count != total {
                let detail = "\(file.count) of \(total) bytes"
                throw NetworkFailure(.receiveTruncated, phase: .receive, detail: detail)
            }
        } catch {
            response.body.cancel()
            throw failure(error, response, file, after: earlier)
        }
        return try await finish(file, response, after: earlier)
    }

    private func finish(
        _ file: PartialFile,
        _ response: StreamedResponse,
        after earlier: ResumeToken?
    ) async throws(DownloadFailure) -> DownloadedFile {
        do throws(NetworkFailure) {
            try file.move(to: destination, replaces: placement.removesPreviousFile)
        } catch {
            throw failure(error, response, file, after: earlier)
        }
        let exchange = await response.exchange()
        return DownloadedFile(path: destination, head: response.head, exchange: exchange)
    }

    /// The failure, with what was received kept if it may be of use.
    private func failure(
        _ failure: NetworkFailure,
        _ response: StreamedResponse,
        _ file: PartialFile,
        after earlier: ResumeToken?
    ) -> DownloadFailure {
        var exchange = response.opening
        exchange.result = .failure(failure)
        let isKept = failure.code != .cancelled || isKeepingPartialFile
        let token = ResumeToken(
            url: url,
            fields: response.head.fields,
            received: file.count,
            partialPath: file.path,
            earlier: earlier
        )
        guard isKept, let token else {
            file.remove()
            return DownloadFailure(.network(failure), exchange: exchange)
        }
        return DownloadFailure(.network(failure), resumeToken: token, exchange: exchange)
    }

    private func total(of head: HTTPResponseHead, _ start: Int) -> Int? {
        guard !head.fields.contains(named: "Content-Encoding") else { return nil }
        guard let length = head.fields["Content-Length"].flatMap({ Int($0) }), length >= 0 else {
            return nil
        }
        // A server may announce anything.
        let (total, isTooLong) = start.addingReportingOverflow(length)
        return isTooLong ? nil : total
    }

    private func prepareFolder() throws(NetworkFailure) {
        do throws(FileError) {
            let folder = FilePath.directory(of: destination)
            if placement.createsIntermediateDirectories {
                try FileSystem.createDirectories(folder)
            }
            if !placement.removesPreviousFile, FileSystem.exists(destination) {
                throw FileError(path: destination, operation: "write", errorNumber: EEXIST)
            }
        } catch {
            throw PartialFile.failure(error)
        }
    }

    private func newFile() throws(DownloadFailure) -> PartialFile {
        do throws(NetworkFailure) {
            return try PartialFile(beside: destination)
        } catch {
            throw DownloadFailure(.network(error))
        }
    }
}

/// The value of a `Content-Range` field in bytes.
///
/// - SeeAlso: RFC 9110 §14.4.
struct ContentRange: Hashable {
    /// The first byte; `nil` when no range is satisfied.
    var start: Int?
    /// The length of the whole; `nil` when it is not known.
    var total: Int?

    /// Reads `bytes 5-9/10`, `bytes 5-9/*` or `bytes */10`.
    ///
    /// - Returns: `nil` for anything else.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        total = Int(halves[1])
        if halves[0] == "*" { return }
        let bounds = halves[0].split(separator: "-").map { Int($0) }
        guard bounds.count == 2, let first = bounds[0], let last = bounds[1], first <= last else {
            return nil
        }
        start = first
    }
}
