import HTTPModel

/// The children of a container, one after another.
package struct TapeChildren: Sequence, IteratorProtocol {
    private let storage: TapeStorage
    private let container: Int
    private var start: Int
    private var position = 0
    private let limit: Int

    init(_ storage: TapeStorage, of container: Int) {
        self.storage = storage
        self.container = container
        start = container + 1
        limit = container < 0 ? storage.end : storage.close(of: container)
    }

    /// The next child.
    package mutating func next() -> TapeChild? {
        guard start < limit else { return nil }
        let value = storage.value(at: start)
        let child = TapeChild(
            container: container,
            position: position,
            start: start,
            value: value
        )
        start = storage.after(value)
        position += 1
        return child
    }
}

extension JSONTape {
    /// The children of the container at a tape index; -1 stands for the top level.
    package func children(of container: Int) -> TapeChildren {
        TapeChildren(storage, of: container)
    }

    /// Whether the key at tape index `index` is `name`, in UTF-8, once its escapes are decoded.
    func isKey(_ index: Int, _ name: [UInt8]) -> Bool {
        guard !storage[index].hasEscape else {
            return decodedText(index).utf8.elementsEqual(name)
        }
        let range = storage.tokenRange(index)
        guard range.count == name.count + 2 else { return false }
        return unsafe octets.withUnsafeBytes { bytes in
            for place in 0..<name.count
            where unsafe bytes[range.lowerBound + 1 + place] != name[place] {
                return false
            }
            return true
        }
    }
}
