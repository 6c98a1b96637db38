import Foundation
import NetworkClient

/// Lists movies: the sample of services with `NetworkClient`.
///
/// ```
/// NETWORK_PREVIEW=1 NETWORK_PREVIEW_ASSETS=Examples/Movies/Fixtures swift run Movies
/// ```
@main
enum MoviesProgram {
    static func main() async {
        let key = ProcessInfo.processInfo.environment["MOVIES_KEY"] ?? ""
        var screen = MovieScreen(network: MoviesNetwork(key: key))
        await screen.load()
        if let problem = screen.problem { print(problem) }
        for line in screen.lines { print(line) }
    }
}
