/// `[UInt8]` is `bytea`, written in PostgreSQL's hexadecimal form.
extension UInt8: PostgresArrayElement {
    /// All bytes as one `bytea`.
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

    /// Nil: what lists of bytes stand in is no array of PostgreSQL's.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? { nil }

    public var postgresText: String? { description }

    /// PostgreSQL has no type of one byte.
    public init(postgres value: PostgresValue) throws { throw value.mismatch(UInt8.self) }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
}
