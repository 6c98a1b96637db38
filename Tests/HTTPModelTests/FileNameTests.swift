import HTTPModel
import Testing

/// Names for files, out of what servers say.
@Suite struct FileNameTests {
    @Test(arguments: [
        ("attachment; filename=plain.txt", "plain.txt"),
        (
            #"attachment; filename="with blank; and \"quotes\".txt""#,
            #"with blank; and "quotes".txt"#
        ),
        ("attachment; filename=old.txt; filename*=UTF-8''na%C3%AFve%20file.txt", "naïve file.txt"),
        ("attachment; filename*=utf-8'de'%E2%82%AC.txt", "€.txt"),
        ("attachment; filename*=ISO-8859-1''caf%E9.txt", "café.txt"),
        ("attachment; FILENAME=upper.txt", "upper.txt"),
        ("attachment; filename=good.txt; filename*=UTF-8''%FF", "good.txt"),
        ("attachment; filename=good.txt; filename*=UTF-16''a", "good.txt"),
        ("attachment; filename=good.txt; filename*=bad", "good.txt"),
        (#"attachment; filename="../../etc/passwd""#, "passwd"),
        (#"attachment; filename="C:\\fakepath\\a.txt""#, "a.txt"),
        (#"attachment; filename="a/""#, "a"),
        ("attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("attachment; filename*=UTF-8''a%00b%0Ac%1B.txt", "abc.txt"),
        ("attachment; filename*=UTF-8''cod%E2%80%AEtxt.exe", "codtxt.exe"),
    ])
    func theNameIsThatOfTheResponseMadeSafe(_ field: String, _ name: String) {
        #expect(head(field).suggestedFileName == name)
    }

    @Test(arguments: [
        "inline", "attachment; filename=", #"attachment; filename="..""#,
        "attachment; filename*=UTF-8''%2E%2E",
        #"attachment; filename=" ""#,
    ])
    func whatGivesNoSafeNameGivesNone(_ field: String) {
        #expect(head(field).suggestedFileName == nil)
        #expect(HTTPResponseHead(status: HTTPStatus(200)).suggestedFileName == nil)
    }

    @Test func aLongNameFitsAFileSystemAndKeepsItsEnding() throws {
        let name = try #require(FileName.safe(String(repeating: "ä", count: 300) + ".tar"))
        #expect(name.utf8.count <= 200)
        #expect(name.hasSuffix("ä.tar"))
        let plain = try #require(FileName.safe(String(repeating: "x", count: 300)))
        #expect(plain.utf8.count == 200)
    }

    private func head(_ disposition: String) -> HTTPResponseHead {
        HTTPResponseHead(
            status: HTTPStatus(200),
            fields: HTTPFields([HTTPField("Content-Disposition", disposition)])
        )
    }
}
