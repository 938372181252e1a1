/// A value in CBOR (RFC 8949), of the kinds that authenticators write.
enum CBOR: Equatable, Sendable {
    case unsigned(UInt64)
    /// The number -1 - n.
    case negative(UInt64)
    case bytes([UInt8])
    /// A text in UTF-8. It stays bytes, because comparing two strings would normalise them.
    case text([UInt8])
    case array([CBOR])
    case map([Member])
    case bool(Bool)
    case null

    /// A key of a map with its value.
    struct Member: Equatable, Sendable {
        let key: CBOR
        let value: CBOR
    }

    /// The number, if it is one that `Int` can hold.
    var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The bytes of a byte string.
    var bytes: [UInt8]? {
        guard case .bytes(let bytes) = self else { return nil }
        return bytes
    }

    /// The bytes of a text.
    var text: [UInt8]? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The value of a map's member whose key is a number.
    subscript(_ key: Int) -> CBOR? { value { $0.integer == key } }

    /// The value of a map's member whose key is a text.
    subscript(_ key: String) -> CBOR? { value { $0.text.map { $0.elementsEqual(key.utf8) } ?? false } }

    private func value(where isWanted: (CBOR) -> Bool) -> CBOR? {
        guard case .map(let members) = self else { return nil }
        return members.first { isWanted($0.key) }?.value
    }
}
