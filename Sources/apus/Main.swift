import ApusCommand
import Glibc

/// The program `apus`.
@main
enum Main {
    static func main() {
        exit(ApusCommand.main(arguments: Array(CommandLine.arguments.dropFirst())))
    }
}
