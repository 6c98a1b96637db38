package import NcursesTerminal
package import Screen

/// What was found out about the terminal.
package struct TerminalFindings: Sendable {
    /// What its description says.
    package var description: TerminalDescription
    /// Its size; `nil` when there is no terminal.
    package var size: Size?
    /// What it told about itself; `nil` when it was not asked.
    package var answers: TerminalDialogue.Answers?
    /// The cells that it takes for each of `TerminalChecks.samples`; empty when it was not asked.
    package var columns: [Int?] = []

    /// Creates findings.
    package init(
        description: TerminalDescription,
        size: Size? = nil,
        answers: TerminalDialogue.Answers? = nil,
        columns: [Int?] = []
    ) {
        self.description = description
        self.size = size
        self.answers = answers
        self.columns = columns
    }
}

/// Judges what was found out about the terminal.
package enum TerminalChecks {
    /// Texts whose width terminals disagree about, and what they stand for.
    package static let samples: [(name: String, text: String)] = [
        ("ASCII", "apus"), ("accents", "Zoë"), ("combining marks", "e\u{301}o\u{308}"),
        ("East Asian", "漢字"), ("emoji", "🙂"), ("box lines", "┌─┤"), ("marks of apus", "◆✓✗▸·…"),
        ("ambiguous", "±§°"), ("right to left", "שלום"),
    ]

    /// The checks of a terminal.
    package static func checks(
        _ findings: TerminalFindings,
        _ environment: [String: String]
    ) -> [DoctorCheck] {
        [type(findings), colours(findings, environment), size(findings)].compactMap { $0 }
            + told(findings, environment) + widths(findings)
    }

    private static func type(_ findings: TerminalFindings) -> DoctorCheck {
        let description = findings.description
        let name = description.type.isEmpty ? "(TERM is not set)" : description.type
        guard description.isKnown else {
            return DoctorCheck(
                "terminal.type",
                .problem,
                "TERM",
                "\(name): not described on this system",
                advice: "Install ncurses-term, or set TERM to what your terminal is, such as "
                    + "xterm-256color."
            )
        }
        guard description.placesCursor else {
            return DoctorCheck(
                "terminal.type",
                .warning,
                "TERM",
                "\(name): cannot place its cursor",
                advice: "Use apus --plain, or another terminal."
            )
        }
        let keeps = description.hasAlternateScreen
        return DoctorCheck(
            "terminal.type",
            .ok,
            "TERM",
            name + (keeps ? "" : " (what was on the screen does not come back)")
        )
    }

    private static func colours(
        _ findings: TerminalFindings,
        _ environment: [String: String]
    ) -> DoctorCheck {
        let id = "terminal.colours"
        if let value = environment["NO_COLOR"], !value.isEmpty {
            return DoctorCheck(id, .information, "colours", "none, because NO_COLOR is set")
        }
        let description = findings.description
        if description.mixesColours {
            return DoctorCheck(id, .ok, "colours", "any (TERM says so)")
        }
        let count = description.colourCount
        guard count < 256 else { return DoctorCheck(id, .ok, "colours", "256") }
        let wantsMore = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
        return DoctorCheck(
            id,
            wantsMore || count < 8 ? .warning : .ok,
            "colours",
            count < 8 ? "none" : String(count),
            advice: wantsMore
                ? "COLORTERM says the terminal shows more; TERM=xterm-256color would use them."
                : nil
        )
    }

    private static func size(_ findings: TerminalFindings) -> DoctorCheck? {
        guard let size = findings.size else {
            return DoctorCheck(
                "terminal.size",
                .information,
                "size",
                "no terminal here; run apus doctor in one to check it"
            )
        }
        let isSmall = size.rows < 16 || size.columns < 72
        return DoctorCheck(
            "terminal.size",
            .ok,
            "size",
            "\(size.columns)×\(size.rows)" + (isSmall ? ": one pane at a time" : "")
        )
    }

    private static func told(
        _ findings: TerminalFindings,
        _ environment: [String: String]
    ) -> [DoctorCheck] {
        guard let answers = findings.answers else { return [] }
        guard answers.features != nil else {
            return [
                DoctorCheck(
                    "terminal.answers",
                    .warning,
                    "answers",
                    "none: it does not tell about itself"
                )
            ]
        }
        var checks: [DoctorCheck] = []
        if let name = answers.name {
            checks.append(DoctorCheck("terminal.name", .information, "name", name))
        }
        let background: String =
            switch answers.background {
            case .light: "light"
            case .dark: "dark"
            case nil: environment["COLORFGBG"] == nil ? "not told; taken for dark" : "by COLORFGBG"
            }
        checks.append(DoctorCheck("terminal.background", .information, "background", background))
        return checks
    }

    private static func widths(_ findings: TerminalFindings) -> [DoctorCheck] {
        guard !findings.columns.isEmpty else { return [] }
        guard findings.columns[0] != nil else {
            return [
                DoctorCheck(
                    "terminal.widths",
                    .warning,
                    "widths",
                    "not measured: the terminal does not tell where its cursor is"
                )
            ]
        }
        var checks: [DoctorCheck] = []
        for (sample, measured) in zip(samples, findings.columns) {
            let wanted = DisplayWidth.columns(of: sample.text)
            guard let measured, measured != wanted else { continue }
            checks.append(
                DoctorCheck(
                    "terminal.widths",
                    .warning,
                    "width",
                    "\(sample.name): \(measured) cells for \(sample.text), apus counts \(wanted)",
                    advice: "Lines with such characters may be shifted; look for a setting of the "
                        + "terminal about ambiguous or wide characters."
                )
            )
        }
        if checks.isEmpty {
            let count = findings.columns.compactMap { $0 }.count
            checks = [
                DoctorCheck("terminal.widths", .ok, "widths", "\(count) of \(count) as apus counts")
            ]
        }
        return checks
    }
}
