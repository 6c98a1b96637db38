public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A network in a preview mode of its own, else as the one it wraps.
///
/// Previews pass by the cookies and the cache of its client, so that neither learns from fixtures.
public struct PreviewNetwork<Base: Network>: Network {
    /// The error of the wrapped network.
    public typealias RemoteError = Base.RemoteError
    /// The fields of the wrapped network.
    public typealias Headers = Base.Headers

    /// The network it wraps.
    public let base: Base
    /// Whether fixtures answer.
    public let previewMode: NetworkPreviewMode
    /// Where the answers are found.
    public let previewAssets: PreviewAssets

    init(base: Base, mode: NetworkPreviewMode, assets: PreviewAssets) {
        self.base = base
        previewMode = mode
        previewAssets = assets
    }

    /// That of the wrapped type.
    public static var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy {
        Base.dateEncodingStrategy
    }
    /// That of the wrapped type.
    public static var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy {
        Base.dateDecodingStrategy
    }

    /// That of the wrapped network.
    public var baseURL: URL { base.baseURL }
    /// Those of the wrapped network.
    public var headers: Base.Headers { base.headers }
    /// That of the wrapped network.
    public var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { base.dateEncodingStrategy }
    /// That of the wrapped network.
    public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy { base.dateDecodingStrategy }
    /// That of the wrapped network.
    public var decoder: JSONDecoder { base.decoder }
    /// That of the wrapped network.
    public var encoder: JSONEncoder { base.encoder }
    /// That of the wrapped network.
    public var queryEncoding: URLEncoding { base.queryEncoding }
    /// That of the wrapped network.
    public var session: URLSession? { base.session }
    /// That of the wrapped network.
    public var client: HTTPClient { base.client }

    /// Reads an error as the wrapped network does.
    public func errorContent(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
        try base.errorContent(for: response, data: data)
    }

    /// Reads an error as the wrapped network does.
    public func remoteError(for response: HTTPURLResponse, data: Data) throws -> RemoteError {
        try base.remoteError(for: response, data: data)
    }
}

extension Network {
    /// This network in a preview mode; this one itself stays as it is.
    public func preview(_ mode: NetworkPreviewMode) -> PreviewNetwork<Self> {
        preview(mode, assets: previewAssets)
    }

    /// This network in a preview mode, answered from `assets`.
    public func preview(
        _ mode: NetworkPreviewMode = .always,
        assets: PreviewAssets
    ) -> PreviewNetwork<Self> {
        PreviewNetwork(base: self, mode: mode, assets: assets)
    }
}
