public import Foundation
public import NetworkClient

/// Why a value could not be read from a fixture file.
public enum FixtureFileError: Error, Hashable, Sendable {
    /// There is no such file; with the names of those beside it, at most ten.
    case notFound(name: String, place: String, others: [String])
    /// The file cannot be read; with the system's reason.
    case unreadable(path: String, reason: String)
    /// The content does not decode; with the place in the file.
    case undecodable(path: String, type: String, problem: DecodingProblem)
}

extension FixtureFileError: CustomStringConvertible, LocalizedError {
    /// What is wrong, where, and what is there instead.
    public var description: String {
        switch self {
        case .notFound(let name, let place, let others):
            "no fixture \(String(reflecting: name)) in \(place); "
                + (others.isEmpty ? "it has no JSON" : "it has \(others.joined(separator: ", "))")
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .undecodable(let path, let type, let problem):
            problem.line == nil
                ? "\(path): no \(type): \(problem)" : "\(path):\(problem) (for \(type))"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension Decodable {
    /// Reads a value from a JSON file of a folder.
    ///
    /// - Parameters:
    ///   - name: The file's path below the folder; `.json` may be left out.
    ///   - folder: The folder.
    ///   - decoder: How to decode.
    /// - Returns: The decoded value.
    /// - Throws: `FixtureFileError` with the reason.
    public static func fixture(
        named name: String,
        in folder: URL,
        decoder: JSONDecoder = JSONDecoder()
    ) throws(FixtureFileError) -> Self {
        let candidates = [name, name + ".json"].map { folder.appending(path: $0) }
        guard let file = candidates.first(where: isFile) else {
            throw .notFound(
                name: name,
                place: folder.path(percentEncoded: false),
                others: jsonNames(in: folder)
            )
        }
        return try decode(file, by: decoder)
    }

    /// Reads a value from a JSON resource of a bundle, such as `.module`.
    ///
    /// Resources that were copied as a folder are named with it: `Fixtures/breeds`.
    ///
    /// - Parameters:
    ///   - name: The resource's path in the bundle; `.json` may be left out.
    ///   - bundle: The bundle. A command-line program has no resources in `Bundle.main`.
    ///   - decoder: How to decode.
    /// - Returns: The decoded value.
    /// - Throws: `FixtureFileError` with the reason.
    public static func fixture(
        named name: String,
        in bundle: Bundle,
        decoder: JSONDecoder = JSONDecoder()
    ) throws(FixtureFileError) -> Self {
        let folder = bundle.resourceURL ?? bundle.bundleURL
        return try fixture(named: name, in: folder, decoder: decoder)
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        let path = url.path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue
    }

    private static func decode(
        _ file: URL,
        by decoder: JSONDecoder
    ) throws(FixtureFileError) -> Self {
        let path = file.path(percentEncoded: false)
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
        do {
            return try decoder.decode(Self.self, from: data)
        } catch {
            throw .undecodable(
                path: path,
                type: String(describing: Self.self),
                problem: DecodingProblem.describe(error, in: data)
            )
        }
    }

    private static func jsonNames(in folder: URL) -> [String] {
        let path = folder.path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return Array(names.filter { $0.hasSuffix(".json") }.sorted().prefix(10))
    }
}
