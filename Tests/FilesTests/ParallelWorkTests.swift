import Files
import Synchronization
import Testing

/// Work on many pieces at once.
@Suite struct ParallelWorkTests {
    @Test func everyPieceIsDoneOnceAndTheResultsKeepTheirOrder() {
        for count in [0, 1, 15, 64, 1003] {
            let calls = Atomic<Int>(0)
            let results = ParallelWork.map(count: count) { number in
                calls.add(1, ordering: .relaxed)
                return number * number
            }
            #expect(results == (0..<count).map { $0 * $0 })
            #expect(calls.load(ordering: .relaxed) == count)
        }
    }

    @Test func theCallReturnsOnlyWhenAllIsDone() {
        let done = Atomic<Int>(0)
        _ = ParallelWork.map(count: 200) { number in
            // The pieces take different times.
            var sum = 0
            for i in 0..<(number % 7 * 1000) { sum &+= i }
            done.add(sum == -1 ? 2 : 1, ordering: .relaxed)
        }
        #expect(done.load(ordering: .relaxed) == 200)
    }

    @Test(arguments: [Duration.zero, .milliseconds(2), .seconds(60)])
    func workBegunAloneIsDoneOnceToo(patience: Duration) {
        let calls = Atomic<Int>(0)
        let results = ParallelWork.map(count: 1001, aloneFor: patience) { number in
            calls.add(1, ordering: .relaxed)
            return "\(number)"
        }
        #expect(results == (0..<1001).map { "\($0)" })
        #expect(calls.load(ordering: .relaxed) == 1001)
    }

    @Test func pathsBelowAFolderAreTheSameByEitherWay() {
        #expect(FilePath.relative("/a/b/c.http", to: "/a") == "b/c.http")
        #expect(FilePath.relative("/a/b", to: "/a/b") == ".")
        #expect(FilePath.relative("/ab/c", to: "/a") == "../ab/c")
        #expect(FilePath.relative("/a/b/../c", to: "/a") == "c")
        #expect(FilePath.relative("/a//b/", to: "/a") == "b")
        #expect(FilePath.relative("/a/.insomnia/x.yml", to: "/a") == ".insomnia/x.yml")
        #expect(FilePath.relative("/a/b", to: "/") == "a/b")
        #expect(FilePath.relative("a/b", to: "a") == "b")
    }
}
