import Foundation
import NetworkClient
import Testing

/// Headers of images, whole, cut and damaged.
@Suite struct ImageResourceTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
        + Array("IHDR".utf8) + [0, 0, 2, 0x80, 0, 0, 1, 0xE0]
    private static let gif: [UInt8] = Array("GIF87a".utf8) + [0x80, 2, 0xE0, 1]
    /// A JPEG with a comment, fill bytes and a progressive frame.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xFF, 0xFE, 0, 5, 0xFF, 0xC0, 9]
        + [0xFF, 0xC2, 0, 11, 8, 1, 0xE0, 2, 0x80]
    private static let lossy: [UInt8] =
        Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8 ".utf8)
        + [14, 0, 0, 0, 0x10, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x42, 0xE0, 0x81]
    private static let lossless: [UInt8] =
        Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8)
        + [14, 0, 0, 0, 0x2F, 0x7F, 0xC2, 0x77, 0x10]
    private static let extended: [UInt8] =
        Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8X".utf8)
        + [10, 0, 0, 0, 0x10, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0]

    private static let samples: [(ImageResource.Format, [UInt8])] = [
        (.png, png), (.gif, gif), (.jpeg, jpeg), (.webp, lossy), (.webp, lossless),
        (.webp, extended),
    ]

    // Rows: 3-5
    @Test(arguments: samples)
    func formatAndSizeAreReadFromTheHeader(
        _ format: ImageResource.Format,
        _ bytes: [UInt8]
    ) throws {
        let image = try #require(ImageResource(data: Data(bytes + [1, 2, 3])))
        #expect(image.format == format)
        #expect(image.width == 640)
        #expect(image.height == 480)
        #expect(image.data == Data(bytes + [1, 2, 3]))
        #expect(image.description == "\(format.rawValue) 640×480")
    }

    // Rows: 3-5
    @Test(arguments: samples)
    func aHeaderThatIsCutIsNoImage(_ format: ImageResource.Format, _ bytes: [UInt8]) {
        for count in 0..<bytes.count {
            #expect(ImageResource(data: Data(bytes.prefix(count))) == nil, "\(format) \(count)")
        }
    }

    @Test(arguments: samples)
    func damageNeverTrapsAndNeverGivesAnEmptySize(
        _ format: ImageResource.Format,
        _ bytes: [UInt8]
    ) {
        for place in bytes.indices {
            for value in [UInt8(0), 0x7F, 0xFF] {
                var damaged = bytes
                damaged[place] = value
                if let image = ImageResource(data: Data(damaged)) {
                    #expect(image.width > 0 && image.height > 0)
                }
            }
        }
    }

    @Test func aJPEGOfMarkersOnlyEndsAndIsNoImage() {
        let fill = [UInt8](repeating: 0xFF, count: 100_000)
        #expect(ImageResource(data: Data([0xFF, 0xD8] + fill)) == nil)
        #expect(ImageResource(data: Data([0xFF, 0xD8, 0xFF, 0xDA, 0, 2])) == nil)
        #expect(ImageResource(data: Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 1])) == nil)
    }

    @Test func aSliceIsReadFromItsOwnStart() throws {
        let data = Data([9, 9] + Self.png)
        #expect(ImageResource(data: data.dropFirst(2))?.width == 640)
    }
}
