#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension CacheMode {
    /// The mode nearest to a cache policy of Foundation.
    ///
    /// The two that ignore stored responses are one here: `reload`, which also asks caches on the way
    /// not to answer. Without a cache of the client every policy asks the server.
    public init(_ policy: URLRequest.CachePolicy) {
        switch policy {
        case .useProtocolCachePolicy: self = .standard
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: self = .reload
        case .returnCacheDataElseLoad: self = .preferStored
        case .returnCacheDataDontLoad: self = .onlyStored
        case .reloadRevalidatingCacheData: self = .revalidate
        }
    }

    /// The cache policy of Foundation nearest to the mode.
    ///
    /// Foundation has none that stores nothing, so `none` becomes one that uses nothing stored.
    public var policy: URLRequest.CachePolicy {
        switch self {
        case .standard: .useProtocolCachePolicy
        case .reload, .none: .reloadIgnoringLocalCacheData
        case .revalidate: .reloadRevalidatingCacheData
        case .preferStored: .returnCacheDataElseLoad
        case .onlyStored: .returnCacheDataDontLoad
        }
    }
}
