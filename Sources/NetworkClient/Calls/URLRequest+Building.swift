import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// Builds a request from the parts that targets and endpoints declare.
    ///
    /// - Throws: `NetworkError.encodingFailed` with `missingURL` when base and path make no `http` or
    ///   `https` URL, and with a `PreparationFailure` when a field cannot be sent: Foundation would leave
    ///   it out without a word.
    init(
        base: URL,
        path: String,
        method: HTTPMethod,
        headers: [String: String],
        cachePolicy: CachePolicy,
        timeout: TimeInterval
    ) throws(NetworkError) {
        guard let url = base.appending(reference: path) else {
            throw .encodingFailed(reason: .missingURL)
        }
        self.init(url: url, cachePolicy: cachePolicy, timeoutInterval: timeout)
        httpMethod = method.rawValue
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            if let problem = HTTPField(name, value).problem {
                throw .encodingFailed(
                    reason: .underlying(PreparationFailure(.request, detail: problem))
                )
            }
            setValue(value, forHTTPHeaderField: name)
        }
    }

    /// Sets the content to what `value` encodes itself to.
    ///
    /// - Throws: `NetworkError.encodingFailed` with `encodableConversion` when it does not.
    mutating func setContent(
        _ value: any Encodable,
        by encoder: JSONEncoder
    ) throws(NetworkError) {
        do {
            httpBody = try encoder.encode(value)
        } catch {
            throw .encodingFailed(reason: .encodableConversion)
        }
    }
}

extension URL {
    /// The URL with `reference` after its path: a path, and perhaps a query.
    ///
    /// The path goes behind the path of this URL with one slash between them. A query after `?` goes
    /// behind the query of this URL. Escapes stay as they are; what may not stand in a URL, and a `#`,
    /// is escaped. An empty reference changes nothing.
    ///
    /// - Returns: `nil` when this is no absolute `http` or `https` URL.
    func appending(reference: String) -> URL? {
        guard var target = try? TargetURI(absoluteString) else { return nil }
        guard !reference.isEmpty else { return self }
        let halves = reference.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = Self.escaped(halves[0])
        if !path.isEmpty {
            let base = target.path.hasSuffix("/") ? target.path.dropLast() : target.path[...]
            target.path = base + (path.hasPrefix("/") ? path : "/" + path)
        }
        guard let url = URL(string: target.text) else { return nil }
        return halves.count > 1 ? url.appendingQuery(Self.escaped(halves[1])) : url
    }

    /// `text` with what may not stand in a path or query escaped, and every `%` that is no escape.
    private static func escaped(_ text: Substring) -> String {
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        var result = String(parts[0])
        for part in parts.dropFirst() {
            let isEscape = part.utf8.count >= 2 && part.prefix(2).allSatisfy(\.isHexDigit)
            result += (isEscape ? "%" : "%25") + part
        }
        return PercentEncoding.encodeIllegal(result).replacing("#", with: "%23")
            .replacing("[", with: "%5B").replacing("]", with: "%5D")
    }
}
