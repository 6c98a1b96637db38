import Files

/// How editors are told on which line to begin.
package enum EditorLine {
    /// Editors that take `+LINE` before the file.
    private static let plus: Set<String> = [
        "vi", "vim", "nvim", "view", "vis", "nano", "pico", "emacs", "emacsclient", "micro", "kak",
        "joe",
        "jed", "mg", "ne", "gedit", "mcedit", "nvi", "elvis", "ed", "jmacs", "jpico", "zile",
        "kate",
    ]
    /// Editors that take `FILE:LINE`.
    private static let colon: Set<String> = ["hx", "helix", "subl", "zed", "amp"]
    /// Editors that take `--goto FILE:LINE`.
    private static let goTo: Set<String> = [
        "code", "codium", "code-insiders", "cursor", "windsurf",
    ]

    /// The arguments that open a file at a line, counted from 1; the path alone for editors not known.
    package static func arguments(_ commandLine: String, path: String, line: Int) -> [String] {
        let word = commandLine.split(separator: " ").first.map(String.init) ?? ""
        let name = FilePath.name(of: word)
        guard line > 1 else { return [path] }
        if plus.contains(name) { return ["+\(line)", path] }
        if colon.contains(name) { return ["\(path):\(line)"] }
        if goTo.contains(name) { return ["--goto", "\(path):\(line)"] }
        return [path]
    }
}
