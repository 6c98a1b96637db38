/// Opens the explorer and runs it until the person leaves it.
///
/// - Returns: The exit code.
func runExplorer(options: ExplorerOptions) -> Int32 {
    Console(environment: [:]).complain(
        "apus: this build has no explorer; use 'apus list \(options.path)' and 'apus run'"
    )
    return 2
}
