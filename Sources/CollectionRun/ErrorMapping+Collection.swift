package import ClientCore
package import Collections

extension ErrorMapping {
    /// The standard table with the rules of the collection's `apus.json` before it.
    ///
    /// A rule without a message says what its condition is.
    ///
    /// - Throws: `RunProblem` for the first rule whose condition is not understood.
    package init(_ collection: RequestCollection) throws(RunProblem) {
        var rules: [Rule] = []
        for setting in collection.settings.errorRules {
            guard let condition = Condition(setting.when) ?? Condition("failure \(setting.when)")
            else {
                throw RunProblem(
                    file: "apus.json",
                    location: setting.location,
                    message:
                        "'\(setting.when)' is no condition; write 'status 404', 'status 500-599', "
                        + "'failure connect.refused' or 'any failure'"
                )
            }
            rules.append(
                Rule(
                    condition,
                    apiError: setting.apiError,
                    message: setting.message.isEmpty ? condition.description : setting.message,
                    isRetryable: setting.isRetryable,
                    source: "apus.json"
                )
            )
        }
        self = ErrorMapping.standard.prepending(rules)
    }
}
