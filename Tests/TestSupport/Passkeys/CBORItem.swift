/// A value that a test writes as CBOR. It is written as given, so that a test can also write what a reader refuses.
public indirect enum CBORItem: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case array([CBORItem])
    /// The members are written in this order.
    case map([(CBORItem, CBORItem)])
    case bool(Bool)
    /// Bytes that are written as they are.
    case raw([UInt8])

    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(stringLiteral value: String) { self = .text(value) }

    /// The value's bytes, with lengths and integers in their shortest form.
    public var encoded: [UInt8] {
        switch self {
        case .integer(let value): value < 0 ? Self.head(1, -1 - value) : Self.head(0, value)
        case .bytes(let bytes): Self.head(2, bytes.count) + bytes
        case .text(let text): Self.head(3, text.utf8.count) + Array(text.utf8)
        case .array(let items): Self.head(4, items.count) + items.flatMap { $0.encoded }
        case .map(let members): Self.head(5, members.count) + members.flatMap { $0.0.encoded + $0.1.encoded }
        case .bool(let value): [value ? 0xF5 : 0xF4]
        case .raw(let bytes): bytes
        }
    }

    private static func head(_ major: UInt8, _ value: Int) -> [UInt8] {
        let major = major << 5
        return switch value {
        case ..<24: [major | UInt8(value)]
        case ..<0x100: [major | 24, UInt8(value)]
        case ..<0x1_0000: [major | 25] + bytes(value, 2)
        case ..<0x1_0000_0000: [major | 26] + bytes(value, 4)
        default: [major | 27] + bytes(value, 8)
        }
    }

    /// The last `count` bytes of a number, the highest first.
    static func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
