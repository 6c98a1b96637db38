public import Foundation

/// Whether fixtures answer the requests on a network instead of its service.
public enum NetworkPreviewMode: Hashable, Sendable, CaseIterable {
    /// They do when the program runs as a preview.
    ///
    /// That is: `NETWORK_PREVIEW` is `1` in the environment; or it is not set, the program is a test
    /// runner, and the network would send through the default transport. So tests of a program that sets
    /// nothing up reach no server, and those that inject a transport use it.
    case automatic
    /// They always do.
    case always
    /// They never do.
    case never

    /// Whether `automatic` means that fixtures answer, in surroundings that tests choose.
    package static func isAutomaticPreview(
        environment: [String: String],
        program: String,
        transport: any Transport
    ) -> Bool {
        let surroundings = PreviewSurroundings(environment: environment, program: program)
        return automatic.isPreviewing(over: transport, in: surroundings)
    }

    /// Whether fixtures answer, for a network that would send through `transport`.
    func isPreviewing(
        over transport: any Transport,
        in surroundings: PreviewSurroundings = .current
    ) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .automatic:
            switch surroundings.setting {
            case "1", "true", "yes": true
            case .some: false
            case nil: surroundings.isTestRunner && transport is CurlTransport
            }
        }
    }
}

/// What the program runs in, as far as previews are concerned.
struct PreviewSurroundings: Hashable, Sendable {
    /// The value of `NETWORK_PREVIEW` in lower case; `nil` when it is not set.
    var setting: String?
    /// Whether the program runs tests.
    var isTestRunner: Bool

    init(environment: [String: String], program: String) {
        setting = environment["NETWORK_PREVIEW"]?.lowercased()
        isTestRunner =
            program.hasSuffix(".xctest") || program.hasSuffix("swiftpm-testing-helper")
            || environment["XCTestBundlePath"] != nil
    }

    /// Those of this process, as they were when first asked for.
    static let current = PreviewSurroundings(
        environment: ProcessInfo.processInfo.environment,
        program: CommandLine.arguments.first ?? ""
    )
}

/// Why there is no preview.
public enum NetworkPreviewError: Error, Hashable, Sendable {
    /// No asset has this name: host, path and query of the request.
    case previewAssetNotFound(assetName: String)
}

extension NetworkPreviewError: CustomStringConvertible, LocalizedError {
    /// What is missing, and where to put it.
    public var description: String {
        switch self {
        case .previewAssetNotFound(let name):
            "no preview asset for \(name): put a file of this name, with an extension such as .json, "
                + "or a fixture into the folder of the network's preview assets"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
