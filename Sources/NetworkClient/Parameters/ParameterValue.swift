import Foundation

/// Parameters of a request by name.
///
/// Values are text, numbers, `Bool`, `NSNull`, and arrays and dictionaries of these. Pairs and forms of
/// parts also take dates (as ISO 8601), URLs, `Data`, `FormFile` and `ImageResource`; JSON takes none of
/// them. A heterogeneous array inside a literal needs its type: `[1, "two"] as [any Sendable]`.
public typealias Parameters = [String: any Sendable]

/// One value of a parameter, in the kinds that encodings tell apart.
enum ParameterValue: Hashable, Sendable {
    case text(String)
    case number(String)
    case bool(Bool)
    case null
    case array([ParameterValue])
    /// Members in the order of their names.
    case object([ParameterMember])

    /// Reads any value: nested collections as such, what is no kind of its own by its description.
    ///
    /// Dates become ISO 8601 text, data Base64, files their name, raw representable values their raw value.
    init(_ value: Any) {
        // Foundation's numbers 0 and 1 would pass for a Bool, so the type itself is asked for.
        if type(of: value) == Bool.self, let isTrue = value as? Bool {
            self = .bool(isTrue)
            return
        }
        switch value {
        case let value as any OptionalValue:
            self = value.wrappedValue.map { ParameterValue($0) } ?? .null
        case let value as String: self = .text(value)
        case is NSNull: self = .null
        case let value as Date: self = .text(value.formatted(.iso8601))
        case let value as Data: self = .text(value.base64EncodedString())
        case let value as URL: self = .text(value.absoluteString)
        case let value as FormFile: self = .text(value.fileName)
        case let value as ImageResource: self = .text(FormFile(value).fileName)
        case let value as [String: Any]: self = .members(value)
        case let value as [Any]: self = .array(value.map { ParameterValue($0) })
        case let value as any BinaryInteger: self = .number("\(value)")
        case let value as any BinaryFloatingPoint: self = .number("\(value)")
        case let value as NSNumber: self = Self.read(value)
        case let value as any RawRepresentable: self = ParameterValue(value.rawValue)
        default: self = .text(String(describing: value))
        }
    }

    /// An object of these members.
    static func members(_ parameters: [String: Any]) -> ParameterValue {
        .object(
            parameters.sorted { $0.key < $1.key }
                .map { ParameterMember(name: $0.key, value: ParameterValue($0.value)) }
        )
    }

    /// Tells Foundation's two Booleans from its numbers by the kind of their storage.
    private static func read(_ number: NSNumber) -> ParameterValue {
        let isBool = ["B", "c"].contains(String(cString: number.objCType))
        return isBool && [0, 1].contains(number.intValue)
            ? .bool(number.boolValue) : .number(number.stringValue)
    }
}

/// A name and its value inside a `ParameterValue`.
struct ParameterMember: Hashable, Sendable {
    let name: String
    let value: ParameterValue
}

/// What lets an optional be opened whose type is not known.
protocol OptionalValue {
    var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
    var wrappedValue: Any? { self }
}

// Reading what an `Encodable` writes about itself.
extension ParameterValue: Decodable {
    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: AnyKey.self) {
            self = .object(
                try members.allKeys.sorted { $0.stringValue < $1.stringValue }.map { key in
                    let value = try members.decode(ParameterValue.self, forKey: key)
                    return ParameterMember(name: key.stringValue, value: value)
                }
            )
            return
        }
        if var elements = try? decoder.unkeyedContainer() {
            var values: [ParameterValue] = []
            while !elements.isAtEnd { values.append(try elements.decode(ParameterValue.self)) }
            self = .array(values)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? value.decode(Int64.self) {
            self = .number(String(number))
        } else if let number = try? value.decode(UInt64.self) {
            self = .number(String(number))
        } else if let number = try? value.decode(Double.self) {
            self = .number(String(number))
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
