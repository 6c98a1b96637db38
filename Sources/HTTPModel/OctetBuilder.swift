#if canImport(Glibc)
import Glibc
#endif

/// Memory that holds octets: written once, front to back, then only read.
///
/// `@unchecked Sendable` because one `OctetBuilder` appends past the end of every `Octets` made so
/// far, and the bytes below that end never change again.
@safe
final class OctetStorage: @unchecked Sendable {
    /// How the memory was obtained, and so how it is given back.
    private enum Origin {
        case heap
        case mapping
    }

    private let base: UnsafeMutableRawPointer
    let capacity: Int
    private let origin: Origin
    /// Bytes written so far; only the builder changes it.
    fileprivate(set) var count = 0

    /// From this size on, memory is mapped: pages appear when first written, so that a generous
    /// capacity costs nothing.
    private static let mappingThreshold = 1 << 20
    /// From this size on, memory is asked for in large pages, which are quicker to get.
    private static let largePageThreshold = 8 << 20

    /// Storage for no bytes, which all empty octets share.
    static let empty = OctetStorage()

    private init() {
        unsafe base = Self.heap(1)
        capacity = 0
        origin = .heap
    }

    /// Allocates room for `capacity` bytes.
    init(capacity: Int) {
        if capacity >= Self.mappingThreshold {
            let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
            let mapped = unsafe mmap(nil, capacity, PROT_READ | PROT_WRITE, flags, -1, 0)
            if let mapped = unsafe mapped, unsafe mapped != MAP_FAILED {
                if capacity >= Self.largePageThreshold {
                    unsafe madvise(mapped, capacity, MADV_HUGEPAGE)
                }
                unsafe base = mapped
                origin = .mapping
                self.capacity = capacity
                return
            }
        }
        self.capacity = max(capacity, 16)
        unsafe base = Self.heap(self.capacity)
        origin = .heap
    }

    /// Memory of the C library, which is quicker than what `allocate` aligns by itself.
    private static func heap(_ count: Int) -> UnsafeMutableRawPointer {
        guard let memory = unsafe malloc(count) else { fatalError("no memory for \(count) bytes") }
        return unsafe memory
    }

    /// Takes over a private, read-only mapping of `count` bytes, such as one of a file.
    init(adoptingMapping mapping: UnsafeMutableRawPointer, count: Int) {
        unsafe base = mapping
        capacity = count
        origin = .mapping
        self.count = count
    }

    deinit {
        switch origin {
        case .heap: unsafe free(base)
        case .mapping: unsafe munmap(base, capacity)
        }
    }

    /// All bytes up to the capacity.
    var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: capacity)
    }

    fileprivate func append(_ source: UnsafeRawBufferPointer) {
        guard let start = source.baseAddress, unsafe !source.isEmpty else { return }
        unsafe (base + count).copyMemory(from: start, byteCount: source.count)
        count += source.count
    }
}

/// Collects bytes as they arrive and gives out `Octets` of what is there so far, without copying.
///
/// Grows by moving to a larger place, so give the expected length when it is known. One owner.
public struct OctetBuilder: ~Copyable {
    private var storage: OctetStorage

    /// The number of bytes collected.
    public var count: Int { storage.count }

    /// Creates an empty builder.
    ///
    /// - Parameter capacity: How many bytes are expected; `nil` when not known.
    public init(expecting capacity: Int? = nil) {
        let capacity = capacity ?? 0
        storage = capacity > 0 ? OctetStorage(capacity: capacity) : .empty
    }

    /// Adds bytes at the end.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let needed = storage.count + bytes.count
        if needed > storage.capacity {
            let larger = OctetStorage(capacity: Swift.max(needed, storage.capacity * 4))
            unsafe larger.append(UnsafeRawBufferPointer(rebasing: storage.bytes[..<storage.count]))
            storage = larger
        }
        unsafe storage.append(bytes)
    }

    /// Adds bytes at the end.
    public mutating func append(contentsOf bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe append($0) }
    }

    /// The bytes collected so far; what is appended later is not part of it.
    public func snapshot() -> Octets {
        Octets(storage: storage, range: 0..<storage.count)
    }
}

extension Octets {
    /// Takes over a private, read-only mapping of a file; it is unmapped with the last copy.
    ///
    /// - Parameters:
    ///   - mapping: What `mmap` returned.
    ///   - count: Its length in bytes, above 0.
    public init(adoptingMapping mapping: UnsafeMutableRawPointer, count: Int) {
        let storage = unsafe OctetStorage(adoptingMapping: mapping, count: count)
        self.init(storage: storage, range: 0..<count)
    }
}
