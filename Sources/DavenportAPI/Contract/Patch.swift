/// What a request says of an optional field that it may leave as it is, set, or clear with `null`.
public enum Patch<Value: Sendable>: Sendable {
    /// The field was left out.
    case keep
    /// The field was `null`.
    case clear
    case set(Value)

    /// The field's value after the change.
    public func applied(to value: Value?) -> Value? {
        switch self {
        case .keep: value
        case .clear: nil
        case .set(let new): new
        }
    }
}

extension Patch: Equatable where Value: Equatable {}

extension Patch: Encodable where Value: Encodable {
    /// Alone `keep` is `null` too: only a container of named fields can leave it out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension KeyedEncodingContainer {
    /// Leaves out what shall be kept. An input's synthesized encoding finds this for its patched fields.
    mutating func encode<Value: Encodable>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
