import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Testing

/// Cookies from one saved request to the next.
@Suite struct CookieTests {
    private static let text = """
        ### in
        # @name in
        GET http://h.test/login

        ### out
        # @name out
        GET http://h.test/me

        ### bare
        # @name bare
        # @no-cookie-jar
        GET http://h.test/me

        ### other
        # @name other
        GET http://other.test/me

        """

    private static let answer: ScriptedTransport.Answer = { request in
        var fields: HTTPFields = ["Content-Type": "text/plain"]
        if request.target.path == "/login" {
            fields.append("Set-Cookie", "sid=sesame-0123; Path=/; HttpOnly")
        }
        return .success(
            HTTPResponse(head: HTTPResponseHead(status: HTTPStatus(200), fields: fields))
        )
    }

    @Test func aLoginCarriesOnWithinTheSessionAndNowhereElse() async throws {
        let sample = try SampleRun(Self.text, answer: Self.answer)
        let results = await sample.runAll()
        let sent = sample.transport.sent.map { $0.fields["Cookie"] }
        #expect(sent == [nil, "sid=sesame-0123", nil, nil])
        #expect(results[1].exchange?.hops[0].sent.fields["Cookie"] == "sid=sesame-0123")
        #expect(results[1].mask("sid=sesame-0123") == "sid=•••")
    }

    @Test func aPreviewShowsTheCookieThatWouldBeSent() async throws {
        let sample = try SampleRun(Self.text, answer: Self.answer)
        _ = try await sample.run("in")
        let out = try #require(sample.file.source.requests.first { $0.name == "out" })
        let preview = try await sample.session.preview(out, in: sample.file)
        #expect(preview.sent.fields["Cookie"] == "sid=sesame-0123")
        let other = try #require(sample.file.source.requests.first { $0.name == "other" })
        let elsewhere = try await sample.session.preview(other, in: sample.file)
        #expect(elsewhere.sent.fields["Cookie"] == nil)
    }

    @Test func environmentsDoNotShareCookies() async throws {
        let memory = RunMemory()
        let jar = memory.cookieJar(for: "dev")
        jar.set(Cookie(name: "a", value: "1", domain: "h.test"))
        #expect(memory.cookieJar(for: "dev").cookies.count == 1)
        #expect(memory.cookieJar(for: "prod").cookies.isEmpty)
        #expect(memory.cookieJar(for: nil).cookies.isEmpty)
        memory.forget()
        #expect(jar.cookies.isEmpty && memory.cookieJar(for: "dev") === jar)
    }
}
