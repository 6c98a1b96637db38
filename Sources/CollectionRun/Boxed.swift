/// A large value, or none, kept in memory of its own.
///
/// What holds it stays small and quick to copy: copies share the value, and changing it while it is
/// shared copies it first.
@propertyWrapper
package struct Boxed<Value: Sendable>: Sendable {
    /// `@unchecked Sendable` because a box that is shared is not changed any more.
    final class Box: @unchecked Sendable {
        fileprivate(set) var value: Value

        init(_ value: consuming Value) {
            self.value = value
        }
    }

    /// The value's memory, `nil` as long as none was set; a look at a part of `box?.value` copies that
    /// part only.
    private(set) var box: Box?

    /// Creates a box; without a value it takes no memory.
    package init(wrappedValue: consuming Value?) {
        box = wrappedValue.map { Box($0) }
    }

    /// Creates a box of a value, which is moved into it.
    package init(holding value: consuming Value) {
        box = Box(value)
    }

    /// The value, copied; to look into a large one, use `box`.
    package var wrappedValue: Value? {
        get { box?.value }
        set { box = newValue.map { Box($0) } }
    }

    /// The box itself, to look into it, or to pass it on, without a copy of the value.
    package var projectedValue: Boxed {
        get { self }
        set { self = newValue }
    }

    /// Changes the value where it is, unless others share it, who keep theirs.
    package mutating func change(_ change: (inout Value) -> Void) {
        if !isKnownUniquelyReferenced(&box) { box = box.map { Box($0.value) } }
        if let box { change(&box.value) }
    }
}

extension Boxed: Equatable where Value: Equatable {
    /// Equal when the values are; immediate for copies.
    package static func == (left: Boxed, right: Boxed) -> Bool {
        left.box === right.box || left.wrappedValue == right.wrappedValue
    }
}
