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
        guard value.bytes.count == MemoryLayout<uuid_t>.size else { throw value.malformed() }
        // Sixteen bytes begin somewhere.
        self.init(uuid: UnsafeRawPointer(value.bytes.baseAddress!).loadUnaligned(as: uuid_t.self))
    }
}

/// Hexadecimal digits, for `uuid` and `bytea`.
enum Hex {
    static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }
}
