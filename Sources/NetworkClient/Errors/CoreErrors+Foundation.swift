public import ClientCore
public import Foundation
public import HTTPModel

// What `localizedDescription` gives for the errors of the core: without these conformances it names
// the type and a number.

extension CookieFileError: LocalizedError {
    /// What is wrong with the file, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension ContentStreamError: LocalizedError {
    /// Why the stream gives no content, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension CurlProblem: LocalizedError {
    /// Why the text gave no request, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension DownloadFailure: LocalizedError {
    /// What happened, as sentences: that of the failure inside, or the status that came.
    public var errorDescription: String? {
        switch code {
        case .request(let failure): failure.errorDescription
        case .network(let failure): failure.errorDescription
        case .status: description.asSentence
        }
    }
}

extension EventSourceError: LocalizedError {
    /// What came instead of events, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension PaginationError: LocalizedError {
    /// Why there is no next page, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension ResponseCacheError: LocalizedError {
    /// Why the folder cannot hold a cache, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension ResumeError: LocalizedError {
    /// Why the download cannot go on, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension TargetURIError: LocalizedError {
    /// What is wrong with the URL, as a sentence.
    public var errorDescription: String? { description.asSentence }
}

extension TokenStoreError: LocalizedError {
    /// What the store could not do, as a sentence without any secret.
    public var errorDescription: String? { description.asSentence }
}

extension String {
    /// The fragment with a capital letter and a full stop.
    fileprivate var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
