#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension UUID: PostgresCodable {
    /// In lower case, as PostgreSQL writes it.
    public var postgresText: String? {
        String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            withUnsafeBytes(of: uuid) { bytes in
                for (index, byte) in bytes.enumerated() {
                    if index == 4 || index == 6 || index == 8 || index == 10 {
                        text[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    text[position] = Hex.digit(byte >> 4)
                    text[position + 1] = Hex.digit(byte & 15)
                    position += 2
                }
            }
            return position
        }
    }

    public init(postgres value: PostgresValue) throws {
        guard value.type == .uuid else { throw value.mismatch(UUID.self) }
        guard let uuid = UUID(hex: value.bytes) else { throw value.malformed() }
        self = uuid
    }

    /// 32 hexadecimal digits; hyphens are skipped.
    private init?(hex text: UnsafeBufferPointer<UInt8>) {
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isWhole = withUnsafeMutableBytes(of: &bytes) { bytes in
            var digits = 0
            for character in text where character != UInt8(ascii: "-") {
                guard digits < 32, let digit = Hex.value(character) else { return false }
                bytes[digits >> 1] = bytes[digits >> 1] << 4 | digit
                digits += 1
            }
            return digits == 32
        }
        guard isWhole else { return nil }
        self.init(uuid: bytes)
    }
}

/// Hexadecimal digits, for `uuid` and `bytea`.
enum Hex {
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
