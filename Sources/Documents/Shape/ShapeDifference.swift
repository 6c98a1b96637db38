/// A place where a value does not have the shape that was expected.
package struct ShapeDifference: Hashable, Sendable {
    /// What differs.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// An object has a member that none had.
        case addedKey = "key added"
        /// An object lacks a member that all had.
        case removedKey = "key removed"
        /// A value has another type.
        case type = "type changed"
        /// A value is null that never was.
        case null = "null"
        /// A string is none of the words it was one of.
        case newWord = "new value"
        /// A string no longer has its format.
        case format = "format changed"
    }

    /// The place as a JSONPath query, elements of arrays as `[*]`.
    package var path: String
    /// What differs.
    package var kind: Kind
    /// What was expected, as a short text such as `string`; empty for an added key.
    package var expected: String
    /// What is there instead; empty for a removed key.
    package var found: String
}

extension Shape {
    /// Where `found` does not fit this shape.
    ///
    /// The order of members and the number of elements do not matter, and neither do values, except
    /// for words of an enumeration. A type that is not known fits every value.
    ///
    /// - Returns: The differences in the order of the document, removed keys after the others of
    ///   their object.
    package func differences(to found: Shape) -> [ShapeDifference] {
        var result: [ShapeDifference] = []
        compare(found, at: "$", into: &result)
        return result
    }

    private func compare(_ found: Shape, at path: String, into result: inout [ShapeDifference]) {
        guard !kinds.isEmpty, !found.kinds.isEmpty else { return }
        let isOnlyNull = kinds == [.null]
        if found.isNullable, !isNullable {
            result.append(difference(.null, at: path, to: "null"))
        }
        let types = kinds.subtracting([.null])
        let added = found.kinds.subtracting(types).subtracting([.null])
        if !added.isEmpty {
            // What was only ever null may become anything.
            if !isOnlyNull {
                result.append(difference(.type, at: path, to: Self.text(of: added)))
            }
            if added == found.kinds.subtracting([.null]) { return }
        }
        if kinds.contains(.object), found.kinds.contains(.object) {
            compareMembers(found, at: path, into: &result)
        }
        if let element, let other = found.element {
            element.compare(other, at: path + "[*]", into: &result)
        }
        compareTexts(found, at: path, into: &result)
    }

    private func compareMembers(
        _ found: Shape,
        at path: String,
        into result: inout [ShapeDifference]
    ) {
        for member in found.members {
            let place = path + Self.step(member.name)
            if let expected = self.member(member.name) {
                expected.shape.compare(member.shape, at: place, into: &result)
                if found.isOptional(member), !isOptional(expected) {
                    result.append(
                        ShapeDifference(
                            path: place,
                            kind: .removedKey,
                            expected: Self.text(of: expected.shape.kinds),
                            found: "missing in some objects"
                        )
                    )
                }
            } else {
                result.append(
                    ShapeDifference(
                        path: place,
                        kind: .addedKey,
                        expected: "",
                        found: Self.text(of: member.shape.kinds)
                    )
                )
            }
        }
        for member in members where !isOptional(member) && found.member(member.name) == nil {
            result.append(
                ShapeDifference(
                    path: path + Self.step(member.name),
                    kind: .removedKey,
                    expected: Self.text(of: member.shape.kinds),
                    found: ""
                )
            )
        }
    }

    private func compareTexts(
        _ found: Shape,
        at path: String,
        into result: inout [ShapeDifference]
    ) {
        guard found.textCount > 0 else { return }
        if isEnumeration, let texts {
            let fresh = (found.texts ?? []).filter { !texts.contains($0) }
            if !fresh.isEmpty {
                let shown = fresh.prefix(3).map { "\"\($0.prefix(40))\"" }.joined(separator: ", ")
                let known = texts.map { "\"\($0)\"" }.joined(separator: ", ")
                result.append(
                    ShapeDifference(path: path, kind: .newWord, expected: known, found: shown)
                )
            }
        } else if let format, found.format != format {
            result.append(
                ShapeDifference(
                    path: path,
                    kind: .format,
                    expected: format.rawValue,
                    found: found.format?.rawValue ?? "other text"
                )
            )
        }
    }

    private func difference(
        _ kind: ShapeDifference.Kind,
        at path: String,
        to found: String
    ) -> ShapeDifference {
        ShapeDifference(path: path, kind: kind, expected: Self.text(of: kinds), found: found)
    }

    /// The types as words, such as `string or null`.
    private static func text(of kinds: Set<JSONKind>) -> String {
        let names = kinds.map(\.rawValue).sorted { left, right in
            // `null` comes last.
            (left == "null" ? 1 : 0, left) < (right == "null" ? 1 : 0, right)
        }
        return names.isEmpty ? "any value" : names.joined(separator: " or ")
    }

    /// The step to a member, short where a JSONPath query allows it.
    private static func step(_ name: String) -> String {
        let isShort = name.utf8.enumerated().allSatisfy { position, byte in
            (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F
                || position > 0 && (0x30...0x39).contains(byte)
        }
        return isShort && !name.isEmpty ? "." + name : JSONText.pathStep(name)
    }
}
