/// One line of a header or trailer section: a field name and its value.
///
/// The spelling of the name and every byte of the value are kept for display and for the wire.
///
/// - SeeAlso: RFC 9110 §5.
public struct HTTPField: Hashable, Sendable {
    /// The field name as given; names are compared without regard to letter case.
    public var name: String
    /// The octets of the value, without the white space around it.
    public var valueBytes: [UInt8]

    /// Creates a field from text; the value is stored as UTF-8.
    public init(_ name: String, _ value: String) {
        self.name = name
        valueBytes = Array(value.utf8)
    }

    /// Creates a field from the octets of its value.
    public init(name: String, valueBytes: [UInt8]) {
        self.name = name
        self.valueBytes = valueBytes
    }

    /// The value as text: UTF-8 when it is well formed, else ISO 8859-1 (RFC 9110 §5.5).
    public var value: String {
        get {
            // Nearly all values are ASCII, where nothing needs to be validated.
            let isASCII = valueBytes.reduce(0, |) < 0x80
            return
                (isASCII
                ? String(decoding: valueBytes, as: UTF8.self)
                : String(validating: valueBytes, as: UTF8.self))
                ?? String(String.UnicodeScalarView(valueBytes.map { Unicode.Scalar($0) }))
        }
        set { valueBytes = Array(newValue.utf8) }
    }

    /// Whether this field has the name `other`, letter case ignored.
    @inlinable public func isNamed(_ other: some StringProtocol) -> Bool {
        HTTPToken.equalsIgnoringCase(name, other)
    }

    /// Why the field cannot be sent, or `nil` when it can.
    ///
    /// A name must be a token, and a value must not hold CR, LF or NUL (RFC 9110 §5.1, §5.5).
    public var problem: String? {
        guard HTTPToken.isToken(name) else {
            return "field name \(String(reflecting: name)) is not a token"
        }
        guard !valueBytes.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
            return "the value of field \(name) holds a line break or NUL"
        }
        return nil
    }
}

/// A header or trailer section: fields in wire order, duplicates kept.
///
/// - SeeAlso: RFC 9110 §5.3 (order), §6.3 and §6.5 (sections).
public struct HTTPFields: Hashable, Sendable {
    private var fields: [HTTPField]

    /// Creates a section with these fields, in this order.
    public init(_ fields: [HTTPField] = []) {
        self.fields = fields
    }

    /// The first value of the fields named `name`; setting replaces all of them, `nil` removes them.
    ///
    /// A replacement stands where the first of them stood, or at the end.
    public subscript(name: String) -> String? {
        get { fields.first { $0.isNamed(name) }?.value }
        set {
            guard let newValue else {
                removeAll(named: name)
                return
            }
            guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else {
                fields.append(HTTPField(name, newValue))
                return
            }
            fields[first] = HTTPField(name, newValue)
            let tail = fields[(first + 1)...].filter { !$0.isNamed(name) }
            fields.replaceSubrange((first + 1)..., with: tail)
        }
    }

    /// All values of the fields named `name`, in order.
    public func values(named name: String) -> [String] {
        fields.filter { $0.isNamed(name) }.map(\.value)
    }

    /// Whether a field named `name` is present.
    public func contains(named name: String) -> Bool {
        fields.contains { $0.isNamed(name) }
    }

    /// Adds a field at the end, whether or not one of that name is present.
    public mutating func append(_ field: HTTPField) {
        fields.append(field)
    }

    /// Adds a field at the end, whether or not one of that name is present.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(HTTPField(name, value))
    }

    /// Makes room for so many fields in all.
    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }

    /// Removes every field named `name`.
    public mutating func removeAll(named name: String) {
        fields.removeAll { $0.isNamed(name) }
    }
}

extension HTTPFields: RandomAccessCollection, MutableCollection {
    /// The index of the first field: 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { fields.count }
    /// The field at `position`.
    public subscript(position: Int) -> HTTPField {
        get { fields[position] }
        set { fields[position] = newValue }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates a section from names and values; duplicates are kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { HTTPField($0.0, $0.1) }
    }

    /// Creates a section from fields.
    public init(arrayLiteral elements: HTTPField...) {
        fields = elements
    }
}
