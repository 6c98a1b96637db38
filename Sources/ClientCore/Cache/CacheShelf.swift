/// Stored responses in memory: by target, the least recently used ones go first.
struct CacheShelf {
    /// The most bytes to keep.
    let limit: Int
    /// The bytes kept.
    private(set) var size = 0
    private var responses: [String: [Slot]] = [:]
    private var clock = 0

    private struct Slot {
        var stored: StoredResponse
        var lastUse: Int
    }

    init(limit: Int) {
        self.limit = limit
    }

    /// How many responses are kept.
    var count: Int { responses.values.reduce(0) { $0 + $1.count } }

    /// What is kept for a target; this counts as a use.
    mutating func responses(for key: String) -> [StoredResponse] {
        guard var slots = responses[key] else { return [] }
        clock += 1
        for i in slots.indices { slots[i].lastUse = clock }
        responses[key] = slots
        return slots.map(\.stored)
    }

    /// Keeps a response in place of the one it replaces; one that would fill the shelf is not kept.
    mutating func keep(_ stored: StoredResponse) {
        remove { $0.replaces(stored) }
        guard stored.size <= limit / 2 else { return }
        clock += 1
        responses[stored.target, default: []].append(Slot(stored: stored, lastUse: clock))
        size += stored.size
        while size > limit, let oldest { remove(oldest) }
    }

    private var oldest: (key: String, lastUse: Int)? {
        var found: (key: String, lastUse: Int)?
        for (key, slots) in responses {
            for slot in slots where slot.lastUse < found?.lastUse ?? .max {
                found = (key, slot.lastUse)
            }
        }
        return found
    }

    private mutating func remove(_ place: (key: String, lastUse: Int)) {
        guard var slots = responses[place.key],
            let index = slots.firstIndex(where: { $0.lastUse == place.lastUse })
        else { return }
        size -= slots.remove(at: index).stored.size
        responses[place.key] = slots.isEmpty ? nil : slots
    }

    /// Forgets the responses that `isUnwanted` says.
    mutating func remove(where isUnwanted: (StoredResponse) -> Bool) {
        for (key, slots) in responses {
            let rest = slots.filter { !isUnwanted($0.stored) }
            guard rest.count != slots.count else { continue }
            size -= slots.filter { isUnwanted($0.stored) }.reduce(0) { $0 + $1.stored.size }
            responses[key] = rest.isEmpty ? nil : rest
        }
    }

    /// Forgets what is kept for a target.
    mutating func removeAll(for key: String) {
        guard let slots = responses.removeValue(forKey: key) else { return }
        size -= slots.reduce(0) { $0 + $1.stored.size }
    }
}
