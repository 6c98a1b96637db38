// swift-tools-version: 6.2
import PackageDescription

/// Settings every Swift target shares.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// Settings for the targets that touch C or raw memory: every unsafe expression must be marked.
let boundary = strict + [.strictMemorySafety()]

/// A Swift target and the targets it may import: the arrows of ARCHITECTURE.md.
func room(
    _ name: String,
    imports: [Target.Dependency],
    settings: [SwiftSetting] = strict
) -> Target {
    .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// The tests of one target; `TestSupport` and the target itself are always imported.
func tests(
    of name: String,
    and others: [Target.Dependency] = [],
    exclude: [String] = []
) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.target(name: name), "TestSupport"] + others,
        exclude: exclude,
        swiftSettings: strict
    )
}

/// A sample program in `Examples`; it links what a user of the library links.
func example(_ name: String, exclude: [String] = []) -> Target {
    .executableTarget(
        name: name,
        dependencies: ["NetworkClient"],
        path: "Examples/" + name,
        exclude: exclude,
        swiftSettings: strict
    )
}

let package = Package(
    name: "apus",
    products: [
        .executable(name: "apus", targets: ["apus"]),
        .library(name: "NetworkClient", targets: ["NetworkClient"]),
        .library(name: "NetworkClientTestSupport", targets: ["NetworkClientTestSupport"]),
        .library(name: "Fixtures", targets: ["Fixtures"]),
    ],
    targets: [
        // C: system modules and shims.
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CYAML"),
        .target(name: "CCurl", dependencies: ["CSupport"]),
        .target(name: "CSQLite", dependencies: ["CSupport"]),
        .target(name: "CJQ", dependencies: ["CSupport"]),
        // Only the header is needed: the library is opened at first use.
        .target(
            name: "CXML",
            dependencies: ["CSupport"],
            cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]
        ),
        .target(name: "CSupport"),

        // Values and files.
        room("HTTPModel", imports: [], settings: boundary),
        room("Files", imports: ["CSupport", "HTTPModel"], settings: boundary),
        room("Documents", imports: ["CSupport", "HTTPModel"], settings: boundary),
        room(
            "DocumentTools",
            imports: ["Documents", "HTTPModel", "CJQ", "CXML"],
            settings: boundary
        ),
        room("Screen", imports: []),

        // The shared client core and the libraries built on it.
        room(
            "ClientCore",
            imports: ["HTTPModel", "CCurl", "CSupport", "Files"],
            settings: boundary
        ),
        room("Fixtures", imports: ["HTTPModel", "Documents", "ClientCore", "Files"]),
        room("NetworkClient", imports: ["ClientCore", "HTTPModel", "Documents", "Fixtures"]),
        room("NetworkClientTestSupport", imports: ["NetworkClient", "Documents", "Fixtures"]),

        room(
            "History",
            imports: ["HTTPModel", "Fixtures", "Files", "CSQLite"],
            settings: boundary
        ),

        // Saved requests, running them, serving fixtures.
        room("Collections", imports: ["HTTPModel", "Documents", "DocumentTools", "Files"]),
        room(
            "Interchange",
            imports: ["Collections", "ClientCore", "HTTPModel", "Documents", "Files", "CYAML"],
            settings: boundary
        ),
        room(
            "CollectionRun",
            imports: [
                "Collections", "ClientCore", "Fixtures", "History", "HTTPModel", "Documents",
                "Files",
            ]
        ),
        room(
            "MockServer",
            imports: ["Fixtures", "HTTPModel", "Documents", "CSupport", "Files"],
            settings: boundary
        ),

        // The explorer.
        room(
            "Explorer",
            imports: [
                "HTTPModel", "Files", "Documents", "Collections", "Fixtures", "ClientCore",
                "CollectionRun", "History", "Screen",
            ]
        ),
        room(
            "ExplorerRender",
            imports: [
                "Explorer", "Screen", "HTTPModel", "Documents", "Collections", "Fixtures",
                "ClientCore", "CollectionRun", "History",
            ]
        ),
        room("NcursesTerminal", imports: ["Screen", "CNcurses", "CSupport"], settings: boundary),

        // The command line.
        room(
            "ApusCommand",
            imports: [
                "HTTPModel", "Files", "Documents", "Screen", "ClientCore", "Fixtures",
                "Collections", "Interchange", "CollectionRun", "History", "MockServer", "Explorer",
                "ExplorerRender", "NcursesTerminal", "CSupport",
                "DocumentTools",
            ]
        ),
        .executableTarget(name: "apus", dependencies: ["ApusCommand"], swiftSettings: strict),

        // Sample programs of the library, compiled and driven by their tests.
        example("DogBreeds"),
        example("Movies", exclude: ["Fixtures"]),
        example("PagingViewModel", exclude: ["Fixtures"]),
        example("Router"),

        // Tests.
        .target(
            name: "TestSupport",
            dependencies: ["HTTPModel", "Files"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        tests(of: "HTTPModel"),
        tests(of: "Files", and: ["HTTPModel"]),
        tests(of: "Documents", and: ["HTTPModel", "Files"]),
        tests(of: "DocumentTools", and: ["Documents", "HTTPModel", "Files"]),
        tests(of: "Screen"),
        tests(of: "ClientCore", and: ["HTTPModel", "Files", "Documents"]),
        tests(of: "Fixtures", and: ["HTTPModel", "ClientCore", "Documents", "Files"]),
        tests(of: "History", and: ["HTTPModel", "Fixtures", "Files"]),
        tests(of: "NetworkClient", and: ["NetworkClientTestSupport", "Fixtures"]),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "DogBreeds", "Movies", "PagingViewModel", "Router", "NetworkClient",
                "NetworkClientTestSupport", "Fixtures", "TestSupport",
            ],
            swiftSettings: strict
        ),
        tests(of: "Collections", and: ["HTTPModel", "Documents", "Files"]),
        tests(of: "Interchange", and: ["Collections", "HTTPModel", "Documents", "Files"]),
        tests(
            of: "CollectionRun",
            and: [
                "Collections", "ClientCore", "Fixtures", "History", "HTTPModel", "Documents",
                "Files",
            ]
        ),
        tests(
            of: "MockServer",
            and: ["Fixtures", "HTTPModel", "ClientCore", "Documents", "Files"]
        ),
        tests(
            of: "Explorer",
            and: [
                "HTTPModel", "Files", "Documents", "Collections", "Fixtures", "ClientCore",
                "CollectionRun", "History", "Screen",
            ]
        ),
        tests(
            of: "ExplorerRender",
            and: [
                "Explorer", "HTTPModel", "Documents", "Collections", "Fixtures", "ClientCore",
                "CollectionRun", "History", "Screen", "Files",
            ],
            exclude: ["Screens"]
        ),
        tests(of: "NcursesTerminal", and: ["Screen", "CSupport"]),
        tests(
            of: "ApusCommand",
            and: [
                "apus", "HTTPModel", "Documents", "Files", "Collections", "CollectionRun",
                "Fixtures", "History", "Interchange",
                "ClientCore", "MockServer", "Explorer", "ExplorerRender", "Screen",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzz targets, which need the sanitizers' runtime: `make fuzz` sets `APUS_FUZZ`.
if Context.environment["APUS_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "HTTPModel", "Documents", "DocumentTools", "Files", "ClientCore", "Fixtures",
                "Collections", "Interchange", "MockServer", "Screen", "NcursesTerminal",
            ],
            path: "Fuzz/Sources",
            swiftSettings: strict
        )
    )
}

// Some rooms only: `APUS_ROOM=Documents swift test` builds and tests that target alone, with what it
// imports; commas separate several.
if let rooms = Context.environment["APUS_ROOM"]?.split(separator: ",").map(String.init) {
    var wanted = Set(rooms + rooms.map { $0 + "Tests" })
    var isGrowing = true
    while isGrowing {
        let before = wanted.count
        for target in package.targets where wanted.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { wanted.insert(name) }
            for case .targetItem(let name, _) in target.dependencies { wanted.insert(name) }
        }
        isGrowing = wanted.count > before
    }
    package.targets.removeAll { !wanted.contains($0.name) }
    package.products.removeAll { _ in true }
}
