import Foundation
import NetworkClient
import NetworkClientTestSupport
import PagingViewModel
import Synchronization
import TestSupport
import Testing

/// The repository of the sample, answered by fixtures.
private enum MockAPITarget: UserRepo {
    case fetchUsers(userListRequest: UserListRequest)

    static let stub = StubTarget(
        fixtures: URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Examples/PagingViewModel/Fixtures"),
        genericError: UserFacingError.genericError
    )
    /// The pages that were asked for.
    static let pages = Mutex<[UserListRequest]>([])
    static let slow = StubTarget(
        fixtures: URL(filePath: "/nowhere"),
        genericError: UserFacingError.genericError
    )

    var baseURL: URL { URL(filePath: "/") }
    var path: String { "" }
    var method: HTTPMethod { .get }
    var task: NetworkTask { .requestPlain }

    func request<T: Decodable & Sendable>(
        type: T.Type,
        callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
    ) -> any NetworkEngine.NetworkRequest {
        if case .fetchUsers(let request) = self { Self.pages.withLock { $0.append(request) } }
        return Self.stub.request(type, fixture: "UserListResponse", callback: callback)
    }
}

/// The sample of targets, tested as the document tests its own.
@MainActor
@Suite(.serialized) struct PagingViewModelTests {
    private let list = UserListViewModel(repo: MockAPITarget.self)

    init() {
        MockAPITarget.stub.errorToThrow = nil
    }

    /// Asks for a page and waits for its end.
    private func load() async {
        let (ends, end) = AsyncStream<Void>.makeStream()
        list.showLoading.bind { isLoading in if !isLoading { end.yield() } }
        list.getNewPage()
        for await _ in ends { break }
        await Task.yield()
    }

    // Rows: 1-4, 1-27, 1-29, 1-30
    @Test func pagesOfUsersAreListedOneAfterTheOther() async {
        list.error.bind { #expect($0 == nil) }
        await load()
        #expect(list.userLists.value.count == 10)
        #expect(list.userLists.value.first?.name == "Ada")
        await load()
        #expect(list.userLists.value.count == 20)
    }

    // Rows: 1-30
    @Test func eachPageIsAskedForOnceAndAgainOnlyAfterAFailure() async {
        MockAPITarget.pages.withLock { $0 = [] }
        await load()
        MockAPITarget.stub.errorToThrow = .genericError
        await load()
        MockAPITarget.stub.errorToThrow = nil
        await load()
        await load()
        #expect(
            MockAPITarget.pages.withLock { $0 }
                == [1, 2, 2, 3].map { UserListRequest(results: 10, page: $0) }
        )
        #expect(list.userLists.value.count == 30)
    }

    // Rows: 1-27, 1-28, 1-30
    @Test func theErrorOfTheMockIsShown() async {
        MockAPITarget.stub.errorToThrow = .noInternetError
        list.userLists.bind { _ in Issue.record("there are no users") }
        await load()
        #expect(list.error.value == .noInternetError)
        #expect(!list.showLoading.value)
    }

    @Test func aPageThatComesAfterAllTakesTheErrorAway() async {
        MockAPITarget.stub.errorToThrow = .noInternetError
        await load()
        #expect(list.error.value == .noInternetError)
        MockAPITarget.stub.errorToThrow = nil
        await load()
        #expect(list.error.value == nil)
        #expect(list.userLists.value.count == 10)
    }

    @Test func theProgramListsPagesUntilOneCannotBeHad() async throws {
        let text = #"{"results": [{"name": "Ada", "email": "ada@a.test"}]}"#
        let page =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
        let server = FaultServer(answering: page)
        let user = "Ada <ada@a.test>\n"
        let two = try await ChildProgram.run(
            "PagingViewModel",
            ["2"],
            environment: ["USERS_API": server.base]
        )
        #expect(two.output == user + user)
        let refused = try await ChildProgram.run(
            "PagingViewModel",
            environment: ["USERS_API": "http://127.0.0.1:\(refusingPort())"]
        )
        #expect(refused.output == "Something Went Wrong: Please try again later.\n")
    }

    // Rows: 1-27
    @Test func aFixtureThatIsNotThereIsTheGenericError() async {
        let result = await withCheckedContinuation { continuation in
            MockAPITarget.slow.request(UserListResponse.self, fixture: "Missing") {
                continuation.resume(returning: $0)
            }
        }
        #expect(throws: UserFacingError.genericError) { try result.get() }
    }

    // Rows: 1-27, 1-30
    @Test func callsAreCancelledWithTheViewModel() async {
        let call = MockNetworkRequest()
        #expect(!call.isCancelled)
        call.cancel()
        call.cancel()
        #expect(call.isCancelled)
        var owner: UserListViewModel? = UserListViewModel(repo: HeldTarget.self)
        owner?.getNewPage()
        #expect(!HeldTarget.handle.isCancelled)
        owner = nil
        #expect(HeldTarget.handle.isCancelled)
    }
}

/// A repository whose calls never end.
private enum HeldTarget: UserRepo {
    case fetchUsers(userListRequest: UserListRequest)

    /// The handle of all calls.
    static let handle = MockNetworkRequest()

    var baseURL: URL { URL(filePath: "/") }
    var path: String { "" }
    var method: HTTPMethod { .get }
    var task: NetworkTask { .requestPlain }

    func request<T: Decodable & Sendable>(
        type: T.Type,
        callback: @escaping @Sendable (Result<T, UserFacingError>) -> Void
    ) -> any NetworkEngine.NetworkRequest {
        Self.handle
    }
}
