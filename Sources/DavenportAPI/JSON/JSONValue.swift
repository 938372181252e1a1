import Foundation
import UUIDText

/// A JSON value whose objects keep the order of their members, so that a document made of them is the same every time.
public indirect enum JSONValue: Sendable, Equatable {
    case string(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case null
    case list([JSONValue])
    case object([Member])

    /// A name and its value in an object.
    public struct Member: Sendable, Equatable {
        public let name: String
        public var value: JSONValue

        /// A member of an object, which may have others of the same name.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// An id, in lower case as all are on the wire.
    public static func id(_ id: UUID) -> JSONValue { .string(id.text) }

    /// An object's members, in order; none for anything else.
    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// A list's elements, in order; none for anything else.
    public var elements: [JSONValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text, where it is one.
    public var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// An object's member. Setting one that is there already replaces it in its place, nil removes it; setting one of anything else makes
    /// an object of it.
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

    /// The object with the other's members after its own; of the same name, the other's is taken.
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
    /// Writes an object's members in their order, where the encoder keeps one.
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
    /// Reads any JSON, an object's members in the order of their names. A number without a fraction becomes `.integer` where it fits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // What is most common comes first: each attempt that fails makes an error of several texts.
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
