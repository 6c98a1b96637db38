import NetworkClient

/// Lists accounts: the sample of endpoints and routers with `NetworkClient`.
///
/// ```
/// swift run Router --mock
/// BANK_API=http://127.0.0.1:8080 swift run Router
/// ```
@main
enum RouterProgram {
    static func main() async {
        let isMocked = CommandLine.arguments.contains("--mock")
        let router = DefaultNetworkRouter<AccountEndpoint>(
            interceptors: [StatusInterceptor()],
            mockBehavior: isMocked ? .immediate : .never
        )
        var screen = AccountScreen(router: router)
        await screen.load()
        if let problem = screen.problem { print(problem) }
        for line in screen.lines { print(line) }
    }
}
