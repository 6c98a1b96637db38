/// What values at one place of a document have in common: types, members, and what strings look like.
package struct Shape: Equatable, Sendable {
    /// The types met; empty when nothing is known, which fits every value.
    package var kinds: Set<JSONKind> = []
    /// The members of the objects met, in the order of first appearance.
    package var members: [Member] = []
    /// What the elements of the arrays met have in common; `nil` when all were empty.
    package var element: Shape? {
        get { elements.first }
        set { elements = newValue.map { [$0] } ?? [] }
    }
    /// The distinct strings met, in the order of first appearance; `nil` when they are too many.
    package var texts: [String]? = []
    /// The number of strings met.
    package var textCount = 0
    /// The format of all strings met; `nil` when they have none in common.
    package var format: TextFormat?

    /// Whether all numbers met are whole and fit 64 bits, as they are spelled.
    package private(set) var areIntegers = true

    /// An array, because a value cannot hold itself.
    private var elements: [Shape] = []
    private var objectCount = 0

    /// A member of objects.
    package struct Member: Equatable, Sendable {
        /// Its name.
        package var name: String
        /// What its values have in common.
        package var shape: Shape
        /// In how many of the objects it is.
        var count: Int
    }

    /// A shape that fits every value.
    package init() {}

    /// More distinct strings than these are no enumeration.
    private static let mostTexts = 12

    /// Whether the member is missing in some of the objects met.
    package func isOptional(_ member: Member) -> Bool { member.count < objectCount }

    /// The member of this name.
    package func member(_ name: String) -> Member? { members.first { $0.name == name } }

    /// Whether the values are `null` at times.
    package var isNullable: Bool { kinds.contains(.null) }

    /// Whether the strings are words of a small set: at least four, some of them equal, all short
    /// words.
    package var isEnumeration: Bool {
        guard let texts, format == nil, textCount >= 4, texts.count * 2 <= textCount else {
            return false
        }
        return texts.allSatisfy(Self.isWord)
    }

    private static func isWord(_ text: String) -> Bool {
        guard text.utf8.count <= 32, text.contains(where: \.isLetter) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F || byte == 0x2E
        }
    }
}

// MARK: - Inference

extension Shape {
    /// Infers the shape of a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - ignored: Normalized paths of values to pass over, as `JSONMatch.path` gives them.
    ///   - isUnknown: Whether a string stands for a value of unknown type.
    package init(
        of value: JSONValue,
        ignoring ignored: Set<String> = [],
        isUnknown: (String) -> Bool = { _ in false }
    ) {
        self.init(of: value, path: "$", ignored, isUnknown)
    }

    private init(
        of value: JSONValue,
        path: String,
        _ ignored: Set<String>,
        _ isUnknown: (String) -> Bool
    ) {
        guard !ignored.contains(path) else { return }
        switch value {
        case .null: kinds = [.null]
        case .bool: kinds = [.bool]
        case .number(let text):
            kinds = [.number]
            areIntegers = Int64(text) != nil
        case .string(let text):
            guard !isUnknown(text) else {
                texts = nil
                return
            }
            kinds = [.string]
            texts = [text]
            textCount = 1
            format = TextFormat(of: text)
        case .array(let values):
            kinds = [.array]
            for (position, value) in values.enumerated() {
                let place = ignored.isEmpty ? "" : "\(path)[\(position)]"
                guard !ignored.contains(place) else { continue }
                let shape = Shape(of: value, path: place, ignored, isUnknown)
                element = element.map { $0.merged(with: shape) } ?? shape
            }
        case .object(let list):
            kinds = [.object]
            objectCount = 1
            for member in list {
                let place = ignored.isEmpty ? "" : path + JSONText.pathStep(member.key)
                guard !ignored.contains(place) else { continue }
                let shape = Shape(of: member.value, path: place, ignored, isUnknown)
                // Of members with one name, the last counts.
                members.removeAll { $0.name == member.key }
                members.append(Member(name: member.key, shape: shape, count: 1))
            }
        }
    }

    /// The shape that fits what either fits.
    package func merged(with other: Shape) -> Shape {
        var result = self
        if kinds.isEmpty || other.kinds.isEmpty {
            // Nothing is known of one of them, so all fits.
            result = Shape()
            result.texts = nil
            return result
        }
        result.kinds.formUnion(other.kinds)
        result.objectCount += other.objectCount
        result.areIntegers = areIntegers && other.areIntegers
        var places: [String: Int] = [:]
        for (position, member) in members.enumerated() { places[member.name] = position }
        for member in other.members {
            if let position = places[member.name] {
                result.members[position].shape = members[position].shape.merged(with: member.shape)
                result.members[position].count += member.count
            } else {
                result.members.append(member)
            }
        }
        if let left = element, let right = other.element {
            result.element = left.merged(with: right)
        } else {
            result.element = element ?? other.element
        }
        result.mergeTexts(of: other)
        return result
    }

    private mutating func mergeTexts(of other: Shape) {
        guard other.textCount > 0 else { return }
        format = textCount == 0 ? other.format : (format == other.format ? format : nil)
        textCount += other.textCount
        guard let left = texts, let right = other.texts else {
            texts = nil
            return
        }
        let all = left + right.filter { !left.contains($0) }
        texts = all.count > Self.mostTexts ? nil : all
    }
}
