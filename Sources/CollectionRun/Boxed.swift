/// A large value, or none, kept in memory of its own.
///
/// What holds it stays small and quick to copy: copies share the value, and changing it while it is
/// shared copies it first.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    /// `@unchecked Sendable` because a box that is shared is not changed any more.
    @usableFromInline
    final class Box: @unchecked Sendable {
        @usableFromInline
        var value: Value?

        init(_ value: Value?) {
            self.value = value
        }
    }

    /// `nil` as long as no value was set.
    @usableFromInline
    var box: Box?

    /// Creates a box; without a value it takes no memory.
    package init(wrappedValue: Value?) {
        box = wrappedValue.map { Box($0) }
    }

    /// The value.
    package var wrappedValue: Value? {
        @inlinable _read {
            if let box { yield box.value } else { yield nil }
        }
        _modify {
            let kept = isKnownUniquelyReferenced(&box) ? box : Box(box?.value)
            box = kept
            guard let kept else { preconditionFailure("a box was just made") }
            yield &kept.value
        }
    }

    /// The box itself, to look into it without a copy of the value.
    package var projectedValue: Boxed {
        get { self }
        set { self = newValue }
    }

    /// Looks at the value where it is; `nil` when there is none.
    @inlinable
    package func read<Part>(_ look: (borrowing Value) -> Part) -> Part? {
        guard let box else { return nil }
        return switch box.value {
        case .some(let value): look(value)
        case .none: nil
        }
    }
}

extension Boxed: Equatable where Value: Equatable {
    /// Equal when the values are; immediate for copies.
    package static func == (left: Boxed, right: Boxed) -> Bool {
        left.box === right.box || left.wrappedValue == right.wrappedValue
    }
}
