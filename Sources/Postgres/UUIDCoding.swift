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

    /// Reads `uuid`.
    public init(postgres value: PostgresValue) throws {
        guard value.type == .uuid else { throw value.mismatch(UUID.self) }
        guard let uuid = UUID(canonical: UnsafeRawBufferPointer(value.bytes)) else { throw value.malformed() }
        self = uuid
    }

    /// The 36 characters PostgreSQL writes, eight digits at a time: forty rows hold a hundred of them.
    private init?(canonical text: UnsafeRawBufferPointer) {
        guard text.count == 36 else { return nil }
        func four(_ offset: Int) -> UInt64 { UInt64(UInt32(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self))) }
        // The hyphens stand at 8, 13, 18 and 23.
        let digits = (four(0) | four(4) << 32, four(9) | four(14) << 32, four(19) | four(24) << 32, four(28) | four(32) << 32)
        var bytes = (Hex.bytes(digits.0), Hex.bytes(digits.1), Hex.bytes(digits.2), Hex.bytes(digits.3))
        self.init(uuid: withUnsafeBytes(of: &bytes) { $0.loadUnaligned(as: uuid_t.self) })
    }
}

/// Hexadecimal digits, for `uuid` and `bytea`.
enum Hex {
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    /// A digit's value; sets a bit of `invalid` for what is none.
    @inline(__always)
    static func value(_ digit: UInt8, _ invalid: inout UInt8) -> UInt8 {
        let number = digit &- UInt8(ascii: "0")
        let letter = (digit | 0x20) &- UInt8(ascii: "a")
        invalid |= number < 10 || letter < 6 ? 0 : 1
        return number < 10 ? number : letter &+ 10
    }

    /// Four bytes from eight digits, the first in the lowest byte of both. Of anything but digits it makes some bytes.
    static func bytes(_ digits: UInt64) -> UInt32 {
        // A letter has bit 6 set and its low half counts from 1.
        let values = (digits & 0x0F0F_0F0F_0F0F_0F0F) &+ ((digits >> 6) & 0x0101_0101_0101_0101) &* 9
        let pairs = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: fours | fours >> 16).littleEndian
    }
}
