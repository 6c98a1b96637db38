// Finding children by position and by place, in logarithmic time.

/// A child of a container.
package struct TapeChild {
    /// The tape index of the container's opening bracket; -1 for the top level.
    package var container: Int
    /// The position among the children, from 0.
    package var position: Int
    /// The tape index at which the child starts: its key or value.
    package var start: Int
    /// The tape index of its value.
    package var value: Int
}

extension TapeStorage {
    /// The tape index at which the child number `position` of `container` starts.
    package func child(_ position: Int, of container: Int) -> Int {
        let sample = lastSample { sample in
            (sample.container, sample.child) <= (container, position)
        }
        var node = container + 1
        var current = 0
        if let sample, sample.container == container {
            node = sample.node
            current = sample.child
        }
        while current < position {
            node = after(value(at: node))
            current += 1
        }
        return node
    }

    /// The child of `container` that the token at `index` is part of; `nil` for its closing bracket.
    package func child(containing index: Int, in container: Int) -> TapeChild? {
        let sample = lastSample { sample in
            (sample.container, sample.node) <= (container, index)
        }
        var start = container + 1
        var position = 0
        if let sample, sample.container == container {
            start = sample.node
            position = sample.child
        }
        let limit = container < 0 ? end : close(of: container)
        guard index < limit else { return nil }
        while true {
            let value = value(at: start)
            let next = after(value)
            if index < next {
                return TapeChild(
                    container: container,
                    position: position,
                    start: start,
                    value: value
                )
            }
            start = next
            position += 1
        }
    }

    /// The children from the top level down to the token at `index`, each inside the one before.
    ///
    /// A closing bracket belongs to the container it closes, as does the end of a tape that stops in it.
    package func lineage(of index: Int) -> [TapeChild] {
        var result: [TapeChild] = []
        var container = -1
        while let child = child(containing: index, in: container) {
            result.append(child)
            guard self[child.value].isOpen, child.value < index else { break }
            container = child.value
        }
        return result
    }

    /// The last child sample for which `isBefore` holds; it must hold for a prefix of them.
    private func lastSample(where isBefore: (ChildSample) -> Bool) -> ChildSample? {
        var low = 0
        var high = childSamples.count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(childSamples[middle]) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? childSamples[low - 1] : nil
    }
}
