import ApusCommand
import CollectionRun
import Testing

@Suite struct HelpTextTests {
    @Test(arguments: Subcommand.allCases)
    func everyPageNamesEveryOptionAndFitsTheScreen(_ subcommand: Subcommand) {
        let page = HelpText.page(subcommand)
        for option in CommandTable.row(subcommand).allOptions {
            #expect(page.contains("--\(option.name)"))
        }
        for line in page.split(separator: "\n") { #expect(line.count <= 96, "\(line)") }
        #expect(page.hasSuffix("\n"))
        #expect(!page.hasSuffix("\n\n"))
    }

    @Test func theOverviewListsEverySubcommand() {
        let lines = HelpText.overview.split(separator: "\n")
        for subcommand in Subcommand.allCases where subcommand != .explore {
            #expect(lines.contains { $0.hasPrefix("  \(subcommand.rawValue) ") })
        }
    }

    @Test func thePageOfErrorsReadsLikeThis() {
        #expect(
            HelpText.page(.errors) == """
                apus errors - print what statuses and failures become in a program

                Usage: apus errors [options] [STATUS|CODE]

                Options:
                      --json                     print JSON, schema 1
                      --in PATH                  with the rules that apus.json of this
                                                 collection adds
                      --color auto|always|never  colour the text; auto: on a terminal, and not
                                                 with NO_COLOR set
                  -h, --help                     print this help

                Without an operand the whole table is printed; with a status such as 404 or a
                code such as receive.reset, the rules tried for it and the one that fired.

                Examples:
                  apus errors
                  apus errors 404
                  apus errors connect.refused --json

                """
        )
    }

    @Test func everyExitCodeIsExplained() {
        for code in ExitCode.allCases {
            #expect(HelpText.exitCodes.contains("  \(code.rawValue) "))
        }
    }

    @Test func theMarkdownPageHoldsEveryPage() {
        let text = HelpText.markdown
        for subcommand in Subcommand.allCases {
            #expect(text.contains(HelpText.page(subcommand)))
        }
    }
}
