/// One value that is not NULL, as the server sent it. Its bytes lie in the result's memory, so use it only while you
/// decode it.
public struct PostgresValue {
    /// The value in PostgreSQL's binary format, which is UTF-8 for text types. Don't keep this pointer after decoding.
    public let bytes: UnsafeBufferPointer<UInt8>
    /// The column's type.
    public let type: PostgresType

    /// Whether the value is NULL. NULL has no address; an empty value has one.
    @usableFromInline
    var isNull: Bool { bytes.baseAddress == nil }

    /// The bytes as a string.
    public var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Reads the bytes as a big-endian number.
    @inline(__always)
    func number<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
        guard bytes.count == MemoryLayout<Number>.size else { throw malformed() }
        // The count is not zero, so there is a base address.
        return Number(bigEndian: UnsafeRawPointer(bytes.baseAddress!).loadUnaligned(as: Number.self))
    }

    /// Returns the error for a column whose type can't be read as the wanted Swift type.
    public func mismatch(_ wanted: Any.Type) -> PostgresError {
        failure("wanted \(wanted), found \(type)")
    }

    /// Returns the error for invalid content. `Row` adds the column's name to it.
    public func failure(_ reason: String) -> PostgresError {
        .decoding(column: "", reason: reason)
    }

    /// Returns the error for bytes that don't fit the column's type, which a server never sends.
    func malformed() -> PostgresError {
        failure("the server sent a malformed \(type)")
    }
}

/// A PostgreSQL type, identified by its OID. The OIDs of types made by extensions and `CREATE TYPE` begin at 16384
/// and differ between databases.
public struct PostgresType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The type's OID.
    public let rawValue: UInt32

    /// Creates a type from an OID. Any number is accepted.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let bool = PostgresType(rawValue: 16)
    public static let bytea = PostgresType(rawValue: 17)
    public static let name = PostgresType(rawValue: 19)
    public static let int8 = PostgresType(rawValue: 20)
    public static let int2 = PostgresType(rawValue: 21)
    public static let int4 = PostgresType(rawValue: 23)
    public static let text = PostgresType(rawValue: 25)
    public static let json = PostgresType(rawValue: 114)
    public static let float4 = PostgresType(rawValue: 700)
    public static let float8 = PostgresType(rawValue: 701)
    public static let bpchar = PostgresType(rawValue: 1042)
    public static let varchar = PostgresType(rawValue: 1043)
    public static let date = PostgresType(rawValue: 1082)
    public static let timestamptz = PostgresType(rawValue: 1184)
    public static let uuid = PostgresType(rawValue: 2950)
    public static let jsonb = PostgresType(rawValue: 3802)

    /// Whether the type was made by `CREATE TYPE` or an extension. Of such types this module reads enums and `citext`.
    /// Both are text even in the binary format.
    public var isUserDefined: Bool { rawValue >= 16384 }

    public var description: String { Self.names[rawValue] ?? "type \(rawValue)" }

    private static let names: [UInt32: String] = [
        16: "bool", 17: "bytea", 18: "\"char\"", 19: "name", 20: "int8", 21: "int2", 23: "int4", 25: "text", 26: "oid", 114: "json",
        700: "float4", 701: "float8", 1042: "char(n)", 1043: "varchar", 1082: "date", 1083: "time", 1114: "timestamp", 1184: "timestamptz",
        1186: "interval", 1700: "numeric", 2278: "void", 2950: "uuid", 3802: "jsonb", 869: "inet",
        1000: "bool[]", 1005: "int2[]", 1007: "int4[]", 1009: "text[]", 1015: "varchar[]", 1016: "int8[]", 1022: "float8[]",
        1185: "timestamptz[]",
        2951: "uuid[]",
    ]
}
