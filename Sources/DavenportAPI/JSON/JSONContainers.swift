/// The encoder that `JSONWriter` passes to a value's `encode(to:)`.
struct JSONValueEncoder: Encoder {
    let writer: JSONWriter
    /// The number of objects and lists that were open before this value.
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A value may encode another one's fields beside its own: both use the open object.
        if writer.depth == depth { writer.beginObject() }
        return KeyedEncodingContainer(JSONKeyedContainer(writer: writer))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if writer.depth == depth { writer.beginList() }
        return JSONListContainer(writer: writer)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleContainer(writer: writer)
    }
}

private struct JSONKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) {
        writer.key(key.stringValue)
        writer.null()
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        writer.key(key.stringValue)
        try writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) {
        writer.key(key.stringValue)
        writer.string(value)
    }

    func encode(_ value: Int, forKey key: Key) {
        writer.key(key.stringValue)
        writer.integer(value)
    }

    func encode(_ value: Bool, forKey key: Key) {
        writer.key(key.stringValue)
        writer.boolean(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        unsupported()
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unsupported() }

    func superEncoder() -> any Encoder { unsupported() }

    func superEncoder(forKey key: Key) -> any Encoder { unsupported() }
}

private struct JSONListContainer: UnkeyedEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    func encodeNil() {
        writer.separate()
        writer.null()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        writer.separate()
        try writer.write(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> { unsupported() }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { unsupported() }

    func superEncoder() -> any Encoder { unsupported() }
}

private struct JSONSingleContainer: SingleValueEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.null() }
    func encode(_ value: Bool) { writer.boolean(value) }
    func encode(_ value: String) { writer.string(value) }
    func encode(_ value: Double) throws { try writer.double(value) }
    func encode(_ value: Float) throws { try writer.double(Double(value)) }
    func encode(_ value: Int) { writer.integer(value) }
    func encode(_ value: Int8) { writer.integer(value) }
    func encode(_ value: Int16) { writer.integer(value) }
    func encode(_ value: Int32) { writer.integer(value) }
    func encode(_ value: Int64) { writer.integer(value) }
    func encode(_ value: UInt) { writer.integer(value) }
    func encode(_ value: UInt8) { writer.integer(value) }
    func encode(_ value: UInt16) { writer.integer(value) }
    func encode(_ value: UInt32) { writer.integer(value) }
    func encode(_ value: UInt64) { writer.integer(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value) }
}

/// Ends the program, because a value asked for a nested container or a super encoder. No type of the API does that.
private func unsupported() -> Never {
    // Unreachable: every type of the API encodes by keys, as a list or as a single value, and a test encodes them all.
    fatalError("JSONWriter writes values of the wire, which don't nest containers by hand")
}
