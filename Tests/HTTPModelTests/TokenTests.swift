import HTTPModel
import Testing

@Suite("Tokens") struct TokenTests {
    @Test func theBytesOfATokenAreThoseOfTheStandard() {
        // RFC 9110 §5.6.2.
        let standard = Set(
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&'*+-.^_`|~".utf8
        )
        for byte in UInt8.min...UInt8.max {
            #expect(HTTPToken.isTokenByte(byte) == standard.contains(byte), "byte \(byte)")
        }
    }

    @Test(arguments: [
        ("application/json", true), ("Application/JSON; charset=utf-8", true),
        ("application/problem+json", true), ("text/html", false), ("json", false),
    ])
    func aHeadSaysWhetherItsContentIsJSON(value: String, isJSON: Bool) {
        let head = HTTPResponseHead(status: HTTPStatus(200), fields: ["content-type": value])
        #expect(head.isJSON == isJSON)
        #expect(!HTTPResponseHead(status: HTTPStatus(200)).isJSON)
    }
}
