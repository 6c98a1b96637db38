import Files
import HTTPModel
import TestSupport
import Testing

/// The page of screens that the program records itself.
@Suite struct TourTests {
    /// Writes `docs/tour.md` when it is not current and fails then, so that nobody commits without
    /// having looked at the screens.
    @Test func theTourShowsTheScreensAsTheyAre() async throws {
        let folder = ExplorerScenario.projectFolder
        let ending = try await ChildProgram.run(
            "apus",
            ["help", "--markdown", "tour"],
            directory: folder
        )
        #expect(ending.exitCode == 0, "\(ending.diagnostics)")
        let path = folder + "/docs/tour.md"
        let present = try? FileSystem.read(path)
        guard present != Octets(utf8: ending.output) else { return }
        try FileSystem.replace(path, with: Octets(utf8: ending.output))
        Issue.record(
            "docs/tour.md was not current; it has been written anew, look at the difference"
        )
    }

    @Test func aWalkIsTheSameEveryTime() async throws {
        let folder = ExplorerScenario.projectFolder
        let arguments = ["help", "--markdown", "tour"]
        let first = try await ChildProgram.run("apus", arguments, directory: folder)
        let second = try await ChildProgram.run("apus", arguments, directory: folder)
        #expect(first.output == second.output)
        #expect(first.output.contains("httpError.notFound"))
    }
}
