import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// Creates a response of status 200 without fields, as on Apple's platforms.
    public convenience init() {
        // The only way to call the failable initializer from here; it refuses no status.
        // swift-format-ignore: NeverForceUnwrap
        self.init(
            url: URL(filePath: "/"),
            statusCode: 200,
            httpVersion: nil,
            headerFields: nil
        )!
    }
}
