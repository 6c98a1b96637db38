/// What is written before and after text of each role, such as the colours of a terminal.
package struct RoleMarks: Sendable {
    /// Before text, by the role's number; empty for none.
    private var starts: [[UInt8]]
    /// After any text.
    package let end: [UInt8]

    /// Creates marks.
    ///
    /// - Parameters:
    ///   - end: What follows text of every role.
    ///   - start: What precedes text of a role.
    package init(end: String, start: (DocumentRole) -> String) {
        self.end = Array(end.utf8)
        let count = DocumentRole.allCases.map { Int($0.rawValue) + 1 }.max() ?? 0
        starts = Array(repeating: [], count: count)
        for role in DocumentRole.allCases { starts[Int(role.rawValue)] = Array(start(role).utf8) }
    }

    @inline(__always)
    func start(of role: DocumentRole) -> [UInt8] { starts[Int(role.rawValue)] }
}
