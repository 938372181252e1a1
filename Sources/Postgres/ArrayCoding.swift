#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What PostgreSQL's one-dimensional arrays hold. `UInt8` stands here too: `[UInt8]` is `bytea`.
public protocol PostgresArrayElement: PostgresCodable {
    /// An array in PostgreSQL's text format.
    static func postgresText(of array: [Self]) -> String
    /// Reads an array that is not NULL.
    static func array(postgres value: PostgresValue) throws -> [Self]
    /// The type of the elements of an array column of this type.
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
    /// Each element in quotes, between braces.
    public static func postgresText(of array: [Self]) -> String {
        var text = "{"
        for element in array {
            if text.utf8.count > 1 { text += "," }
            text += quoted(element.postgresText ?? "")
        }
        return text + "}"
    }

    /// Throws for NULL elements and for arrays of more than one dimension.
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
    /// The elements of `text[]`, `varchar[]`, `char[]` and `name[]`, and of arrays of the schema's own types.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        switch type.rawValue {
        case 1003, 1009, 1014, 1015: .text
        default: type.isUserDefined ? .text : nil
        }
    }
}

extension UUID: PostgresArrayElement {
    /// The elements of `uuid[]`.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        type.rawValue == 2951 ? .uuid : nil
    }
}

extension Int: PostgresArrayElement {
    /// The elements of `smallint[]`, `integer[]` and `bigint[]`.
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
    /// The elements of `timestamptz[]`.
    public static func elementType(ofArray type: PostgresType) -> PostgresType? {
        type.rawValue == 1185 ? .timestamptz : nil
    }
}

/// In double quotes, which suits every content.
private func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text.unicodeScalars {
        if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
        quoted.unicodeScalars.append(character)
    }
    return quoted + "\""
}

/// The elements of an array of one dimension in PostgreSQL's binary format, one by one.
private struct ArrayElements {
    private let value: PostgresValue
    /// What is not read yet, of the value's memory.
    private var (rest, left): (UnsafeRawPointer, Int)
    private(set) var count = 0

    init(_ value: PostgresValue) throws {
        self.value = value
        guard let start = value.bytes.baseAddress else { throw value.malformed() }
        (rest, left) = (UnsafeRawPointer(start), value.bytes.count)
        // How many dimensions, whether one element is NULL, which the elements show themselves, and their type.
        let (dimensions, _, _) = (try number(), try number(), try number())
        guard dimensions != 0 else { return }
        guard dimensions == 1 else { throw value.failure("has more than one dimension") }
        count = try number()
        // From what number on they are counted.
        _ = try number()
        guard count >= 0, count <= left / MemoryLayout<Int32>.size else { throw value.malformed() }
    }

    /// The bytes of the element that follows. There must be one.
    mutating func next() throws -> UnsafeBufferPointer<UInt8> {
        let length = try number()
        guard length != -1 else { throw value.failure("holds a NULL element") }
        guard length >= 0 else { throw value.malformed() }
        return UnsafeBufferPointer(start: try take(length).assumingMemoryBound(to: UInt8.self), count: length)
    }

    @inline(__always)
    private mutating func number() throws -> Int {
        Int(Int32(bigEndian: try take(MemoryLayout<Int32>.size).loadUnaligned(as: Int32.self)))
    }

    /// Where so many bytes begin, none of them negative.
    @inline(__always)
    private mutating func take(_ length: Int) throws -> UnsafeRawPointer {
        guard length <= left else { throw value.malformed() }
        defer { (rest, left) = (rest + length, left - length) }
        return rest
    }
}
