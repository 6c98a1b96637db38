import CollectionRun
import Collections
import HTTPModel

/// The requests chosen from a collection, where they are in memory anyway.
///
/// Each is a place in the requests of its file, which are there already; what looks at one or sends it
/// copies only what it needs of it.
struct ChosenRequests: Sendable {
    private struct Place {
        var file: Int
        var index: Int
    }

    private var files: [RequestFile] = []
    /// All requests of each file.
    private var saved: [[SavedRequest]] = []
    private var places: [Place] = []

    /// The requests of entries, in their order.
    init(_ entries: [OutlinedRequest]) {
        places.reserveCapacity(entries.count)
        // In a span, which copies no entry.
        let span = entries.span
        var lastPath: String?
        for i in span.indices {
            if span[i].file.path != lastPath {
                lastPath = span[i].file.path
                files.append(span[i].file)
                saved.append(span[i].file.source.requests)
            }
            places.append(Place(file: files.count - 1, index: span[i].outline.index))
        }
    }

    /// The identity of a request.
    func id(at position: Int) -> String {
        let place = places[position]
        let requests = saved[place.file]
        return requests.span[place.index].id
    }

    /// Whether a request asks before it is sent.
    func asks(at position: Int) -> Bool {
        let place = places[position]
        let requests = saved[place.file]
        return requests.span[place.index].note != nil
    }

    /// What a look at a request gives before anything is sent.
    func verdict(of check: Preflight, at position: Int) -> Preflight.Verdict {
        let place = places[position]
        let requests = saved[place.file]
        return check.resolve(requests.span[place.index], in: files.span[place.file])
    }

    /// Where a request is.
    func location(at position: Int) -> TextLocation {
        let place = places[position]
        let requests = saved[place.file]
        return requests.span[place.index].location
    }

    /// The result of a request that has not been run.
    func result(at position: Int, outcome: RunOutcome) -> RunResult {
        let place = places[position]
        let requests = saved[place.file]
        return RunResult(
            of: requests.span[place.index],
            in: files.span[place.file].path,
            outcome: outcome
        )
    }
}

extension ChosenRequests: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { places.count }

    /// A request whole, copied.
    subscript(position: Int) -> SelectedRequest {
        let place = places[position]
        return SelectedRequest(file: files[place.file], request: saved[place.file][place.index])
    }
}
