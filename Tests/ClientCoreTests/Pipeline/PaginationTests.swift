import ClientCore
import HTTPModel
import Testing

@Suite struct PaginationTests {
    private func texts(_ pages: Paginated<String>) async throws -> [String] {
        var texts: [String] = []
        for try await page in pages { texts.append(page) }
        return texts
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    /// A page of the site: its text and the text of the next page's place.
    private func site(_ pages: [String: (String, String?)]) -> ScriptTransport {
        ScriptTransport([
            .closure { request in
                guard let (text, next) = pages[request.target.requestTarget] else {
                    return .status(404)
                }
                var fields: HTTPFields = [:]
                if let next { fields.append("Link", "<\(next)>; rel=\"next\"") }
                return .status(200, fields, text)
            }
        ])
    }

    @Test func theLinkFieldLeadsFromPageToPage() async throws {
        let transport = site([
            "/a?n=1": ("one", "?n=2"), "/a?n=2": ("two", "http://api.test/a?n=3"),
            "/a?n=3": ("three", nil),
        ])
        var request = try get("/a?n=1")
        request.fields.append("X", "1")
        let pages = HTTPClient(transport: transport).pages(
            from: request,
            token: .bearer("t"),
            .linkHeader,
            reading: { text($0) }
        )
        #expect(try await texts(pages) == ["one", "two", "three"])
        #expect(transport.sent.allSatisfy { $0.fields["X"] == "1" })
        #expect(transport.sent.allSatisfy { $0.fields["Authorization"] == "Bearer t" })
    }

    @Test func pagesAreRequestedWhenTheyAreAskedFor() async throws {
        let transport = site(["/": ("one", "/2"), "/2": ("two", "/3"), "/3": ("three", nil)])
        let pages = HTTPClient(transport: transport).pages(from: try get())
        #expect(transport.sent.isEmpty)
        for try await page in pages where text(page) == "two" { break }
        #expect(transport.sent.count == 2)
    }

    @Test func aPageNumberIsCounted() async throws {
        let transport = site([
            "/?q=x&page=1": ("a", nil), "/?q=x&page=2": ("b", nil), "/?q=x&page=3": ("", nil),
        ])
        let pages = HTTPClient(transport: transport).pages(
            from: try get("/?q=x"),
            .pageNumber(isLast: { (page: String) in page.isEmpty }),
            reading: { text($0) }
        )
        #expect(try await texts(pages) == ["a", "b", ""])
    }

    @Test func aCursorIsHandedOn() async throws {
        let transport = site([
            "/?limit=2": ("x&y", nil), "/?limit=2&after=x%26y": ("z", nil),
            "/?limit=2&after=z": ("", nil),
        ])
        let pages = HTTPClient(transport: transport).pages(
            from: try get("/?limit=2"),
            .cursor(parameter: "after", next: { (page: String) in page }),
            reading: { text($0) }
        )
        #expect(try await texts(pages) == ["x&y", "z", ""])
    }

    @Test func aURLInThePageLeadsOn() async throws {
        let transport = site(["/a/1": ("2", nil), "/a/2": ("", nil)])
        let pages = HTTPClient(transport: transport).pages(
            from: try get("/a/1"),
            .nextURL({ (page: String) in page.isEmpty ? nil : page }),
            reading: { text($0) }
        )
        #expect(try await texts(pages) == ["2", ""])
    }

    @Test func theNextPageIsRelativeToWhereThePageCameFrom() async throws {
        let transport = ScriptTransport([
            .status(302, ["Location": "/moved/first"]),
            .status(200, ["Link": "<second>; rel=next"]), .status(200),
        ])
        for try await _ in HTTPClient(transport: transport).pages(from: try get("/old")) {}
        #expect(transport.sent.map(\.target.path) == ["/old", "/moved/first", "/moved/second"])
    }

    @Test func aCycleIsAnErrorAfterThePages() async throws {
        let transport = site(["/": ("one", "/2?api_key=hush"), "/2?api_key=hush": ("two", "/")])
        var iterator = HTTPClient(transport: transport).pages(from: try get())
            .makeAsyncIterator()
        #expect(try await iterator.next().map { text($0) } == "one")
        #expect(try await iterator.next().map { text($0) } == "two")
        await #expect(throws: PaginationError.cycle("http://api.test/")) {
            try await iterator.next()
        }
        #expect(try await iterator.next() == nil)
        #expect(transport.sent.count == 2)
    }

    @Test func theFragmentOfTheFirstURLHidesNoCycle() async throws {
        let transport = site(["/": ("one", "/2"), "/2": ("two", "/")])
        var iterator = HTTPClient(transport: transport).pages(from: try get("/#top"))
            .makeAsyncIterator()
        for _ in 0..<2 { #expect(try await iterator.next() != nil) }
        await #expect(throws: PaginationError.cycle("http://api.test/")) {
            try await iterator.next()
        }
        #expect(transport.sent.count == 2)
    }

    @Test func credentialsDoNotFollowToAnotherOrigin() async throws {
        let transport = site(["/": ("one", "http://evil.test/?token=hush")])
        var iterator = HTTPClient(transport: transport).pages(from: try get())
            .makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        await #expect(throws: PaginationError.otherOrigin("http://evil.test/?token=•••")) {
            try await iterator.next()
        }
        #expect(transport.sent.count == 1)
    }

    @Test func aPageThatCannotBeHadEndsTheSequence() async throws {
        let transport = site(["/": ("one", "/missing")])
        var iterator = HTTPClient(transport: transport).pages(from: try get())
            .makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        let error = await #expect(throws: ClientError.self) { try await iterator.next() }
        #expect(error?.status == HTTPStatus(404))
        #expect(try await iterator.next() == nil)
    }
}
