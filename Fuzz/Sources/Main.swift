import Glibc

// libFuzzer brings the program's `main`, and calls these two.

/// The target of this run, named by `FUZZ_TARGET`; written once, before the first input.
nonisolated(unsafe) private var target = FuzzTarget(name: "") { _ in }

/// Chooses the target, or lists all when `FUZZ_TARGET` is `list`.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>
) -> CInt {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "list"
    if name == "list" {
        for target in FuzzTarget.all { print(target.name, target.maxLength, target.seeds) }
        exit(0)
    }
    guard let found = FuzzTarget.all.first(where: { $0.name == name }) else {
        fatalError("no fuzz target is called \(name); `FUZZ_TARGET=list` names them")
    }
    target = found
    return 0
}

/// Gives the target one input.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    target.run(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
}
