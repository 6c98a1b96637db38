import ApusCommand

/// The program `apus`.
@main
enum Main {
    static func main() {
        ProcessEnd.leave(
            with: ApusCommand.main(arguments: Array(CommandLine.arguments.dropFirst()))
        )
    }
}
