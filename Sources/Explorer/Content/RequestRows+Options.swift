import Collections
import HTTPModel

extension ExplorerState {
    /// The rows of the Options tab: all that a directive can say, whether it does or not.
    func optionRows(_ saved: SavedRequest) -> [RequestRow] {
        RequestOption.all.flatMap { option in
            var rows = rows(of: option, saved)
            for index in rows.indices { rows[index].help = option.help }
            return rows
        }
    }

    private func rows(of option: RequestOption, _ saved: SavedRequest) -> [RequestRow] {
        let value = saved.value(ofDirective: option.directive)
        var row: RequestRow
        switch option.kind {
        case .flag(let set):
            row = RequestRow(
                .flag(option.directive),
                option.title,
                value == nil ? option.unset : set
            )
        case .version:
            let version = saved.settings.version
            row = RequestRow(.version, option.title, version?.spelling ?? option.unset)
            row.isDefault = version == nil
            return [row]
        default:
            if option.isRepeatable { return listedRows(of: option, saved) }
            var text = value.flatMap { $0.isEmpty ? nil : $0 } ?? option.unset
            if option.kind == .secret, value != nil, !text.contains("{{") {
                text = String(repeating: "•", count: 8)
            }
            row = RequestRow(.directive(option.directive), option.title, text)
        }
        row.isDefault = value == nil
        return [row]
    }

    /// One row for each directive of the name, and one for the next.
    private func listedRows(of option: RequestOption, _ saved: SavedRequest) -> [RequestRow] {
        var rows: [RequestRow] = []
        for (index, directive) in saved.directives.enumerated()
        where directive.name == option.directive {
            let title = rows.isEmpty ? option.title : ""
            let kind = RequestRow.Kind.listedDirective(option.directive, index)
            rows.append(RequestRow(kind, title, directive.value))
        }
        guard rows.isEmpty else { return rows }
        var row = RequestRow(.listedDirective(option.directive, nil), option.title, option.unset)
        row.isDefault = true
        return [row]
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
            ["name", "tag", "assert", "capture", "token", "form-off"]
            + RequestOption.all.map(\.directive)
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

extension RequestOptions.VersionPolicy {
    /// How the version stands behind a URL.
    var spelling: String? {
        switch self {
        case .http1_1: "HTTP/1.1"
        case .http2: "HTTP/2"
        default: nil
        }
    }
}
