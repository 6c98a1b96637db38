import NetworkClient

/// Lists users page by page: the sample of targets and providers with `NetworkClient`.
///
/// The argument says how many pages, by default one.
///
/// ```
/// USERS_API=http://127.0.0.1:8080 swift run PagingViewModel 3
/// ```
@main
enum PagingProgram {
    @MainActor
    static func main() async {
        let pages = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
        let list = UserListViewModel(repo: APITarget.self)
        let (ends, end) = AsyncStream<Void>.makeStream()
        list.showLoading.bind { isLoading in if !isLoading { end.yield() } }
        var loads = ends.makeAsyncIterator()
        var shown = 0
        for _ in 0..<max(pages, 0) {
            list.getNewPage()
            await loads.next()
            if let error = list.error.value {
                print("\(error.title): \(error.body)")
                return
            }
            for user in list.userLists.value[shown...] { print("\(user.name) <\(user.email)>") }
            shown = list.userLists.value.count
        }
    }
}
