import ClientCore
import CollectionRun
import Collections
import Fixtures
import HTTPModel
import History
import TestSupport
import Testing

/// What was sent once is sent again as it was, with secrets taken anew.
@Suite struct ResendTests {
    private static let saved = """
        @base = http://a.test
        @accessToken = t0p-s3cret-one
        @key = k3y-of-the-service

        ### list
        # @name list
        # @token bearer {{accessToken}}
        GET {{base}}/items?page=1&api_key={{key}}
        X-API-Key: {{key}}
        Accept: application/json

        ### login
        # @name login
        POST {{base}}/login
        Content-Type: application/json

        {"user": "me", "password": "{{key}}"}

        ### quiet
        # @name quiet
        # @no-log
        GET {{base}}/quiet

        """

    /// Runs a request and keeps it; gives the entry as it is read back.
    private func kept(_ name: String, in folder: TemporaryFolder) async throws -> HistoryEntry {
        let run = try SampleRun(Self.saved) { _ in json(#"{"n": 1}"#) }
        let result = try await run.run(name)
        let records = result.historyRecords(
            in: run.session.collection,
            environmentName: nil,
            end: 1_000_000
        )
        let store = HistoryStore(path: folder.file("history.db"))
        let id = try store.append(try #require(records.first))
        return try #require(try store.entry(id))
    }

    private func changed(_ text: String) throws -> SampleRun {
        try SampleRun(text) { _ in json(#"{"n": 2}"#) }
    }

    @Test func tokensFieldsAndQueryAreTakenAnewFromTheSavedRequest() async throws {
        let folder = try TemporaryFolder()
        let entry = try await kept("list", in: folder)
        #expect(entry.exchange.exchange.request.target.query?.contains("k3y") == false)
        // Meanwhile the secrets are others, and the page too: that was not secret.
        let now = try changed(
            Self.saved.replacing("s3cret-one", with: "s3cret-two")
                .replacing("k3y-of", with: "new-k3y-of").replacing("page=1", with: "page=9")
        )
        let result = await now.session.resend(entry)
        #expect(result.problem == nil)
        let sent = try #require(now.transport.sent.first)
        #expect(
            sent.target.text == "http://a.test/items?page=1&api_key=new-k3y-of-the-service"
        )
        #expect(sent.fields["X-API-Key"] == "new-k3y-of-the-service")
        #expect(sent.fields["Authorization"] == "Bearer t0p-s3cret-two")
        #expect(result.outcome == .passed)
    }

    @Test func aSecretInContentIsTakenFromContentOfTheSameForm() async throws {
        let folder = try TemporaryFolder()
        let entry = try await kept("login", in: folder)
        let now = try changed(Self.saved.replacing("k3y-of", with: "new-k3y-of"))
        #expect(await now.session.resend(entry).problem == nil)
        let sent = try #require(now.transport.sent.first)
        #expect(
            sent.body.text == #"{"user": "me", "password": "new-k3y-of-the-service"}"#
        )
    }

    @Test func withoutTheSavedRequestTheMissingValuesAreNamed() async throws {
        let folder = try TemporaryFolder()
        let entry = try await kept("list", in: folder)
        let gone = try changed("### other\nGET http://a.test/\n")
        let result = await gone.session.resend(entry)
        let message = try #require(result.problem?.message)
        #expect(message.contains("request field X-API-Key"))
        #expect(message.contains("request field Authorization"))
        #expect(message.contains("give it with --value REDACTED-"))
        #expect(gone.transport.sent.isEmpty)
        // Given, they go to their places.
        var values: [String: String] = [:]
        for redaction in entry.exchange.redactions {
            let isToken = redaction.places.contains("request field Authorization")
            values[redaction.placeholder] = isToken ? "given-token" : "given/key"
        }
        #expect(await gone.session.resend(entry, given: values).problem == nil)
        let sent = try #require(gone.transport.sent.first)
        #expect(sent.fields["Authorization"] == "Bearer given-token")
        #expect(sent.fields["X-API-Key"] == "given/key")
        #expect(sent.target.query == "page=1&api_key=given%2Fkey")
    }

    @Test func aRequestWithoutSecretsNeedsNoSavedRequest() async throws {
        let folder = try TemporaryFolder()
        let run = try SampleRun("### plain\n# @name plain\nGET http://a.test/x?y=1\nA: b\n") { _ in
            json("{}")
        }
        let records = try await run.run("plain").historyRecords(
            in: run.session.collection,
            environmentName: nil
        )
        let store = HistoryStore(path: folder.file("history.db"))
        let id = try store.append(try #require(records.first))
        let gone = try changed("### other\nGET http://a.test/\n")
        let result = await gone.session.resend(try #require(try store.entry(id)))
        #expect(result.problem == nil)
        #expect(gone.transport.sent.first?.target.text == "http://a.test/x?y=1")
        #expect(gone.transport.sent.first?.fields["A"] == "b")
    }

    @Test func whatPeopleAreAskedForIsUsed() async throws {
        let folder = try TemporaryFolder()
        let entry = try await kept("login", in: folder)
        let settings = RunSettings(prompt: { $0.name.hasPrefix("REDACTED-") ? "asked" : nil })
        let gone = try SampleRun("### other\nGET http://a.test/\n", settings: settings) { _ in
            json("{}")
        }
        #expect(await gone.session.resend(entry).problem == nil)
        #expect(
            gone.transport.sent.first?.body.text == #"{"user": "me", "password": "asked"}"#
        )
    }

    @Test func aRequestThatSaysNoLogIsNotKept() async throws {
        let run = try SampleRun(Self.saved) { _ in json("{}") }
        let result = try await run.run("quiet")
        #expect(
            result.historyRecords(in: run.session.collection, environmentName: nil).isEmpty
        )
    }

    @Test func whatWasNeverSentIsNotKept() async throws {
        let run = try SampleRun("### a\n# @name a\nGET {{nowhere}}/\n") { _ in json("{}") }
        let result = try await run.run("a")
        #expect(
            result.historyRecords(in: run.session.collection, environmentName: nil).isEmpty
        )
    }
}
