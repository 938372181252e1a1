import Foundation
import UUIDText

/// A JSON value whose objects keep the order of their members, so that the same value always gives the same document.
public indirect enum JSONValue: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case null
    case list([JSONValue])
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Equatable {
        public let name: String
        public var value: JSONValue

        /// Creates a member. An object may have several members with the same name.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an id as text, in lower case.
    public static func id(_ id: UUID) -> JSONValue { .string(id.text) }

    /// The members of an object, in order; empty for any other value.
    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of an array, in order; empty for any other value.
    public var elements: [JSONValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text of a JSON string; nil for any other value.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of an object's member; nil if there is no such member. Setting an existing member replaces its value
    /// in place, and setting nil removes it. Setting a member of a value that isn't an object turns the value into an
    /// object.
    public subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            var members = members
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name, value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    /// Returns this object with the members of `other` added. A member that both have gets its value from `other`.
    func merging(_ other: JSONValue) -> JSONValue {
        other.members.reduce(into: self) { $0[$1.name] = $1.value }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .list(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(elements.map { Member($0, $1) }) }
}

extension JSONValue: Encodable {
    /// Encodes an object's members in their order, if the encoder keeps an order.
    public func encode(to encoder: any Encoder) throws {
        if case .object(let members) = self {
            var container = encoder.container(keyedBy: FieldName.self)
            for member in members { try container.encode(member.value, forKey: FieldName(stringValue: member.name)) }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .boolean(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .null, .object: try container.encodeNil()
        }
    }
}

extension JSONValue: Decodable {
    /// Decodes any JSON, with an object's members sorted by name. A number without a fraction becomes `.integer` if it
    /// fits into an `Int`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // The most common kinds come first, because each failed attempt creates an error with several texts.
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else {
            self = .list(try container.decode([JSONValue].self))
        }
    }
}
