import Documents
import HTTPModel
import Testing

@Suite struct ImageHeaderTests {
    private func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    private func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    private func text(_ bytes: [UInt8]) -> String? { ImageHeader(Octets(bytes))?.text }

    private var png: [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + Array("IHDR".utf8)
            + big(640, 4) + big(480, 4) + [8, 6, 0, 0, 1]
    }

    @Test func aPNGTellsItsSizeAndKind() {
        #expect(text(png) == "PNG image · 640 × 480 · 8 bit RGBA, interlaced")
    }

    @Test func aGIFTellsItsColours() {
        let bytes = Array("GIF89a".utf8) + little(320, 2) + little(200, 2) + [0xF7, 0, 0]
        #expect(text(bytes) == "GIF image · 320 × 200 · 256 colours")
    }

    @Test func aJPEGIsReadUpToItsFrame() {
        let application: [UInt8] = [0xFF, 0xE0] + big(4, 2) + [1, 2]
        let frame: [UInt8] =
            [0xFF, 0xFF, 0xC2] + big(17, 2) + [8] + big(300, 2) + big(400, 2) + [3]
        let bytes = [0xFF, 0xD8] + application + frame
        #expect(text(bytes) == "JPEG image · 400 × 300 · 8 bit colour, progressive")
        #expect(text([0xFF, 0xD8] + application + [0xFF, 0xDA] + big(8, 2)) == nil)
    }

    @Test func theThreeFormsOfWebPAreRead() {
        func file(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
            Array("RIFF".utf8) + little(100, 4) + Array("WEBP".utf8) + Array(chunk.utf8)
                + little(content.count, 4) + content
        }
        let lossy = file("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A] + little(550, 2) + little(368, 2))
        #expect(text(lossy) == "WebP image · 550 × 368 · lossy")
        let bits = 385 | 394 << 14 | 1 << 28
        #expect(
            text(file("VP8L", [0x2F] + little(bits, 4)))
                == "WebP image · 386 × 395 · lossless with alpha"
        )
        let extended = file("VP8X", [0x12, 0, 0, 0] + little(99, 3) + little(49, 3))
        #expect(text(extended) == "WebP image · 100 × 50 · alpha, animated")
    }

    @Test func aBMPFromTheTopHasItsHeight() {
        let head = Array("BM".utf8) + little(0, 12)
        let bytes =
            head + little(40, 4) + little(16, 4) + little(-9, 4) + little(1, 2) + little(24, 2)
        #expect(text(bytes) == "BMP image · 16 × 9 · 24 bit")
    }

    @Test func anythingElseIsNoImage() {
        #expect(text([]) == nil)
        #expect(text(Array("BMW is no image, and neither is this text here.".utf8)) == nil)
        for end in 0..<png.count - 4 { #expect(text(Array(png[..<end])) == nil) }
    }
}
