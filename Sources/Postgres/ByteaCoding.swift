/// Encodes `[UInt8]` as a `bytea` value in PostgreSQL's hexadecimal form.
extension UInt8: PostgresArrayElement {
    /// Returns all bytes as one `bytea`.
    public static func postgresText(of array: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: 2 + 2 * array.count) { text in
            text[0] = UInt8(ascii: "\\")
            text[1] = UInt8(ascii: "x")
            for (index, byte) in array.enumerated() {
                text[2 + 2 * index] = hexDigit(byte >> 4)
                text[3 + 2 * index] = hexDigit(byte & 15)
            }
            return 2 + 2 * array.count
        }
    }

    /// Reads `bytea`.
    public static func array(postgres value: PostgresValue) throws -> [UInt8] {
        guard value.type == .bytea else { throw value.mismatch([UInt8].self) }
        return Array(value.bytes)
    }

    /// Returns nil, because `[UInt8]` is read from `bytea` and from no array type.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? { nil }

    public var postgresText: String? { description }

    /// Throws, because PostgreSQL has no one-byte type.
    public init(postgres value: PostgresValue) throws { throw value.mismatch(UInt8.self) }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
}
