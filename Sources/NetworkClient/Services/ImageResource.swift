public import Foundation

/// An image as it came, with what its header says; nothing is decoded.
///
/// - SeeAlso: PNG (ISO/IEC 15948) §11.2.2; GIF89a §18; ITU-T T.81 §B.2.2 (JPEG); RFC 9649 (WebP).
public struct ImageResource: Hashable, Sendable {
    /// The format of an image.
    public enum Format: String, Hashable, Sendable, CaseIterable {
        /// PNG.
        case png
        /// JPEG.
        case jpeg
        /// GIF.
        case gif
        /// WebP, lossy or lossless.
        case webp

        /// The media type, such as `image/png`.
        public var mediaType: String { "image/" + rawValue }

        /// The usual extension of files, such as `jpg`.
        public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
    }

    /// The format.
    public let format: Format
    /// The width in pixels, above 0.
    public let width: Int
    /// The height in pixels, above 0.
    public let height: Int
    /// All bytes of the image.
    public let data: Data

    /// Reads the header of an image.
    ///
    /// At most the markers of a JPEG before its frame are looked at, otherwise the first 30 bytes; what
    /// follows the header may be damaged.
    ///
    /// - Returns: `nil` when the bytes do not begin with a whole header of a format known here.
    public init?(data: Data) {
        guard let header = ImageHeader(data.octets) else { return nil }
        format = header.format
        width = header.width
        height = header.height
        self.data = data
    }
}

extension ImageResource: Encodable {
    /// Writes the bytes, in Base64 where the encoder has no octets.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(data)
    }
}

extension ImageResource: CustomStringConvertible {
    /// Format and size, such as `png 640×480`.
    public var description: String { "\(format.rawValue) \(width)×\(height)" }
}

/// What the header of an image says.
struct ImageHeader {
    let format: ImageResource.Format
    let width: Int
    let height: Int

    init?(_ bytes: Octets) {
        let found: (format: ImageResource.Format, size: (Int, Int)?)
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            found = (.png, Self.png(bytes))
        } else if bytes.starts(with: Array("GIF87a".utf8))
            || bytes.starts(with: Array("GIF89a".utf8))
        {
            found = (.gif, Self.gif(bytes))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            found = (.jpeg, Self.jpeg(bytes))
        } else if bytes.starts(with: Array("RIFF".utf8)),
            Self.has("WEBP", at: 8, in: bytes)
        {
            found = (.webp, Self.webp(bytes))
        } else {
            return nil
        }
        guard let (width, height) = found.size, width > 0, height > 0 else { return nil }
        format = found.format
        self.width = width
        self.height = height
    }

    /// The first chunk is `IHDR` of 13 bytes; numbers have the high byte first and 31 bits.
    private static func png(_ bytes: Octets) -> (Int, Int)? {
        guard number(bytes, at: 8, count: 4) == 13, has("IHDR", at: 12, in: bytes),
            let width = number(bytes, at: 16, count: 4),
            let height = number(bytes, at: 20, count: 4),
            width <= 0x7FFF_FFFF, height <= 0x7FFF_FFFF
        else { return nil }
        return (width, height)
    }

    private static func gif(_ bytes: Octets) -> (Int, Int)? {
        guard let width = number(bytes, at: 6, count: 2, isLittle: true),
            let height = number(bytes, at: 8, count: 2, isLittle: true)
        else { return nil }
        return (width, height)
    }

    /// Walks over the segments to the frame header, `SOF0` to `SOF15`.
    private static func jpeg(_ bytes: Octets) -> (Int, Int)? {
        var place = 2
        while place + 3 < bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            switch marker {
            case 0xFF:
                // A fill byte.
                place += 1
            case 0x01, 0xD0...0xD7:
                // Markers without a segment.
                place += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = number(bytes, at: place + 5, count: 2),
                    let width = number(bytes, at: place + 7, count: 2)
                else { return nil }
                return (width, height)
            case 0xD8, 0xD9, 0xDA, 0x00:
                return nil
            default:
                guard let length = number(bytes, at: place + 2, count: 2), length >= 2 else {
                    return nil
                }
                place += 2 + length
            }
        }
        return nil
    }

    private static func webp(_ bytes: Octets) -> (Int, Int)? {
        func little(_ place: Int, _ count: Int) -> Int? {
            number(bytes, at: place, count: count, isLittle: true)
        }
        if has("VP8X", at: 12, in: bytes) {
            guard let width = little(24, 3), let height = little(27, 3) else { return nil }
            return (width + 1, height + 1)
        }
        if has("VP8L", at: 12, in: bytes) {
            guard bytes.count > 20, bytes[20] == 0x2F, let bits = little(21, 4) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        guard has("VP8 ", at: 12, in: bytes), let tag = little(20, 3), tag & 1 == 0,
            number(bytes, at: 23, count: 3) == 0x9D012A,
            let width = little(26, 2), let height = little(28, 2)
        else { return nil }
        return (width & 0x3FFF, height & 0x3FFF)
    }

    private static func has(_ text: String, at place: Int, in bytes: Octets) -> Bool {
        bytes.count >= place + text.utf8.count
            && bytes.slice(place..<(place + text.utf8.count)).elementsEqual(text.utf8)
    }

    /// The number in `count` bytes; `nil` when they are not all there.
    private static func number(
        _ bytes: Octets,
        at place: Int,
        count: Int,
        isLittle: Bool = false
    ) -> Int? {
        guard bytes.count >= place + count else { return nil }
        let slice = bytes.slice(place..<(place + count))
        let ordered = isLittle ? slice.reversed() : Array(slice)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
