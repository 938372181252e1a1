#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Encodes and decodes JSON for columns and parameters. Dates have the form that PostgreSQL gives a `timestamptz` in
/// JSON, so this module and the server can read each other's JSON.
enum JSONText {
    static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.postgresText)
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from value: PostgresValue) throws -> Value {
        var text = value.bytes[...]
        switch value.type {
        case .json: break
        case .jsonb:
            // The first byte is the version of the format.
            guard text.popFirst() == 1 else { throw value.malformed() }
        default: throw value.mismatch(type)
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom(decodeDate)
        do {
            return try decoder.decode(type, from: Data(text))
        } catch let error as DecodingError {
            throw value.failure("its JSON is not a \(type): \(place(of: error))")
        }
    }

    private static func decodeDate(_ decoder: any Decoder) throws -> Date {
        let container = try decoder.singleValueContainer()
        let text = Array(try container.decode(String.self).utf8)
        guard let date = text.withUnsafeBufferPointer({ Date(timestamp: $0) }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a timestamp")
        }
        return date
    }

    /// Describes where the JSON differs from the wanted type, without its values.
    private static func place(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context): "nothing at \(path(context.codingPath + [key]))"
        case .typeMismatch(let wanted, let context): "wanted \(wanted) at \(path(context.codingPath))"
        case .valueNotFound(let wanted, let context): "wanted \(wanted), found null at \(path(context.codingPath))"
        case .dataCorrupted(let context): "malformed at \(path(context.codingPath))"
        @unknown default: "unreadable"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the top" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
