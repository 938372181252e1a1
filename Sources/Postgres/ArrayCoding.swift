#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type whose values can be elements of a one-dimensional PostgreSQL array.
///
/// `UInt8` conforms too, but `[UInt8]` is encoded as a `bytea` value and not as an array.
public protocol PostgresArrayElement: PostgresCodable {
    /// Returns the array in PostgreSQL's text format.
    static func postgresText(of array: [Self]) -> String
    /// Reads an array that is not NULL.
    static func array(postgres value: PostgresValue) throws -> [Self]
    /// Returns the element type of the given array type, or nil if this Swift type can't decode its elements.
    static func elementType(ofArray type: PostgresType) -> PostgresType?
}

extension Array: PostgresEncodable where Element: PostgresArrayElement {
    public var postgresText: String? { Element.postgresText(of: self) }
}

extension Array: PostgresDecodable where Element: PostgresArrayElement {
    /// Reads an array of one dimension without NULL.
    public init(postgres value: PostgresValue) throws {
        self = try Element.array(postgres: value)
    }
}

extension PostgresArrayElement {
    /// Returns an array literal: each element in double quotes, and all elements between braces.
    public static func postgresText(of array: [Self]) -> String {
        var text = "{"
        for element in array {
            if text.utf8.count > 1 { text += "," }
            text += quoted(element.postgresText ?? "")
        }
        return text + "}"
    }

    /// Reads a one-dimensional array. Throws for a NULL element and for more than one dimension.
    public static func array(postgres value: PostgresValue) throws -> [Self] {
        guard let element = elementType(ofArray: value.type) else { throw value.mismatch([Self].self) }
        var elements = try ArrayElements(value)
        var array: [Self] = []
        array.reserveCapacity(elements.count)
        for _ in 0..<elements.count { array.append(try Self(postgres: PostgresValue(bytes: elements.next(), type: element))) }
        return array
    }
}

extension String: PostgresArrayElement {
    /// Accepts `text[]`, `varchar[]`, `char[]` and `name[]`, and arrays of types that the schema itself declares.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        switch type.rawValue {
        case 1003, 1009, 1014, 1015: .text
        default: type.isUserDefined ? .text : nil
        }
    }
}

extension UUID: PostgresArrayElement {
    /// Accepts `uuid[]`.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        type.rawValue == 2951 ? .uuid : nil
    }
}

extension Int: PostgresArrayElement {
    /// Accepts `smallint[]`, `integer[]` and `bigint[]`.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        switch type.rawValue {
        case 1005: .int2
        case 1007: .int4
        case 1016: .int8
        default: nil
        }
    }
}

extension Date: PostgresArrayElement {
    /// Accepts `timestamptz[]`.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        type.rawValue == 1185 ? .timestamptz : nil
    }
}

/// Returns the element in double quotes, with its quotes and backslashes escaped. Any content is then valid.
private func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
        if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
        quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
}

/// Iterates over the elements of a one-dimensional array in PostgreSQL's binary format.
private struct ArrayElements {
    private let value: PostgresValue
    /// The start and the number of the unread bytes. They lie in the decoded value's own memory.
    private var (rest, left): (UnsafeRawPointer, Int)
    private(set) var count = 0

    init(_ value: PostgresValue) throws {
        self.value = value
        guard let start = value.bytes.baseAddress else { throw value.malformed() }
        (rest, left) = (UnsafeRawPointer(start), value.bytes.count)
        // The header: the number of dimensions, the flag for NULL elements, and the element type. The last two aren't
        // needed: each element says whether it is NULL.
        let (dimensions, _, _) = (try number(), try number(), try number())
        guard dimensions != 0 else { return }
        guard dimensions == 1 else { throw value.failure("has more than one dimension") }
        count = try number()
        // The lower bound of the index.
        _ = try number()
        guard count >= 0, count <= left / MemoryLayout<Int32>.size else { throw value.malformed() }
    }

    /// Returns the bytes of the next element. The caller asks for at most `count` elements.
    mutating func next() throws -> UnsafeBufferPointer<UInt8> {
        let length = try number()
        guard length != -1 else { throw value.failure("holds a NULL element") }
        guard length >= 0 else { throw value.malformed() }
        // `take` points into the bytes of the value, and has checked that so many are left.
        return UnsafeBufferPointer(start: try take(length).assumingMemoryBound(to: UInt8.self), count: length)
    }

    @inline(__always)
    private mutating func number() throws -> Int {
        Int(Int32(bigEndian: try take(MemoryLayout<Int32>.size).loadUnaligned(as: Int32.self)))
    }

    /// Returns a pointer to the next `length` bytes and advances past them. The length must not be negative.
    @inline(__always)
    private mutating func take(_ length: Int) throws -> UnsafeRawPointer {
        guard length <= left else { throw value.malformed() }
        defer { (rest, left) = (rest + length, left - length) }
        return rest
    }
}
