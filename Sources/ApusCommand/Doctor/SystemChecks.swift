import Collections
import Explorer
import Files
import Glibc

/// Checks of what surrounds the program: settings, clipboard, proxies, certificates, folders.
package enum SystemChecks {
    /// The checks of an environment.
    package static func checks(_ environment: [String: String]) -> [DoctorCheck] {
        [locale(environment)] + configuration(environment) + clipboard(environment)
            + proxies(environment) + certificates(environment) + folders(environment)
            + programs(environment)
    }

    private static func locale(_ environment: [String: String]) -> DoctorCheck {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty }
        let isUTF8 = name.map { $0.lowercased().replacing("-", with: "").contains("utf8") } ?? false
        return DoctorCheck(
            "settings.locale",
            isUTF8 ? .ok : .information,
            "locale",
            (name ?? "none") + (isUTF8 ? "" : ": apus writes UTF-8 all the same")
        )
    }

    private static func configuration(_ environment: [String: String]) -> [DoctorCheck] {
        guard let path = ConfigurationFile.path(environment) else {
            return [DoctorCheck("settings.config", .warning, "configuration", "HOME is not set")]
        }
        let shown = ConfigurationFile.shownPath(environment)
        guard FileSystem.exists(path) else {
            return [
                DoctorCheck("settings.config", .ok, "configuration", "\(shown): none, all as usual")
            ]
        }
        let configuration = ConfigurationFile.read(environment)
        var checks = configuration.problems.map {
            DoctorCheck("settings.config", .problem, "configuration", $0.description)
        }
        if checks.isEmpty {
            checks.append(DoctorCheck("settings.config", .ok, "configuration", shown))
        }
        let count = configuration.conflicts.count
        if count > 0 {
            checks.append(
                DoctorCheck(
                    "settings.keys",
                    .information,
                    "keys",
                    "\(count) key\(count == 1 ? "" : "s") changed hands",
                    advice: "apus keys lists them."
                )
            )
        }
        return checks
    }

    private static func clipboard(_ environment: [String: String]) -> [DoctorCheck] {
        let isSet = { (name: String) in environment[name]?.isEmpty == false }
        var checks: [DoctorCheck] = []
        for tool in Clipboard.tools(environment) {
            let name = tool[0]
            let found = Executables.find(name, environment)
            checks.append(
                DoctorCheck(
                    "clipboard.tool",
                    found == nil ? .warning : .ok,
                    name,
                    found ?? "not found",
                    advice: found == nil ? "Install \(package(of: name)) to copy by it." : nil
                )
            )
        }
        checks.append(
            DoctorCheck(
                "clipboard.terminal",
                .information,
                "terminal (OSC 52)",
                isSet("TMUX") ? "through tmux" : "tried with every copy",
                advice: isSet("TMUX")
                    ? "It works when tmux has: set -g set-clipboard on"
                    : "Whether the terminal takes it cannot be asked; some have a setting for it."
            )
        )
        return checks
    }

    private static func package(of tool: String) -> String {
        tool == "wl-copy" ? "wl-clipboard" : tool
    }

    private static func proxies(_ environment: [String: String]) -> [DoctorCheck] {
        let names = [
            "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
        ]
        var checks: [DoctorCheck] = (names + ["NO_PROXY"]).compactMap { name in
            guard let value = environment[name], !value.isEmpty else { return nil }
            return DoctorCheck("network.proxy", .information, name, withoutCredentials(value))
        }
        if let value = environment["HTTP_PROXY"], !value.isEmpty {
            checks.append(
                DoctorCheck(
                    "network.proxy",
                    .warning,
                    "HTTP_PROXY",
                    withoutCredentials(value),
                    advice: "In capitals it is not heeded, as with curl; set http_proxy."
                )
            )
        }
        if checks.isEmpty {
            checks = [DoctorCheck("network.proxy", .ok, "proxy", "none in the environment")]
        }
        return checks
    }

    /// A proxy's URL with dots in place of user and password.
    private static func withoutCredentials(_ value: String) -> String {
        guard let at = value.lastIndex(of: "@") else { return value }
        let scheme = value.firstRange(of: "://")?.upperBound ?? value.startIndex
        return value[..<scheme] + "…@" + value[value.index(after: at)...]
    }

    private static func certificates(_ environment: [String: String]) -> [DoctorCheck] {
        let named = ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap { name in
            environment[name].map { (name, $0) }
        }
        let places = named.filter { !$0.1.isEmpty }
        let checks = places.map { name, path in
            let isThere = access(path, R_OK) == 0
            return DoctorCheck(
                "network.certificates",
                isThere ? .ok : .problem,
                name,
                isThere ? path : "\(path): cannot be read",
                advice: isThere ? nil : "Correct the variable or unset it."
            )
        }
        guard checks.isEmpty else { return checks }
        let usual = "/etc/ssl/certs/ca-certificates.crt"
        let isThere = access(usual, R_OK) == 0
        return [
            DoctorCheck(
                "network.certificates",
                isThere ? .ok : .problem,
                "certificates",
                isThere ? usual : "\(usual): cannot be read",
                advice: isThere
                    ? nil : "Install ca-certificates; without it no https server is trusted."
            )
        ]
    }

    private static func folders(_ environment: [String: String]) -> [DoctorCheck] {
        guard let folder = Journal.stateFolder(environment) else {
            return [
                DoctorCheck(
                    "files.state",
                    .warning,
                    "state folder",
                    "none, since HOME is not set",
                    advice: "Unsaved edits would not survive a crash."
                )
            ]
        }
        guard FileSystem.exists(folder) else {
            return [DoctorCheck("files.state", .ok, "state folder", "\(folder): made when needed")]
        }
        let mode = (FileSystem.mode(of: folder) ?? 0) & 0o777
        let isPrivate = mode & 0o077 == 0
        let isWritable = access(folder, W_OK | X_OK) == 0
        return [
            DoctorCheck(
                "files.state",
                !isWritable ? .problem : isPrivate ? .ok : .warning,
                "state folder",
                "\(folder) (mode \(String(mode, radix: 8)))"
                    + (isWritable ? "" : ": cannot be written"),
                advice: !isWritable
                    ? "Without it, unsaved edits do not survive a crash."
                    : isPrivate ? nil : "Others can look into it: chmod 700 \(folder)"
            )
        ]
    }

    private static func programs(_ environment: [String: String]) -> [DoctorCheck] {
        [("VISUAL", "EDITOR", "vi", "editor"), ("PAGER", "PAGER", "less", "pager")].map {
            first,
            second,
            usual,
            title in
            let line = environment[first] ?? environment[second] ?? usual
            let name = line.split(separator: " ").first.map(String.init) ?? usual
            let found = Executables.find(name, environment)
            return DoctorCheck(
                "programs.\(title)",
                found == nil ? .warning : .ok,
                title,
                found == nil ? "\(name): not found" : line,
                advice: found == nil ? "Set \(second) to a program that is installed." : nil
            )
        }
    }
}

/// Programs along `PATH`.
enum Executables {
    /// The path of a program; `nil` when there is none.
    static func find(_ name: String, _ environment: [String: String]) -> String? {
        if name.contains("/") { return access(name, X_OK) == 0 ? name : nil }
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return folders.map { FilePath.join($0, name) }.first {
            access($0, X_OK) == 0 && !FileSystem.isDirectory($0)
        }
    }
}
