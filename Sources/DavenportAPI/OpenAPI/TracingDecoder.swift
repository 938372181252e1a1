/// The record of how one type reads its properties from a decoder.
final class DecodingTrace {
    /// Which case is the placeholder of each property whose type is an enumeration: the case's index, by the property's
    /// name. Properties that aren't listed get the first case.
    let cases: [String: Int]
    var properties: [AnswerProbe.Property] = []
    var element: (any Decodable.Type)?
    var single: JSONValue?
    /// The property for which the type last called `decodeNil`; nil if there is none. The call shows that the property
    /// is optional.
    var maybeAbsent: String?

    init(cases: [String: Int] = [:]) {
        self.cases = cases
    }

    func note(_ name: String, _ type: any Decodable.Type) {
        properties.append(.init(name: name, type: type, isRequired: maybeAbsent != name))
    }

    /// Returns any valid value of a type, so that decoding continues.
    func placeholder<Value: Decodable>(_ type: Value.Type, for name: String? = nil) throws -> Value {
        if let single = type as? any SingleValue.Type, let value = single.placeholder as? Value { return value }
        if let all = type as? any CaseIterable.Type, let value = value(all, at: name.flatMap { cases[$0] } ?? 0) as? Value { return value }
        return try Value(from: TracingDecoder(notes: DecodingTrace()))
    }

    private func value<Value: CaseIterable>(_ type: Value.Type, at index: Int) -> Value? {
        Value.allCases.dropFirst(index).first
    }
}

/// A decoder that returns placeholders and records each access of the decoded type.
struct TracingDecoder: Decoder {
    let notes: DecodingTrace
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(TracingKeyedContainer(notes: notes))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { TracingListContainer(notes: notes) }

    func singleValueContainer() -> any SingleValueDecodingContainer { TracingSingleContainer(notes: notes) }
}

private struct TracingKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: DecodingTrace
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    /// Records that the property is optional, and returns false, so that its value is read too. The decoding of an
    /// optional property calls this method first.
    func decodeNil(forKey key: Key) -> Bool {
        notes.maybeAbsent = key.stringValue
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        notes.note(key.stringValue, type)
        return try notes.placeholder(type, for: key.stringValue)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw unsupported()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw unsupported() }

    func superDecoder() throws -> any Decoder { throw unsupported() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported() }
}

private struct TracingListContainer: UnkeyedDecodingContainer {
    let notes: DecodingTrace
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var isAtEnd: Bool { notes.element != nil }
    var currentIndex: Int { 0 }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        notes.element = type
        return try notes.placeholder(type)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> { throw unsupported() }

    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported() }

    func superDecoder() throws -> any Decoder { throw unsupported() }
}

private struct TracingSingleContainer: SingleValueDecodingContainer {
    let notes: DecodingTrace
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = try primitive(type)
        notes.single = schema
        guard let value = value as? Value else { throw unsupported() }
        return value
    }

    private func primitive<Value: Decodable>(_ type: Value.Type) throws -> (schema: JSONValue, value: Any) {
        switch type {
        case is String.Type: (.text, "")
        case is Bool.Type: (.boolean, false)
        case is Int.Type: (["type": "integer"], 0)
        case is UInt8.Type: (["type": "integer"], UInt8(0))
        case is Double.Type: (["type": "number"], 0.0)
        default: throw unsupported()
        }
    }
}

private func unsupported() -> DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "Answers decode properties, lists, or single values of one type each"))
}
