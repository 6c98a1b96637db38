import Glibc

/// What the test process holds at one moment, as the kernel counts it.
package struct ProcessUsage: Sendable {
    /// Memory in use, in bytes.
    package var residentBytes: Int
    /// Open descriptors.
    package var descriptors: Int
    /// Names of the threads, in no order.
    package var threads: [String]

    /// The present.
    package static var now: ProcessUsage {
        // The descriptor that lists the folder is one of those listed.
        ProcessUsage(
            residentBytes: residentPages * sysconf(Int32(_SC_PAGESIZE)),
            descriptors: names(in: "/proc/self/fd").count - 1,
            threads: names(in: "/proc/self/task").map { thread in
                text(of: "/proc/self/task/\(thread)/comm").split(separator: "\n").first
                    .map(String.init) ?? ""
            }
        )
    }

    /// How many threads have this name.
    package func count(ofThreads name: String) -> Int {
        threads.count { $0 == name }
    }

    /// Whether the program was built with a sanitizer, which slows it and keeps freed memory.
    package static let isSanitized =
        dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil

    private static var residentPages: Int {
        let words = text(of: "/proc/self/statm").split(separator: " ")
        return words.dropFirst().first.flatMap { Int($0) } ?? 0
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private static func text(of path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
