/// The change to an optional field in a request: keep its value, set it, or clear it with `null`.
public enum Patch<Value: Sendable>: Sendable {
    /// The request omits the field.
    case keep
    /// The request has `null` for the field.
    case clear
    case set(Value)

    /// Returns the field's value after the change; nil if the field then has none.
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
    /// Encodes the value, or `null` for `clear` and `keep`. An encoder of a single value can't omit it; only a keyed
    /// container can omit the field of a `keep`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .set(let value) = self { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension Patch: Decodable where Value: Decodable {
    /// Decodes the value, or `clear` from `null`. Only a keyed container can find that the field of a `keep` is omitted.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .clear : .set(try container.decode(Value.self))
    }
}

extension KeyedDecodingContainer {
    /// Decodes a change, as `keep` if the key is omitted. The synthesized decoding of inputs uses this overload for fields
    /// of type `Patch`.
    func decode<Value: Decodable>(_ type: Patch<Value>.Type, forKey key: Key) throws -> Patch<Value> {
        guard contains(key) else { return .keep }
        return try decodeNil(forKey: key) ? .clear : .set(decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    /// Encodes a change, and omits the key for `keep`. The synthesized encoding of inputs uses this overload for fields
    /// of type `Patch`.
    mutating func encode<Value: Encodable>(_ patch: Patch<Value>, forKey key: Key) throws {
        switch patch {
        case .keep: break
        case .clear: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
