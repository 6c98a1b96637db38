import ClientCore
import CollectionRun
import Collections
import HTTPModel
import Synchronization
import Testing

@Suite struct RunSessionTests {
    @Test(arguments: [(200, RunOutcome.passed), (204, .passed), (404, .failed), (302, .failed)])
    func withoutAssertionsTheMappingDecides(_ status: Int, _ expected: RunOutcome) async throws {
        let sample = try SampleRun("### a\n# @name a\nGET http://h.test/a\n") { _ in
            json("{}", status: status)
        }
        let result = try await sample.run("a")
        #expect(result.outcome == expected)
        #expect(result.mapping?.isSuccess == (expected == .passed))
        #expect(result.exchange?.response?.status.rawValue == status)
        #expect(result.problem == nil)
    }

    @Test func eachResponseOfARunIsMappedByItsOwnStatus() async throws {
        let statuses = [200, 200, 404, 200, 500, 404]
        let text = statuses.indices.map { "### \($0)\nGET http://h.test/\($0)\n" }.joined()
        let sample = try SampleRun(text) { request in
            let index = Int(request.target.path.dropFirst()) ?? 0
            return json("{}", status: statuses[index])
        }
        let results = await sample.runAll()
        let errors: [String?] = results.map { $0.mapping?.apiError }
        #expect(
            errors == [
                nil, nil, "httpError.notFound", nil, "httpError.serverError", "httpError.notFound",
            ]
        )
        #expect(results.map { $0.outcome == .passed } == statuses.map { $0 == 200 })
    }

    @Test(arguments: RedactionPolicy.standard.fieldNames)
    func whatACredentialFieldOfAResponseHoldsIsASecret(_ name: String) async throws {
        let sample = try SampleRun("### a\n# @name a\nGET http://h.test/a\n") { _ in
            let fields: HTTPFields = [
                HTTPField("Server", "nginx-1.27"), HTTPField(name.lowercased(), "k=planted-0123"),
                HTTPField("Content-Type", "application/json"),
            ]
            let head = HTTPResponseHead(status: HTTPStatus(200), fields: fields)
            let body = Octets(utf8: #"{"token": "planted-4567", "name": "plain-text"}"#)
            return .success(HTTPResponse(head: head, body: body))
        }
        let result = try await sample.run("a")
        let secrets = Set(sample.session.memory.secrets)
        let isCookie = name.hasSuffix("Cookie")
        #expect(secrets == [isCookie ? "planted-0123" : "k=planted-0123", "planted-4567"])
        #expect(result.mask("planted-4567") == SecretMask.placeholder)
    }

    @Test func contentIsLimitedWhenTheRequestDoesNotSay() async throws {
        let text = """
            ### plain
            GET http://h.test/a

            ### own
            # @content-limit 5 GB
            GET http://h.test/a

            """
        let sample = try SampleRun(text) { _ in json("{}") }
        _ = await sample.runAll()
        let limits = sample.transport.sent.map(\.options.contentLimitInBytes)
        #expect(limits == [1 << 30, 5_000_000_000])
        // What stands in the file is not changed by that.
        #expect(try await sample.run("plain").resolved?.request.options.contentLimitInBytes == nil)
    }

    @Test func anAssertedErrorStatusPasses() async throws {
        let text = """
            ### a
            # @name a
            # @assert status == 404
            # @assert apiError == httpError.notFound
            GET http://h.test/a

            """
        let sample = try SampleRun(text) { _ in json("{}", status: 404) }
        let result = try await sample.run("a")
        #expect(result.outcome == .passed)
        #expect(result.assertions.map(\.isPassed) == [true, true])
        #expect(result.mapping?.apiError == "httpError.notFound")
        #expect(ExitCode(result) == .success)
    }

    @Test func aFailedAssertionFailsASuccess() async throws {
        let sample = try SampleRun(
            "### a\n# @name a\n# @assert status == 201\nGET http://h.test/a\n"
        ) {
            _ in json("{}")
        }
        let result = try await sample.run("a")
        #expect(result.outcome == .failed)
        #expect(result.assertions.first?.actual == "200")
        #expect(ExitCode(result) == .failed)
    }

    @Test func aTransportFailureIsAnError() async throws {
        let text = "### a\n# @name a\n# @assert duration < 10 s\nGET http://h.test/a\n"
        let sample = try SampleRun(text) { _ in
            .failure(NetworkFailure(.connectRefused, phase: .connect))
        }
        let result = try await sample.run("a")
        #expect(result.outcome == .error)
        #expect(result.exchange?.failure?.code == .connectRefused)
        #expect(result.mapping?.apiError == "network")
        #expect(ExitCode(result) == .noResponse)
    }

    @Test func anAssertedFailurePasses() async throws {
        let text = "### a\n# @name a\n# @assert failure == receive.reset\nGET http://h.test/a\n"
        let sample = try SampleRun(text) { _ in
            .failure(NetworkFailure(.receiveReset, phase: .receive))
        }
        #expect(try await sample.run("a").outcome == .passed)
        let other = try SampleRun(text) { _ in
            .failure(NetworkFailure(.connectRefused, phase: .connect))
        }
        let result = try await other.run("a")
        #expect(result.outcome == .error)
        #expect(ExitCode(result) == .noResponse)
    }

    @Test func anUnknownVariableIsAProblemAndNothingIsSent() async throws {
        let sample = try SampleRun("### a\n# @name a\nGET http://h.test/{{nowhere}}\n") { _ in
            json("{}")
        }
        let result = try await sample.run("a")
        #expect(result.outcome == .error)
        #expect(result.problem?.file == "sample.http")
        #expect(result.problem?.location.line == 3)
        #expect(sample.transport.sent.isEmpty)
        #expect(ExitCode(result) == .invalidInput)
    }

    @Test func capturesAreKeptForLaterRequests() async throws {
        let text = """
            ### one
            # @name one
            # @capture id = jsonpath $.id
            GET http://h.test/one

            ### two
            # @name two
            GET http://h.test/two/{{id}}

            """
        let sample = try SampleRun(text) { _ in json(#"{"id": "b_9"}"#) }
        let results = await sample.runAll()
        #expect(results[0].captures == ["id": "b_9"])
        #expect(sample.transport.sent.map(\.target.path) == ["/one", "/two/b_9"])
    }

    @Test func aCaptureWithoutAValueFails() async throws {
        let text = "### a\n# @name a\n# @capture id = jsonpath $.id\nGET http://h.test/a\n"
        let sample = try SampleRun(text) { _ in json("{}") }
        let result = try await sample.run("a")
        #expect(result.outcome == .failed)
        #expect(result.assertions.count == 1)
    }

    @Test func theRequestsNeededRunFirstAndOnce() async throws {
        let text = """
            ### login
            # @name login
            POST http://h.test/login

            ### one
            # @name one
            GET http://h.test/one?t={{login.response.body.$.token}}

            ### two
            # @name two
            GET http://h.test/two?t={{login.response.body.$.token}}

            """
        let sample = try SampleRun(text) { _ in json(#"{"token": "abc"}"#) }
        let one = try await sample.run("one")
        let two = try await sample.run("two")
        #expect(one.upstream.map(\.name) == ["login"])
        #expect(two.upstream.isEmpty)
        #expect(
            sample.transport.sent.map(\.target.requestTarget) == [
                "/login", "/one?t=abc", "/two?t=abc",
            ]
        )
        #expect(
            sample.session.memory.takeUpstreamResult(one.upstream[0].requestID)?.name == "login"
        )
        #expect(sample.session.memory.takeUpstreamResult(one.upstream[0].requestID) == nil)
    }

    @Test func aNeededRequestThatGetsNoResponseKeepsTheOtherFromBeingSent() async throws {
        let text = """
            ### login
            # @name login
            POST http://h.test/login

            ### one
            # @name one
            GET http://h.test/one?t={{login.response.body.$.token}}

            """
        let sample = try SampleRun(text) { _ in
            .failure(NetworkFailure(.connectRefused, phase: .connect))
        }
        let result = try await sample.run("one")
        #expect(result.outcome == .error)
        #expect(result.problem?.message.contains("connect.refused") == true)
        #expect(result.upstream.first?.exchange?.failure?.code == .connectRefused)
        #expect(sample.transport.sent.count == 1)
    }

    @Test func aCircleOfReferencesIsRefusedWithItsPlace() async throws {
        let text = """
            ### a
            # @name a
            GET http://h.test/a?x={{b.response.body.$.x}}

            ### b
            # @name b
            GET http://h.test/b?x={{a.response.body.$.x}}

            """
        let sample = try SampleRun(text) { _ in json("{}") }
        let result = try await sample.run("a")
        #expect(result.outcome == .error)
        #expect(sample.transport.sent.isEmpty)
        let inner = result.upstream.first
        #expect(inner?.problem?.location.line == 7)
        #expect(inner?.problem?.message.contains("a → b → a") == true)
    }

    @Test func theRulesOfTheCollectionComeFirst() async throws {
        var settings = CollectionSettings()
        settings.errorRules = [
            ErrorRuleSetting(when: "status 404", apiError: nil),
            ErrorRuleSetting(when: "connect.refused", apiError: "noData", message: "Off"),
        ]
        let sample = try SampleRun(
            "### a\n# @name a\nGET http://h.test/a\n",
            collectionSettings: settings
        ) { _ in json("{}", status: 404) }
        let result = try await sample.run("a")
        #expect(result.outcome == .passed)
        #expect(result.mapping?.rule?.source == "apus.json")
    }

    @Test func aRuleThatIsNotUnderstoodIsAProblemWithItsPlace() {
        var settings = CollectionSettings()
        let place = TextLocation(line: 4, column: 7)
        settings.errorRules = [
            ErrorRuleSetting(when: "moon full", apiError: "x", location: place)
        ]
        let collection = RequestCollection(root: "/c", name: "c", settings: settings)
        let problem = #expect(throws: RunProblem.self) { try RunSession(collection: collection) }
        #expect(problem?.location == place)
        #expect(problem?.file == "apus.json")
    }

    @Test func aCancelledTaskEndsWithTheFailureCancelled() async throws {
        let (started, starting) = AsyncStream<Void>.makeStream()
        let sample = try SampleRun("### a\n# @name a\nGET http://h.test/a\n") { _ in
            starting.yield()
            let (waiting, end) = AsyncStream<Void>.makeStream()
            await withTaskCancellationHandler {
                for await _ in waiting {}
            } onCancel: {
                end.finish()
            }
            return .failure(NetworkFailure(.cancelled, phase: .wait))
        }
        let task = Task { try await sample.run("a") }
        for await _ in started { break }
        task.cancel()
        let result = try await task.value
        #expect(result.outcome == .error)
        #expect(result.exchange?.failure?.code == .cancelled)
        #expect(ExitCode(result) == .interrupted)
    }

    @Test func promptsAreAskedOnceAndTheirAnswersKept() async throws {
        let asked = Mutex(0)
        let settings = RunSettings(prompt: { _ in
            asked.withLock { $0 += 1 }
            return "12"
        })
        let text = "### a\n# @name a\n# @prompt room\nGET http://h.test/{{room}}\n"
        let sample = try SampleRun(text, settings: settings) { _ in json("{}") }
        _ = try await sample.run("a")
        _ = try await sample.run("a")
        #expect(sample.transport.sent.map(\.target.path) == ["/12", "/12"])
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func commandsRunOnlyWhenAllowed() async throws {
        let text = "### a\n# @name a\nGET http://h.test/{{$command echo twelve}}\n"
        let refused = try SampleRun(text) { _ in json("{}") }
        let result = try await refused.run("a")
        #expect(result.problem?.message.contains("--allow-commands") == true)
        let settings = RunSettings(consent: { $0 == "echo twelve" })
        let allowed = try SampleRun(text, settings: settings) { _ in json("{}") }
        #expect(try await allowed.run("a").outcome == .passed)
        #expect(allowed.transport.sent.map(\.target.path) == ["/twelve"])
    }

    @Test func aPreviewShowsWhatTheTransportWouldGet() async throws {
        let text = """
            ### a
            # @name a
            # @token bearer s3cr3t-value
            POST http://h.test/a
            Content-Type: text/plain

            hello
            """
        let sample = try SampleRun(text) { _ in json("{}") }
        let request = try #require(sample.file.source.requests.first)
        let preview = try await sample.session.preview(request, in: sample.file)
        #expect(preview.sent.fields["Authorization"] == "Bearer s3cr3t-value")
        #expect(preview.sent.fields["Content-Length"] != nil)
        #expect(preview.mask("Bearer s3cr3t-value") == "Bearer •••")
        #expect(sample.transport.sent.isEmpty)
    }
}
