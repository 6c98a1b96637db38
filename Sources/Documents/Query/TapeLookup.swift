import HTTPModel

// What other filters than JSONPath ask of a document.

extension JSONTape {
    /// The tape indices of the values at the top level; of a sequence, what is no value is left out.
    package var roots: [Int] {
        children(of: -1).map(\.value).filter { storage[$0].kind != .invalid }
    }

    /// Gives the bytes of every number to `body`, in order, until it returns `false`.
    package func forEachNumber(_ body: (Range<Int>) -> Bool) {
        var index = 0
        while index < storage.end {
            if storage[index].kind == .number, !body(storage.tokenRange(index)) { return }
            index += storage.width(index)
        }
    }

    /// The value at a path of names and positions, as jq gives it; of members with one name the last.
    ///
    /// - Parameters:
    ///   - root: The tape index of the value at which the path starts.
    ///   - steps: Strings for members and numbers for elements.
    /// - Returns: A tape index; `nil` when nothing is there.
    package func value(from root: Int, at steps: [JSONValue]) -> Int? {
        var index = root
        for step in steps {
            switch step {
            case .string(let name) where storage[index].kind == .objectOpen:
                let bytes = Array(name.utf8)
                var found: Int?
                for child in children(of: index) where isKey(child.start, bytes) {
                    found = child.value
                }
                guard let found else { return nil }
                index = found
            case .number where storage[index].kind == .arrayOpen:
                let count = storage.childCount(of: index)
                guard let position = step.intValue, position >= 0, position < count else {
                    return nil
                }
                index = storage.value(at: storage.child(position, of: index))
            default:
                return nil
            }
        }
        return index
    }

    /// The normalized path of the first member whose name its object had before; `nil` when all names
    /// differ.
    package var repeatedName: String? {
        var index = 0
        while index < storage.end {
            if storage[index].kind == .objectOpen, storage.childCount(of: index) > 1,
                let repeated = repeatedMember(of: index)
            {
                return path(of: repeated)
            }
            index += storage.width(index)
        }
        return nil
    }

    /// The tape index of the first member of an object whose name stands there twice.
    private func repeatedMember(of object: Int) -> Int? {
        unsafe octets.withUnsafeBytes { bytes in
            let isSmall = storage.childCount(of: object) <= 24
            var few: [Int] = []
            var many: Set<Int> = []
            for child in children(of: object) {
                let hash = unsafe nameHash(child.start, bytes)
                let isNew = isSmall ? !few.contains(hash) : many.insert(hash).inserted
                if isNew {
                    if isSmall { few.append(hash) }
                } else if isRepeated(child.start, in: object) {
                    return child.start
                }
            }
            return nil
        }
    }

    /// Whether a name stands in an object before tape index `index`, too.
    private func isRepeated(_ index: Int, in object: Int) -> Bool {
        let name = Array(decodedText(index).utf8)
        for child in children(of: object) {
            if child.start >= index { return false }
            if isKey(child.start, name) { return true }
        }
        return false
    }

    private func nameHash(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        if storage[index].hasEscape {
            var text = decodedText(index)
            text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        } else {
            let range = storage.tokenRange(index)
            let inner = (range.lowerBound + 1)..<(range.upperBound - 1)
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[inner]))
        }
        return hasher.finalize()
    }
}
