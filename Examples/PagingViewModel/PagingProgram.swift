import NetworkClient

/// Lists users page by page: the sample of targets and providers with `NetworkClient`.
///
/// ```
/// USERS_API=http://127.0.0.1:8080 swift run PagingViewModel
/// ```
@main
enum PagingProgram {
    @MainActor
    static func main() async {
        let list = UserListViewModel(repo: APITarget.self)
        let (changes, change) = AsyncStream<String>.makeStream()
        list.userLists.bind { users in
            change.yield(users.map { "\($0.name) <\($0.email)>" }.joined(separator: "\n"))
        }
        list.error.bind { error in
            change.yield(error.map { "\($0.title): \($0.body)" } ?? "")
        }
        list.getNewPage()
        for await text in changes {
            print(text)
            break
        }
    }
}
