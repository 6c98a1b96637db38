import Foundation
import Glibc

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The temporary file that a download goes into, until it is put in its place.
final class DownloadFile {
    /// Where it is.
    let url: URL
    /// How many bytes it holds.
    private(set) var length: Int
    private let handle: FileHandle

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - point: What it is to go on from; `nil` for a file of its own.
    ///   - stale: A point that is given up when `point` is `nil`; its file is removed.
    /// - Throws: What Foundation says when there is no file to be had.
    init(goingOnFrom point: ResumePoint?, insteadOf stale: ResumePoint?) throws {
        if let point {
            url = try point.checkedFile()
            length = point.received
            handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            return
        }
        if let stale { try? FileManager.default.removeItem(atPath: stale.partialFile) }
        url = URL.temporaryDirectory.appending(path: "download-\(UUID().uuidString)")
        length = 0
        try Data().write(to: url)
        handle = try FileHandle(forWritingTo: url)
    }

    /// Adds bytes at the end.
    func append(_ octets: Octets) throws {
        try handle.write(contentsOf: octets.data)
        length += octets.count
    }

    /// Removes the file.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: url)
    }

    /// Moves the file where `destination` says.
    func place(
        _ response: Response,
        at destination: DownloadDestination?
    ) -> Result<URL, NetworkError> {
        do {
            try handle.synchronize()
            try handle.close()
            guard let destination, let head = response.httpURLResponse else {
                throw NetworkFailure(.internal, phase: .receive)
            }
            let (place, options) = destination(url, head)
            if place != url { try move(to: place, options) }
            return .success(place)
        } catch {
            discard()
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
