import HTTPModel

/// A text in UTF-8 that was made of one in another charset.
///
/// What could not be decoded is U+FFFD, one for each place. Offsets in one form are found in the other
/// to within a few characters, and exactly at the places noted on the way.
struct ConvertedText: Sendable {
    /// A place in both forms.
    struct Checkpoint: Sendable {
        var original: Int
        var converted: Int
    }

    /// The text in UTF-8.
    let octets: Octets
    /// How many places could not be decoded.
    let undecodableCount: Int
    /// The first of them, as an offset in the original.
    let firstUndecodable: Int?
    private let checkpoints: [Checkpoint]

    /// Converts a text.
    init(_ original: Octets, from charset: TextCharset) {
        var conversion = TextConversion(expecting: original.count)
        unsafe original.withUnsafeBytes { bytes in
            switch charset.scheme {
            case .utf16(let isBigEndian): unsafe conversion.utf16(bytes, isBigEndian)
            case .utf32(let isBigEndian): unsafe conversion.utf32(bytes, isBigEndian)
            case .windows1252: unsafe conversion.singleBytes(bytes, isWindows: true)
            case .latin1, .utf8: unsafe conversion.singleBytes(bytes, isWindows: false)
            case .system(let name): unsafe SystemConversion.convert(bytes, from: name, &conversion)
            }
        }
        conversion.checkpoints.append(
            Checkpoint(original: original.count, converted: conversion.output.count)
        )
        octets = Octets(conversion.output)
        undecodableCount = conversion.undecodableCount
        firstUndecodable = conversion.firstUndecodable
        checkpoints = conversion.checkpoints
    }

    /// The place in `octets` of a byte of the original.
    func converted(_ offset: Int) -> Int {
        interpolated(offset, from: \.original, to: \.converted)
    }

    /// The place in the original of a byte of `octets`.
    func original(_ offset: Int) -> Int {
        interpolated(offset, from: \.converted, to: \.original)
    }

    private func interpolated(
        _ offset: Int,
        from source: KeyPath<Checkpoint, Int>,
        to target: KeyPath<Checkpoint, Int>
    ) -> Int {
        var low = 0
        var high = checkpoints.count
        while low < high {
            let middle = (low + high) / 2
            if checkpoints[middle][keyPath: source] <= offset {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low > 0 else { return 0 }
        let before = checkpoints[low - 1]
        guard low < checkpoints.count else { return before[keyPath: target] }
        let after = checkpoints[low]
        let span = after[keyPath: source] - before[keyPath: source]
        let width = after[keyPath: target] - before[keyPath: target]
        return before[keyPath: target] + (offset - before[keyPath: source]) * width / max(span, 1)
    }
}

/// A conversion under way: own decoders, and the UTF-8 made so far.
struct TextConversion {
    private(set) var output: [UInt8] = []
    var checkpoints: [ConvertedText.Checkpoint] = []
    private(set) var undecodableCount = 0
    private(set) var firstUndecodable: Int?
    private var nextCheckpoint = 0

    /// The bytes of the original between two checkpoints.
    static let interval = 256

    init(expecting count: Int) {
        output.reserveCapacity(count + count / 4)
    }

    /// Notes that the original is read up to `offset`, when it is time to.
    @inline(__always)
    mutating func reach(_ offset: Int) {
        guard offset >= nextCheckpoint else { return }
        checkpoints.append(.init(original: offset, converted: output.count))
        nextCheckpoint = offset + Self.interval
    }

    /// Adds UTF-8.
    mutating func put(_ bytes: UnsafeRawBufferPointer) {
        unsafe output.append(contentsOf: bytes)
    }

    /// Adds the mark for what cannot be decoded at `offset` of the original.
    mutating func mark(at offset: Int) {
        undecodableCount += 1
        if firstUndecodable == nil { firstUndecodable = offset }
        put(0xFFFD)
    }

    /// Adds a character by its code point, which is no surrogate and at most 10FFFF.
    @inline(__always)
    private mutating func put(_ scalar: UInt32) {
        func byte(_ shift: UInt32, _ mark: UInt8) -> UInt8 {
            UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) | mark
        }
        if scalar < 0x80 {
            output.append(UInt8(truncatingIfNeeded: scalar))
        } else if scalar < 0x800 {
            output.append(UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0)
            output.append(byte(0, 0x80))
        } else if scalar < 0x10000 {
            output.append(UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0)
            output.append(byte(6, 0x80))
            output.append(byte(0, 0x80))
        } else {
            output.append(UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0)
            output.append(byte(12, 0x80))
            output.append(byte(6, 0x80))
            output.append(byte(0, 0x80))
        }
    }

    /// - SeeAlso: RFC 2781 §2.2.
    mutating func utf16(_ bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool) {
        func unit(_ index: Int) -> UInt32 {
            let first = unsafe UInt32(bytes[index])
            let second = unsafe UInt32(bytes[index + 1])
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var index = 0
        while index + 2 <= bytes.count {
            reach(index)
            let high = unit(index)
            if index == 0 && high == 0xFEFF {
                index = 2
                continue
            }
            guard high & 0xF800 == 0xD800 else {
                put(high)
                index += 2
                continue
            }
            if high < 0xDC00, index + 4 <= bytes.count, unit(index + 2) & 0xFC00 == 0xDC00 {
                put(0x10000 + (high - 0xD800) << 10 + (unit(index + 2) - 0xDC00))
                index += 4
            } else {
                mark(at: index)
                index += 2
            }
        }
        if index < bytes.count { mark(at: index) }
    }

    mutating func utf32(_ bytes: UnsafeRawBufferPointer, _ isBigEndian: Bool) {
        var index = 0
        while index + 4 <= bytes.count {
            reach(index)
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
            let scalar = isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
            if Unicode.Scalar(scalar) == nil {
                mark(at: index)
            } else if index > 0 || scalar != 0xFEFF {
                put(scalar)
            }
            index += 4
        }
        if index < bytes.count { mark(at: index) }
    }

    mutating func singleBytes(_ bytes: UnsafeRawBufferPointer, isWindows: Bool) {
        for index in 0..<bytes.count {
            reach(index)
            let byte = unsafe bytes[index]
            guard isWindows && byte & 0xE0 == 0x80 else {
                put(UInt32(byte))
                continue
            }
            let scalar = Self.windows1252[Int(byte & 0x1F)]
            if scalar == 0 { mark(at: index) } else { put(scalar) }
        }
    }

    /// The characters of the bytes 80 to 9F; 0 where there is none.
    private static let windows1252: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
        0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]
}
