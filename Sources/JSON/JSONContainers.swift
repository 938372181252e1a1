/// The encoder that `JSONWriter` passes to a value's `encode(to:)`.
struct JSONValueEncoder: Encoder {
    let writer: JSONWriter
    /// The position in the output at which the value begins.
    let position: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        begin(.object)
        return KeyedEncodingContainer(JSONKeyedContainer(writer: writer, position: position))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        begin(.list)
        return JSONListContainer(writer: writer, position: position)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleContainer(writer: writer, position: position)
    }

    /// Begins the value's object or list. A value may encode another one's fields beside its own: both use the same
    /// object.
    private func begin(_ structure: JSONOutput.Structure) {
        if writer.output.pointee.count == position {
            _ = writer.output.pointee.begin(structure)
        } else {
            writer.resume(structure, at: position)
        }
    }
}

extension JSONWriter {
    /// Continues an object or a list, and ends those inside it.
    fileprivate func resume(_ structure: JSONOutput.Structure, at position: Int) {
        if !output.pointee.resume(structure, at: position) { unsupported() }
    }
}

private struct JSONKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    /// The position of the object in the output.
    let position: Int
    var codingPath: [any CodingKey] { [] }

    private func key(_ key: Key) -> UnsafeMutablePointer<JSONOutput> {
        writer.resume(.object, at: position)
        writer.output.pointee.key(key.stringValue)
        return writer.output
    }

    func encodeNil(forKey key: Key) { self.key(key).pointee.writeNull() }
    func encode(_ value: String, forKey key: Key) { self.key(key).pointee.write(value) }
    func encode(_ value: Int, forKey key: Key) { self.key(key).pointee.write(value) }
    func encode(_ value: Bool, forKey key: Key) { self.key(key).pointee.write(value) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        _ = self.key(key)
        try writer.write(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(JSONKeyedContainer<Nested>(writer: writer, position: self.key(key).pointee.begin(.object)))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONListContainer(writer: writer, position: self.key(key).pointee.begin(.list))
    }

    func superEncoder() -> any Encoder { unsupported() }
    func superEncoder(forKey key: Key) -> any Encoder { unsupported() }
}

private struct JSONListContainer: UnkeyedEncodingContainer {
    let writer: JSONWriter
    /// The position of the list in the output.
    let position: Int
    var codingPath: [any CodingKey] { [] }
    var count: Int { unsupported() }

    private func separate() -> UnsafeMutablePointer<JSONOutput> {
        writer.resume(.list, at: position)
        writer.output.pointee.separate()
        return writer.output
    }

    func encodeNil() { separate().pointee.writeNull() }

    func encode<Value: Encodable>(_ value: Value) throws {
        _ = separate()
        try writer.write(value)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(JSONKeyedContainer<Nested>(writer: writer, position: separate().pointee.begin(.object)))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONListContainer(writer: writer, position: separate().pointee.begin(.list))
    }

    func superEncoder() -> any Encoder { unsupported() }
}

private struct JSONSingleContainer: SingleValueEncodingContainer {
    let writer: JSONWriter
    /// The position in the output at which the value begins.
    let position: Int
    var codingPath: [any CodingKey] { [] }

    /// The output, to which nothing of the value was written yet.
    private var output: UnsafeMutablePointer<JSONOutput> {
        if writer.output.pointee.count != position { unsupported() }
        return writer.output
    }

    func encodeNil() { output.pointee.writeNull() }
    func encode(_ value: Bool) { output.pointee.write(value) }
    func encode(_ value: String) { output.pointee.write(value) }
    func encode(_ value: Double) throws { try output.pointee.write(value) }
    func encode(_ value: Float) throws { try output.pointee.write(Double(value)) }
    func encode(_ value: Int) { output.pointee.write(value) }
    func encode(_ value: Int8) { output.pointee.write(value) }
    func encode(_ value: Int16) { output.pointee.write(value) }
    func encode(_ value: Int32) { output.pointee.write(value) }
    func encode(_ value: Int64) { output.pointee.write(value) }
    func encode(_ value: UInt) { output.pointee.write(value) }
    func encode(_ value: UInt8) { output.pointee.write(value) }
    func encode(_ value: UInt16) { output.pointee.write(value) }
    func encode(_ value: UInt32) { output.pointee.write(value) }
    func encode(_ value: UInt64) { output.pointee.write(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try JSONWriter(output: output).write(value) }
}

/// Ends the program instead of writing JSON that means something else. It happens if a type of the API asks for a super
/// encoder, writes two values where one belongs, or continues an object or a list that has ended.
private func unsupported() -> Never {
    // No type of the API does that. `JSONWriterTests/written` writes examples of every endpoint's JSON but the export's, which isn't
    // written here.
    fatalError("JSONWriter can't write this value: see its documentation")
}
