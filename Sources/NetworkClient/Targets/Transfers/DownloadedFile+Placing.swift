import Foundation
import Glibc

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension DownloadedFile {
    /// Moves the file, which is a temporary one, where `destination` says.
    ///
    /// - Returns: Its place; without one it is removed.
    func place(
        _ response: Response,
        at destination: DownloadDestination?
    ) -> Result<URL, NetworkError> {
        do {
            guard let destination, let head = response.httpURLResponse else {
                throw NetworkFailure(.internal, phase: .receive)
            }
            let (place, options) = destination(url, head)
            if place != url { try move(to: place, options) }
            return .success(place)
        } catch {
            try? FileManager.default.removeItem(at: url)
            return .failure(.underlying(error, response))
        }
    }

    private func move(to place: URL, _ options: DownloadOptions) throws {
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
        try files.moveItem(at: url, to: beside)
        guard rename(beside.path(percentEncoded: false), path) == 0 else {
            let error = POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            try? files.removeItem(at: beside)
            throw error
        }
    }
}
