import Foundation

/// Bytes that stand in JSON as base64url without padding (RFC 4648), as WebAuthn writes them.
public struct Base64URL: Codable, Sendable, Hashable {
    public let data: Data

    /// Creates a value from bytes.
    public init(_ data: Data) { self.data = data }

    /// Creates a value from bytes.
    public init(_ bytes: [UInt8]) { self.init(Data(bytes)) }

    /// Reads a text in base64url; nil if it isn't one, or has padding.
    public init?(text: String) {
        guard text.utf8.allSatisfy({ Self.isDigit($0) }), text.utf8.count % 4 != 1 else { return nil }
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        guard let data = Data(base64Encoded: standard + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)) else { return nil }
        self.init(data)
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not base64url")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    /// The bytes in base64url.
    public var text: String {
        data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    package var bytes: [UInt8] { [UInt8](data) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension Base64URL: SingleValue {
    static var schema: JSONValue { .matching("^[A-Za-z0-9_-]*$") }
    static var placeholder: Base64URL { Base64URL(Data()) }
}

extension FieldType<Base64URL> {
    /// Bytes in base64url without padding. Their number is in the range `count`.
    static func base64URL(_ count: ClosedRange<Int>) -> Self {
        let schema: @Sendable () -> JSONValue = {
            let lengths = [count.lowerBound, count.upperBound].map { ($0 * 4 + 2) / 3 }
            return Base64URL.schema.merging(["minLength": .integer(lengths[0]), "maxLength": .integer(lengths[1])])
        }
        return FieldType<String>.string.map(Base64URL.placeholder, schema: schema) { text throws(FieldReason) in
            guard let value = Base64URL(text: text) else { throw FieldReason(.malformed, "must be base64url without padding") }
            guard value.data.count >= count.lowerBound else { throw FieldReason(.tooShort, "must have \(count.words) bytes") }
            guard value.data.count <= count.upperBound else { throw FieldReason(.tooLong, "must have \(count.words) bytes") }
            return value
        }
    }
}
