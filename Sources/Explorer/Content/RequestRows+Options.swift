import Collections

/// An option of a request that a directive sets.
struct RequestOption: Sendable {
    /// The directive, without `# @`.
    var directive: String
    /// What is shown.
    var title: String
    /// What holds without the directive.
    var unset: String
    /// For options that are on or off: what holds with the directive; `nil` for those with a value.
    var set: String?

    /// The options that the Options tab offers, in order.
    static let all: [RequestOption] = [
        RequestOption(directive: "timeout", title: "Idle timeout", unset: "30 s"),
        RequestOption(directive: "connection-timeout", title: "Connect timeout", unset: "10 s"),
        RequestOption(
            directive: "no-redirect",
            title: "Redirects",
            unset: "followed",
            set: "not followed"
        ),
        RequestOption(
            directive: "insecure",
            title: "Certificate",
            unset: "checked",
            set: "not checked (insecure)"
        ),
        RequestOption(
            directive: "no-cookie-jar",
            title: "Cookies",
            unset: "stored and sent",
            set: "neither stored nor sent"
        ),
    ]
}

extension ExplorerState {
    /// The rows of the Options tab: known options, then all other directives with a value.
    func optionRows(_ saved: SavedRequest) -> [RequestRow] {
        RequestOption.all.map { option in
            let value = saved.value(ofDirective: option.directive)
            var row: RequestRow
            if let set = option.set {
                row = RequestRow(
                    .flag(option.directive),
                    option.title,
                    value == nil ? option.unset : set
                )
            } else {
                let text = value.flatMap { $0.isEmpty ? nil : $0 } ?? option.unset
                row = RequestRow(.directive(option.directive), option.title, text)
            }
            row.isDefault = value == nil
            return row
        }
    }

    /// The rows of the Docs tab: where it stands, comments, tags, assertions, captures, the rest.
    func docRows(_ saved: SavedRequest) -> [RequestRow] {
        guard let key = request.key else { return [] }
        var rows = [RequestRow(.note, "Place", "\(key.file):\(saved.location)")]
        if !saved.tags.isEmpty {
            rows.append(RequestRow(.note, "Tags", saved.tags.joined(separator: ", ")))
        }
        if !saved.comment.isEmpty {
            for (index, line) in saved.comment.split(separator: "\n").enumerated() {
                rows.append(RequestRow(.note, index == 0 ? "Comment" : "", String(line)))
            }
        }
        for (index, assertion) in saved.assertions.enumerated() {
            rows.append(RequestRow(.note, index == 0 ? "Asserts" : "", assertion.text))
        }
        for (index, capture) in saved.captures.enumerated() {
            rows.append(
                RequestRow(.note, index == 0 ? "Captures" : "", capture.text)
            )
        }
        let shown =
            ["name", "tag", "assert", "capture", "token"] + RequestOption.all.map(\.directive)
        let others = saved.directives.filter { !shown.contains($0.name) }
        for (index, directive) in others.enumerated() {
            let text = "@\(directive.name) \(directive.value)"
            rows.append(RequestRow(.note, index == 0 ? "Directives" : "", text))
        }
        for (index, script) in saved.notRun.enumerated() {
            rows.append(RequestRow(.note, index == 0 ? "Not run" : "", script))
        }
        return rows
    }
}

extension SavedRequest {
    /// The value of a directive; empty when it has none, `nil` when it is not there.
    func value(ofDirective name: String) -> String? {
        directives.last { $0.name == name }?.value
    }
}
