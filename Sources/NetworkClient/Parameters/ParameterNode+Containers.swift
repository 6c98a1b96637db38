/// What an `Encodable` writes itself to.
struct ParameterNodeEncoder: Encoder {
    let node: ParameterNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beObject()
        return KeyedEncodingContainer(KeyedParameters<Key>(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beArray()
        return UnkeyedParameters(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleParameter(node: node, codingPath: codingPath)
    }
}

/// The name of a member or the position of an element.
private struct ParameterKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ position: Int) {
        stringValue = String(position)
        intValue = position
    }

    init(name: String) {
        stringValue = name
        intValue = nil
    }

    init?(stringValue: String) {
        self.init(name: stringValue)
    }

    init?(intValue: Int) {
        self.init(intValue)
    }
}

/// One value.
private struct SingleParameter: SingleValueEncodingContainer {
    let node: ParameterNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.set(.null) }
    func encode(_ value: Bool) { node.set(.bool(value)) }
    func encode(_ value: String) { node.set(.text(value)) }
    func encode(_ value: Double) throws { try node.set(value, at: codingPath) }
    func encode(_ value: Float) throws { try node.set(value, at: codingPath) }
    func encode(_ value: Int) { node.set(.number("\(value)")) }
    func encode(_ value: Int8) { node.set(.number("\(value)")) }
    func encode(_ value: Int16) { node.set(.number("\(value)")) }
    func encode(_ value: Int32) { node.set(.number("\(value)")) }
    func encode(_ value: Int64) { node.set(.number("\(value)")) }
    func encode(_ value: UInt) { node.set(.number("\(value)")) }
    func encode(_ value: UInt8) { node.set(.number("\(value)")) }
    func encode(_ value: UInt16) { node.set(.number("\(value)")) }
    func encode(_ value: UInt32) { node.set(.number("\(value)")) }
    func encode(_ value: UInt64) { node.set(.number("\(value)")) }
    func encode(_ value: some Encodable) throws { try node.encode(value, at: codingPath) }
}

/// The members of an object.
private struct KeyedParameters<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: ParameterNode
    let codingPath: [any CodingKey]

    private func member(_ key: any CodingKey) -> SingleParameter {
        SingleParameter(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }

    func encodeNil(forKey key: Key) { member(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int8, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int16, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int32, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Int64, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt8, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt16, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt32, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: UInt64, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try member(key).encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        container(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        container(for: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        encoder(for: ParameterKey(name: "super"))
    }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(for: key) }

    private func encoder(for key: any CodingKey) -> ParameterNodeEncoder {
        ParameterNodeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }

    /// The member with what was written to it before, as `JSONEncoder` goes on with a container.
    private func container(for key: any CodingKey) -> ParameterNodeEncoder {
        let name = key.stringValue
        return ParameterNodeEncoder(
            node: node.presentMember(name) ?? node.member(name),
            codingPath: codingPath + [key]
        )
    }
}

/// The elements of an array.
private struct UnkeyedParameters: UnkeyedEncodingContainer {
    let node: ParameterNode
    let codingPath: [any CodingKey]

    var count: Int { node.count }

    private func element() -> SingleParameter {
        let path = codingPath + [ParameterKey(node.count)]
        return SingleParameter(node: node.element(), codingPath: path)
    }

    func encodeNil() { element().encodeNil() }
    func encode(_ value: Bool) { element().encode(value) }
    func encode(_ value: String) { element().encode(value) }
    func encode(_ value: Double) throws { try element().encode(value) }
    func encode(_ value: Float) throws { try element().encode(value) }
    func encode(_ value: Int) { element().encode(value) }
    func encode(_ value: Int8) { element().encode(value) }
    func encode(_ value: Int16) { element().encode(value) }
    func encode(_ value: Int32) { element().encode(value) }
    func encode(_ value: Int64) { element().encode(value) }
    func encode(_ value: UInt) { element().encode(value) }
    func encode(_ value: UInt8) { element().encode(value) }
    func encode(_ value: UInt16) { element().encode(value) }
    func encode(_ value: UInt32) { element().encode(value) }
    func encode(_ value: UInt64) { element().encode(value) }
    func encode(_ value: some Encodable) throws { try element().encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> ParameterNodeEncoder {
        let path = codingPath + [ParameterKey(node.count)]
        return ParameterNodeEncoder(node: node.element(), codingPath: path)
    }
}
