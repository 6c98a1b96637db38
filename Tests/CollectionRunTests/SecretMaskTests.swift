import CollectionRun
import Testing

@Suite struct SecretMaskTests {
    @Test(
        arguments: [
            ("token is s3cr3t/+ now", "token is ••• now"),
            ("http://h/?t=s3cr3t%2F%2B&x=1", "http://h/?t=•••&x=1"),
            ("s3cr3t/+s3cr3t/+", "••••••"),
            ("s3cr3t/", "s3cr3t/"),
            ("nothing", "nothing"),
            ("", ""),
        ]
    )
    func aSecretIsReplacedInEveryForm(_ text: String, _ expected: String) {
        #expect(SecretMask(["s3cr3t/+"])(text) == expected)
    }

    @Test func theEscapedFormOfJSONIsReplaced() {
        #expect(SecretMask(["a\"b\nc"])(#"{"t":"a\"b\nc"}"#) == #"{"t":"•••"}"#)
    }

    @Test func theLongestSecretWins() {
        #expect(SecretMask(["abc", "abcdef"])("abcdef abc") == "••• •••")
    }

    @Test func aSecretBesideACombiningCharacterIsFound() {
        #expect(SecretMask(["secret"])("secret\u{301}") == "•••\u{301}")
    }

    @Test func shortValuesAreLeftAlone() {
        #expect(SecretMask(["", "1", "12"])("port 12 of 1") == "port 12 of 1")
    }

    @Test(
        arguments: [
            ("accessToken", true), ("api-key", true), ("API_KEY", true), ("Set-Cookie", true),
            ("password", true), ("bookingId", false), ("name", false), ("key", false),
        ]
    )
    func namesTellWhetherValuesAreSecret(_ name: String, _ expected: Bool) {
        #expect(SecretMask.isSensitive(name: name) == expected)
    }
}
