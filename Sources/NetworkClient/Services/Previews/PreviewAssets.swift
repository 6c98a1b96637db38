import Fixtures
public import Foundation

/// A folder of answers for previews, found by host and path.
///
/// An asset is a file named as the URL without its scheme: `api.movies.example.test/3/movies` with any
/// of the known extensions, such as `.json` or `.png`. Its content is the answer, with status 200. What
/// Apus stores as fixtures below the folder answers first, with status, fields and failures.
///
/// When no file has the name with the query, its last item is left out, then the one before, until the
/// query is gone.
public struct PreviewAssets: Hashable, Sendable {
    /// The folder that holds one folder for each host.
    public let root: URL
    /// Whether the asset of `movies` answers for `movies/42`, when that has none.
    public var isSearchingParents: Bool

    /// Creates the assets of a folder; nothing is read yet.
    public init(root: URL, isSearchingParents: Bool = false) {
        self.root = root
        self.isSearchingParents = isSearchingParents
    }

    /// Creates the assets that are resources of a bundle, such as `.module`.
    ///
    /// - Parameters:
    ///   - bundle: The bundle.
    ///   - folder: The folder in it; empty for its top.
    public init(bundle: Bundle, folder: String = "") {
        let top = bundle.resourceURL ?? bundle.bundleURL
        self.init(root: folder.isEmpty ? top : top.appending(path: folder))
    }

    /// The folder named by `NETWORK_PREVIEW_ASSETS`, else `Fixtures` in the current folder.
    public static var standard: PreviewAssets {
        let named = ProcessInfo.processInfo.environment["NETWORK_PREVIEW_ASSETS"]
        return PreviewAssets(root: URL(filePath: named ?? FixtureStore.folderName))
    }

    /// The content of the asset for a URL.
    ///
    /// - Throws: `NetworkPreviewError.previewAssetNotFound`; `NetworkFailure` when the asset is one.
    public func data(for url: URL) throws -> Data {
        let target = try TargetURI(url.absoluteString)
        guard let answer = answer(to: HTTPRequest(.get, target)) else {
            throw NetworkPreviewError.previewAssetNotFound(assetName: Self.name(of: target))
        }
        return try answer.get().body.data
    }

    /// The name of the asset for a target: host, port, path and query.
    static func name(of target: TargetURI) -> String {
        target.authority + target.path + (target.query.map { "?" + $0 } ?? "")
    }

    /// The extensions that assets may have, in the order in which they are tried.
    private static let extensions = [
        "", ".json", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".txt", ".xml", ".html", ".csv",
        ".bin", ".data",
    ]

    /// The answer to a request; `nil` when there is no asset for it.
    func answer(to request: HTTPRequest) -> Result<HTTPResponse, NetworkFailure>? {
        if let stored = stored(for: request) { return stored.outcome }
        for name in Self.names(for: request.target, withParents: isSearchingParents) {
            for ending in Self.extensions {
                if let response = response(fromFile: name + ending) { return .success(response) }
            }
        }
        return nil
    }

    /// The fixture that answers a request; folders of other hosts are not read.
    private func stored(for request: HTTPRequest) -> Fixture? {
        let path = root.path(percentEncoded: false)
        guard let fixtures = try? FixtureStore(root: path).load() else { return nil }
        let match = fixtures.match(
            method: request.method,
            authority: request.target.authority,
            target: request.target.requestTarget,
            fields: request.fields,
            body: request.body.octets
        )
        guard case .hit(let stored) = match,
            HTTPToken.equalsIgnoringCase(stored.fixture.authority, request.target.authority)
        else { return nil }
        return stored.fixture
    }

    /// The names to try, the most special one first.
    private static func names(for target: TargetURI, withParents: Bool) -> [String] {
        var target = target
        target.host = target.host.lowercased()
        var names: [String] = []
        while !target.queryItems.isEmpty {
            names.append(name(of: target))
            target.queryItems.removeLast()
        }
        target.query = nil
        var segments = target.path.split(separator: "/").map(String.init)
        repeat {
            let path = segments.map { "/" + $0 }.joined()
            names.append(target.authority + path)
            if !segments.isEmpty { segments.removeLast() }
        } while withParents && !segments.isEmpty
        return names
    }

    /// The file of this name as a response; no name leads out of the folder.
    private func response(fromFile name: String) -> HTTPResponse? {
        for name in [name, PercentEncoding.decode(name)] where Self.staysInside(name) {
            let path = root.appending(path: name).path(percentEncoded: false)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                !isFolder.boolValue,
                let data = try? Data(contentsOf: URL(filePath: path))
            else { continue }
            let head = HTTPResponseHead(
                status: HTTPStatus(200),
                fields: ["Content-Type": Self.mediaType(ofFile: name, data)]
            )
            return HTTPResponse(head: head, body: data.octets)
        }
        return nil
    }

    private static func staysInside(_ name: String) -> Bool {
        !name.contains("\0") && !name.split(separator: "/").contains { $0 == ".." || $0 == "." }
    }

    private static func mediaType(ofFile name: String, _ data: Data) -> String {
        if let image = ImageResource(data: data) { return image.format.mediaType }
        let file = name.split(separator: "/").last ?? ""
        switch file.split(separator: ".").last {
        case "txt": return "text/plain; charset=utf-8"
        case "xml": return "application/xml"
        case "html": return "text/html; charset=utf-8"
        case "csv": return "text/csv; charset=utf-8"
        case "bin", "data": return "application/octet-stream"
        default: return "application/json"
        }
    }
}
