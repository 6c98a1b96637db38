import TestSupport
import Testing

/// What a program takes along that imports nothing but `NetworkClient`.
@Suite struct LinkTests {
    /// Parts of the names of libraries that only the explorer and its command line have a use for.
    static let foreign = ["ncurses", "tinfo", "sqlite", "libjq", "libonig", "yaml"]

    @Test(arguments: ["DogBreeds", "Movies", "PagingViewModel", "Router"])
    func aProgramOnTheLibraryLinksNothingOfTheExplorer(_ name: String) async throws {
        // The loader lists what it would load, and runs nothing.
        let listed = try await ChildProgram.run(
            ChildProgram.productFolder + "/" + name,
            environment: ["LD_TRACE_LOADED_OBJECTS": "1"]
        )
        #expect(listed.exitCode == 0)
        let libraries = listed.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.map { $0.drop { "\t".contains($0) } }
        }
        #expect(libraries.contains { $0.hasPrefix("libc.so") }, "\(listed.output)")
        for library in libraries {
            #expect(!Self.foreign.contains { library.contains($0) }, "\(library)")
        }
    }
}
