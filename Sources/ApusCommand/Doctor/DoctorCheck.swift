package import Documents

/// One thing that `apus doctor` looked at.
package struct DoctorCheck: Equatable, Sendable {
    /// How it stands.
    package enum Status: String, Equatable, Sendable {
        /// As it should be.
        case ok
        /// Something to know, neither good nor bad.
        case information
        /// It works, but less well than it could.
        case warning
        /// Apus needs it, and it is wrong.
        case problem
    }

    /// What was looked at, such as `terminal.colours`; the part before the point groups.
    package var id: String
    /// How it stands.
    package var status: Status
    /// What it is called.
    package var title: String
    /// What was found.
    package var value: String
    /// What to do about it; `nil` when there is nothing to do.
    package var advice: String?

    /// Creates a check.
    package init(
        _ id: String,
        _ status: Status,
        _ title: String,
        _ value: String,
        advice: String? = nil
    ) {
        self.id = id
        self.status = status
        self.title = title
        self.value = value
        self.advice = advice
    }

    /// The part of the id that groups.
    var group: String { String(id.prefix { $0 != "." }) }
}

/// What `apus doctor` found, as text and as JSON.
package enum DoctorReport {
    /// The checks by group, each with its mark.
    package static func text(_ checks: [DoctorCheck], _ paint: Paint) -> String {
        let width = (checks.map(\.title.count).max() ?? 0) + 2
        var text = ""
        var group: String?
        for check in checks {
            if check.group != group {
                text += (group == nil ? "" : "\n") + paint(check.group, .strong) + "\n"
                group = check.group
            }
            let (mark, role): (String, Paint.Role) =
                switch check.status {
                case .ok: ("✓", .good)
                case .information: ("·", .dim)
                case .warning: ("!", .caution)
                case .problem: ("✗", .bad)
                }
            let value = TextEscaping.visible(check.value)
            text += "  \(paint(mark, role)) \(check.title.padded(to: width))\(value)\n"
            if let advice = check.advice {
                let indent = String(repeating: " ", count: width + 4)
                text += indent + paint(TextEscaping.visible(advice), .dim) + "\n"
            }
        }
        let problems = checks.count { $0.status == .problem }
        let warnings = checks.count { $0.status == .warning }
        let sum =
            "\(problems) problem\(problems == 1 ? "" : "s"), "
            + "\(warnings) warning\(warnings == 1 ? "" : "s")"
        return text + "\n" + sum + "\n"
    }

    /// The checks in order.
    package static func value(_ checks: [DoctorCheck]) -> JSONValue {
        [
            "schema": 1,
            "checks": .array(
                checks.map { check in
                    [
                        "id": .string(check.id),
                        "status": .string(check.status.rawValue),
                        "title": .string(check.title),
                        "value": .string(check.value),
                        "advice": check.advice.map { .string($0) } ?? .null,
                    ]
                }
            ),
            "problems": .number(String(checks.count { $0.status == .problem })),
        ]
    }
}
