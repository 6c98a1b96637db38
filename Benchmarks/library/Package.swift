// swift-tools-version: 6.2
// The library as a program of its own uses it, for the benches. Not part of the main build.
import PackageDescription

let package = Package(
    name: "library-bench",
    dependencies: [.package(name: "apus", path: "../..")],
    targets: [
        .executableTarget(
            name: "library_get",
            dependencies: [.product(name: "NetworkClient", package: "apus")]
        )
    ]
)
