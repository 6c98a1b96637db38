package import HTTPModel

/// What the first bytes of an image say about it: format, size, and how its points are stored.
///
/// - SeeAlso: PNG (RFC 2083) §4.1.1; GIF89a §18; JPEG (ITU-T T.81) annex B; WebP container specification.
package struct ImageHeader: Hashable, Sendable {
    /// The format of the file.
    package enum Format: String, Hashable, Sendable, CaseIterable {
        case png = "PNG"
        case jpeg = "JPEG"
        case gif = "GIF"
        case webp = "WebP"
        case bmp = "BMP"
    }

    /// The format of the file.
    package var format: Format
    /// The columns of points.
    package var width: Int
    /// The rows of points.
    package var height: Int
    /// More about it, such as `8 bit RGBA`; empty when the header says nothing more.
    package var detail: String

    /// Reads the header of an image; `nil` for anything else, and for one that is cut off too early.
    package init?(_ octets: Octets) {
        let head = Array(octets.prefix(32))
        let bytes = Bytes(octets)
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init(png: bytes)
        } else if head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8))
        {
            self.init(gif: bytes)
        } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self.init(jpeg: bytes)
        } else if head.starts(with: Array("RIFF".utf8)), bytes.text(8, 4) == "WEBP" {
            self.init(webp: bytes)
        } else if head.starts(with: Array("BM".utf8)) {
            self.init(bmp: bytes)
        } else {
            return nil
        }
        guard width > 0, height > 0 else { return nil }
    }

    private init?(png bytes: Bytes) {
        guard bytes.text(12, 4) == "IHDR", let width = bytes.big(16, 4),
            let height = bytes.big(20, 4), let depth = bytes.big(24, 1),
            let color = bytes.big(25, 1)
        else { return nil }
        let names = [0: "grey", 2: "RGB", 3: "palette", 4: "grey and alpha", 6: "RGBA"]
        let interlaced = bytes.big(28, 1) == 1 ? ", interlaced" : ""
        self.init(.png, width, height, "\(depth) bit \(names[color] ?? "colour")\(interlaced)")
    }

    private init?(gif bytes: Bytes) {
        guard let width = bytes.little(6, 2), let height = bytes.little(8, 2),
            let flags = bytes.big(10, 1)
        else { return nil }
        let colors = flags & 0x80 == 0 ? "" : "\(1 << ((flags & 7) + 1)) colours"
        self.init(.gif, width, height, colors)
    }

    private init?(jpeg bytes: Bytes) {
        var place = 2
        // Segments up to the one that begins the frame.
        for _ in 0..<1_000 {
            while bytes.big(place, 1) == 0xFF, bytes.big(place + 1, 1) == 0xFF { place += 1 }
            guard bytes.big(place, 1) == 0xFF, let marker = bytes.big(place + 1, 1) else {
                return nil
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                place += 2
                continue
            }
            guard let length = bytes.big(place + 2, 2), length >= 2 else { return nil }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            guard isFrame else {
                guard marker != 0xD9, marker != 0xDA else { return nil }
                place += 2 + length
                continue
            }
            guard let depth = bytes.big(place + 4, 1), let height = bytes.big(place + 5, 2),
                let width = bytes.big(place + 7, 2), let parts = bytes.big(place + 9, 1)
            else { return nil }
            let names = [1: "grey", 3: "colour", 4: "four colours"]
            let progressive = marker == 0xC2 ? ", progressive" : ""
            self.init(
                .jpeg,
                width,
                height,
                "\(depth) bit \(names[parts] ?? "colour")\(progressive)"
            )
            return
        }
        return nil
    }

    private init?(webp bytes: Bytes) {
        switch bytes.text(12, 4) {
        case "VP8 ":
            guard bytes.big(23, 3) == 0x9D012A, let width = bytes.little(26, 2),
                let height = bytes.little(28, 2)
            else { return nil }
            self.init(.webp, width & 0x3FFF, height & 0x3FFF, "lossy")
        case "VP8L":
            guard bytes.big(20, 1) == 0x2F, let bits = bytes.little(21, 4) else { return nil }
            let alpha = bits >> 28 & 1 == 1 ? " with alpha" : ""
            self.init(.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1, "lossless\(alpha)")
        case "VP8X":
            guard let flags = bytes.big(20, 1), let width = bytes.little(24, 3),
                let height = bytes.little(27, 3)
            else { return nil }
            let parts = [flags & 0x10 != 0 ? "alpha" : nil, flags & 0x02 != 0 ? "animated" : nil]
            let detail = parts.compactMap { $0 }.joined(separator: ", ")
            self.init(.webp, width + 1, height + 1, detail)
        default:
            return nil
        }
    }

    private init?(bmp bytes: Bytes) {
        guard let size = bytes.little(14, 4), size >= 40, let width = bytes.little(18, 4),
            let height = bytes.little(22, 4), let depth = bytes.little(28, 2)
        else { return nil }
        // A negative height stores the rows from the top.
        let rows = height >= 1 << 31 ? (1 << 32) - height : height
        guard size <= 124, width < 1 << 31 else { return nil }
        self.init(.bmp, width, rows, "\(depth) bit")
    }

    private init(_ format: Format, _ width: Int, _ height: Int, _ detail: String) {
        self.format = format
        self.width = width
        self.height = height
        self.detail = detail
    }

    /// The format, size and detail in one line, such as `PNG image · 640 × 480 · 8 bit RGBA`.
    package var text: String {
        let start = "\(format.rawValue) image · \(width) × \(height)"
        return detail.isEmpty ? start : "\(start) · \(detail)"
    }

    /// Numbers at places that may be outside the file.
    private struct Bytes {
        let octets: Octets

        init(_ octets: Octets) { self.octets = octets }

        func big(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= octets.count else { return nil }
            return (start..<(start + count)).reduce(0) { $0 << 8 | Int(octets[$1]) }
        }

        func little(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= octets.count else { return nil }
            return (start..<(start + count)).reversed().reduce(0) { $0 << 8 | Int(octets[$1]) }
        }

        func text(_ start: Int, _ count: Int) -> String? {
            guard start + count <= octets.count else { return nil }
            return octets.slice(start..<(start + count)).validText
        }
    }
}
