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
            text += ArrayText.quoted(element.postgresText ?? "")
        }
        return text + "}"
    }

    /// Throws for NULL elements and for arrays of more than one dimension.
    public static func array(postgres value: PostgresValue) throws -> [Self] {
        guard let element = elementType(ofArray: value.type) else { throw value.mismatch([Self].self) }
        var text = ArrayText(value.bytes)
        var array: [Self] = []
        array.reserveCapacity(text.atMost)
        while let range = try text.next(in: value) {
            let bytes = UnsafeBufferPointer(rebasing: value.bytes[range])
            if text.isEscaped {
                // Copied only for what has a backslash in it.
                try ArrayText.unescaped(bytes).withUnsafeBufferPointer {
                    array.append(try Self(postgres: PostgresValue(bytes: $0, type: element)))
                }
            } else {
                array.append(try Self(postgres: PostgresValue(bytes: bytes, type: element)))
            }
        }
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

/// Reads `{1,"a b","say \"hi\""}` element by element.
private struct ArrayText {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether the element found last has backslashes in it.
    private(set) var isEscaped = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// How many elements there are, if each comma is between two of them.
    var atMost: Int { bytes.reduce(1) { $0 + ($1 == UInt8(ascii: ",") ? 1 : 0) } }

    /// In double quotes, which suits every content.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for character in text.unicodeScalars {
            if character == "\"" || character == "\\" { quoted.unicodeScalars.append("\\") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }

    /// Where the next element is, without its quotes; nil after the last.
    mutating func next(in value: PostgresValue) throws -> Range<Int>? {
        // After "{" at the start and "," later comes an element; "}" ends, and so does "{}".
        guard position < bytes.count else { throw value.malformed() }
        if bytes[position] == UInt8(ascii: "}") { return nil }
        position += 1
        guard position < bytes.count else { throw value.malformed() }
        isEscaped = false
        switch bytes[position] {
        case UInt8(ascii: "}"): return nil
        case UInt8(ascii: "{"): throw value.failure("has more than one dimension")
        case UInt8(ascii: "\""): return try quotedElement(in: value)
        default: return try plainElement(in: value)
        }
    }

    private mutating func plainElement(in value: PostgresValue) throws -> Range<Int> {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ","), bytes[position] != UInt8(ascii: "}") { position += 1 }
        guard position - start != 4 || !bytes[start..<position].elementsEqual("NULL".utf8) else {
            throw value.failure("holds a NULL element")
        }
        return start..<position
    }

    private mutating func quotedElement(in value: PostgresValue) throws -> Range<Int> {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                isEscaped = true
                position += 1
            }
            position += 1
        }
        guard position < bytes.count else { throw value.malformed() }
        position += 1
        return start..<position - 1
    }

    /// Without the backslash before each character that has one.
    static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() { plain.append(escaped) } else { plain.append(byte) }
        }
        return plain
    }
}
