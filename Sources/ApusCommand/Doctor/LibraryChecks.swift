import Files
import Glibc
import HTTPModel

/// The libraries that the program opens when it needs them.
package enum LibraryChecks {
    private struct Row {
        var name: String
        var files: [String]
        var symbol: String
        var package: String
        var use: String
        var isNeeded = false
    }

    private static let rows = [
        Row(
            name: "libcurl",
            files: ["libcurl.so.4"],
            symbol: "curl_version",
            package: "libcurl4",
            use: "nothing can be sent",
            isNeeded: true
        ),
        Row(
            name: "libjq",
            files: ["libjq.so.1"],
            symbol: "jq_init",
            package: "libjq1",
            use: "jq filters do not work, JSONPath does"
        ),
        Row(
            name: "libxml2",
            files: ["libxml2.so.2", "libxml2.so.16"],
            symbol: "xmlCheckVersion",
            package: "libxml2",
            use: "XML and HTML are shown as text"
        ),
        Row(
            name: "sqlite",
            files: ["libsqlite3.so.0"],
            symbol: "sqlite3_libversion",
            package: "libsqlite3-0",
            use: "no history is kept"
        ),
    ]

    /// The checks, with what each library calls itself.
    package static func checks() -> [DoctorCheck] { rows.map(check) }

    private static func check(_ row: Row) -> DoctorCheck {
        for file in row.files {
            guard let library = dlopen(file, RTLD_LAZY | RTLD_LOCAL),
                let symbol = dlsym(library, row.symbol)
            else { continue }
            let path = place(of: file) ?? file
            let version = version(row.symbol, symbol)
            return DoctorCheck(
                "libraries.\(row.name)",
                .ok,
                row.name,
                [version, path].compactMap { $0 }.joined(separator: " · ")
            )
        }
        return DoctorCheck(
            "libraries.\(row.name)",
            row.isNeeded ? .problem : .warning,
            row.name,
            "not found: \(row.use)",
            advice: "apt install \(row.package)"
        )
    }

    /// The path of a library that is open; `nil` when the system does not tell.
    private static func place(of file: String) -> String? {
        guard let maps = try? FileSystem.read("/proc/self/maps").text else { return nil }
        let stem = String(file.prefix { $0 != "." })
        return maps.split(separator: "\n").lazy.compactMap { line -> String? in
            guard let slash = line.firstIndex(of: "/") else { return nil }
            let path = String(line[slash...])
            return FilePath.name(of: path).hasPrefix(stem + ".so") ? path : nil
        }.first
    }

    /// What a function that takes nothing and returns text says; `nil` for other functions.
    private static func version(_ name: String, _ symbol: UnsafeMutableRawPointer) -> String? {
        guard ["curl_version", "sqlite3_libversion"].contains(name) else { return nil }
        typealias Version = @convention(c) () -> UnsafePointer<CChar>?
        let function = unsafeBitCast(symbol, to: Version.self)
        return function().map { String(cString: $0) }
    }
}
