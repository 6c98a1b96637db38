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
        get { unsafe valueBytes.withUnsafeBytes { unsafe Self.text(of: $0) } }
        set { valueBytes = Array(newValue.utf8) }
    }

    /// The octets of a value as text: UTF-8 when they are well formed, else ISO 8859-1.
    package static func text(of octets: UnsafeRawBufferPointer) -> String {
        // Nearly all values are ASCII, where nothing needs to be validated.
        let isASCII = unsafe octets.reduce(0, |) < 0x80
        let text =
            unsafe isASCII
            ? String(decoding: octets, as: UTF8.self) : String(validating: octets, as: UTF8.self)
        return unsafe text
            ?? String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
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
/// A section that was received is kept as it came, and taken apart as far as it is looked at; one that
/// is changed becomes a list of fields first.
///
/// - SeeAlso: RFC 9110 §5.3 (order), §6.3 and §6.5 (sections).
public struct HTTPFields: Sendable {
    /// The fields, unless `wire` has them.
    private var fields: [HTTPField]
    /// The section as it came; `nil` when `fields` has what there is.
    private var wire: WireFields?

    /// Creates a section with these fields, in this order.
    public init(_ fields: [HTTPField] = []) {
        self.fields = fields
    }

    /// Creates a section as it came.
    init(_ wire: WireFields) {
        fields = []
        self.wire = wire
    }

    /// The first value of the fields named `name`; setting replaces all of them, `nil` removes them.
    ///
    /// A replacement stands where the first of them stood, or at the end.
    public subscript(name: String) -> String? {
        get {
            firstIndex(named: name).map { index in wire?.value(at: index) ?? fields[index].value }
        }
        set {
            guard let newValue else {
                removeAll(named: name)
                return
            }
            takeApart()
            guard let first = firstIndex(named: name) else {
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
        var values: [String] = []
        var next = firstIndex(named: name)
        while let index = next {
            values.append(wire?.value(at: index) ?? fields[index].value)
            next = firstIndex(named: name, from: index + 1)
        }
        return values
    }

    /// Whether a field named `name` is present.
    public func contains(named name: String) -> Bool { firstIndex(named: name) != nil }

    /// The index of the first field named `name` from `start` on; `nil` when there is none.
    public func firstIndex(named name: String, from start: Int = 0) -> Int? {
        guard let wire else { return fields[start...].firstIndex { $0.isNamed(name) } }
        return unsafe Self.withBytes(of: name) { bytes in
            unsafe wire.firstIndex(named: bytes, from: start)
        }
    }

    /// Gives the octets of `name` to `body`, nearly always without a copy of the text.
    private static func withBytes<Result>(
        of name: String,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        let result = unsafe name.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe body(UnsafeRawBufferPointer(bytes))
        }
        if let result { return result }
        return unsafe Array(name.utf8).withUnsafeBytes { bytes in unsafe body(bytes) }
    }

    /// Whether the field at `index` is named `name`, letter case ignored; no field is made for it.
    package func isNamed(_ name: String, at index: Int) -> Bool {
        guard let wire else { return fields[index].isNamed(name) }
        return unsafe Self.withBytes(of: name) { bytes in unsafe wire.isNamed(bytes, at: index) }
    }

    /// Whether the field at `index` has one of the names, given in octets, letter case ignored.
    package func isNamed(oneOf names: ArraySlice<[UInt8]>, at index: Int) -> Bool {
        if let wire { return wire.isNamed(oneOf: names, at: index) }
        return names.contains { fields[index].isNamed(String(decoding: $0, as: UTF8.self)) }
    }

    /// How many octets the name at `index` has.
    package func nameLength(at index: Int) -> Int {
        wire?.places[index].nameRange.count ?? fields[index].name.utf8.count
    }

    /// Gives the octets of the value at `index` to `body`; the pointer is valid during the call only.
    package func withValue<Result>(
        at index: Int,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        guard let wire else {
            return unsafe fields[index].valueBytes.withUnsafeBytes { unsafe body($0) }
        }
        return unsafe wire.withValue(at: index, body)
    }

    /// Adds a field at the end, whether or not one of that name is present.
    public mutating func append(_ field: HTTPField) {
        takeApart()
        fields.append(field)
    }

    /// Adds a field at the end, whether or not one of that name is present.
    public mutating func append(_ name: String, _ value: String) {
        append(HTTPField(name, value))
    }

    /// Makes room for so many fields in all.
    public mutating func reserveCapacity(_ count: Int) {
        takeApart()
        fields.reserveCapacity(count)
    }

    /// Removes every field named `name`.
    public mutating func removeAll(named name: String) {
        guard let first = firstIndex(named: name) else { return }
        takeApart()
        let rest = fields[first...].filter { !$0.isNamed(name) }
        fields.replaceSubrange(first..., with: rest)
    }

    /// Makes a list of a section that is to be changed.
    private mutating func takeApart() {
        guard let wire else { return }
        fields = wire.fields
        self.wire = nil
    }
}

extension HTTPFields: RandomAccessCollection, MutableCollection {
    /// The index of the first field: 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { wire?.places.count ?? fields.count }
    /// The field at `position`.
    public subscript(position: Int) -> HTTPField {
        get { wire?.field(at: position) ?? fields[position] }
        set {
            takeApart()
            fields[position] = newValue
        }
    }
}

extension HTTPFields: Hashable {
    /// Compares names as they are spelled, and the octets of values.
    public static func == (left: HTTPFields, right: HTTPFields) -> Bool {
        switch (left.wire, right.wire) {
        case (nil, nil): return left.fields == right.fields
        case (let leftWire?, let rightWire?) where leftWire.isSame(as: rightWire): return true
        default: return left.elementsEqual(right)
        }
    }

    /// Hashes the fields in order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for field in self { hasher.combine(field) }
    }
}

extension HTTPFields: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates a section from names and values; duplicates are kept.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { HTTPField($0.0, $0.1) })
    }

    /// Creates a section from fields.
    public init(arrayLiteral elements: HTTPField...) {
        self.init(elements)
    }
}
