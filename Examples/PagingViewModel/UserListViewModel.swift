public import NetworkClient

/// A value that tells who listens when it changes.
@MainActor
public final class Dynamic<Value> {
    private var listeners: [(Value) -> Void] = []

    /// The value.
    public var value: Value {
        didSet { for listener in listeners { listener(value) } }
    }

    /// Creates a value.
    public init(_ value: Value) {
        self.value = value
    }

    /// Has `listener` called at each change from now on.
    public func bind(_ listener: @escaping (Value) -> Void) {
        listeners.append(listener)
    }
}

/// A list of users that grows page by page, whoever shows it.
@MainActor
public final class UserListViewModel {
    private let repo: any UserRepo.Type
    private var calls: [any NetworkEngine.NetworkRequest] = []
    private var pageNumber = 0

    /// The users of all pages so far.
    public let userLists = Dynamic<[UserData]>([])
    /// Why the last page could not be had; `nil` when it could.
    public let error = Dynamic<UserFacingError?>(nil)
    /// Whether a page is being loaded.
    public let showLoading = Dynamic(false)

    /// Creates a list on a repository: `APITarget`, or the mock of a test.
    public init(repo: any UserRepo.Type) {
        self.repo = repo
    }

    deinit { calls.cancel() }

    /// Gets the next page; after a failure, the same one again.
    public func getNewPage() {
        guard !showLoading.value else { return }
        showLoading.value = true
        let page = UserListRequest(results: 10, page: pageNumber + 1)
        let call = repo.fetchUsers(userListRequest: page)
        let request = call.request(type: UserListResponse.self) { [weak self] result in
            Task { @MainActor in self?.finish(result) }
        }
        calls.append(request)
    }

    private func finish(_ result: Result<UserListResponse, UserFacingError>) {
        showLoading.value = false
        switch result {
        case .success(let response):
            pageNumber += 1
            if error.value != nil { error.value = nil }
            userLists.value += response.results
        case .failure(let failure):
            error.value = failure
        }
    }
}
