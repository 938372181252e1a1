import DavenportAPI
import Foundation
import Locking

/// A struct whose JSON is its stored properties: each under its own name, in the order of declaration, without those
/// that are nil. The compiler synthesizes its `Codable`.
///
/// `JSONWriter` reads the properties where they lie in memory instead of calling `encode(to:)`
/// (docs/decisions/0033-answers-are-read-from-memory.md).
protocol PlainObject: Codable {}

/// A type whose JSON is that of a plain object.
protocol PlainObjectConvertible: Encodable {
    associatedtype Plain: PlainObject
    var plain: Plain { get }
}

/// How `JSONWriter` reads the values of a type where they lie in memory. It is made once for each type, and then lives
/// as long as the program.
enum JSONShape: Sendable {
    case text, number, boolean, uuid, time
    case list(Permanent<ArrayLayout>)
    case object(Permanent<JSONProperty>)
    /// A value that is written by a function, which gets its address.
    case other(Permanent<Write>)

    typealias Write = @Sendable (UnsafeRawPointer, JSONWriter) throws -> Void

    private static let made = Lock<[ObjectIdentifier: JSONShape]>([:])

    static func of(_ type: any Encodable.Type) -> JSONShape {
        if let shape = made.withLock({ $0[ObjectIdentifier(type)] }) { return shape }
        // Not under the lock, because a shape needs those of its parts. If two threads make the same shape, both are right.
        let shape = JSONShape(type)
        made.withLock { $0[ObjectIdentifier(type)] = shape }
        return shape
    }

    private init(_ type: any Encodable.Type) {
        switch type {
        case is String.Type: self = .text
        case is Int.Type: self = .number
        case is Bool.Type: self = .boolean
        case is UUID.Type: self = .uuid
        case is Date.Type: self = .time
        case let type as any PlainObject.Type: self = JSONProperty.all(of: type).map { .object(Permanent($0)) } ?? .encoded(type)
        case let type as any MemoryList.Type: self = .list(Permanent([ArrayLayout(type)]))
        case let type as any OpenEnumeration.Type: self = .open(type)
        case let type as any PlainObjectConvertible.Type: self = .converted(type)
        default: self = .encoded(type)
        }
    }

    private static func encoded<Value: Encodable>(_ type: Value.Type) -> JSONShape {
        let write: Write = { try $1.encode($0.value(Value.self)) }
        return .other(Permanent([write]))
    }

    private static func converted<Value: PlainObjectConvertible>(_ type: Value.Type) -> JSONShape {
        let shape = JSONShape.of(Value.Plain.self)
        let write: Write = { address, writer in
            try withUnsafePointer(to: address.value(Value.self).plain) { try writer.write(shape, at: $0) }
        }
        return .other(Permanent([write]))
    }

    private static func open<Value: OpenEnumeration>(_ type: Value.Type) -> JSONShape {
        let write: Write = { $1.output.pointee.write($0.value(Value.self).rawValue) }
        return .other(Permanent([write]))
    }
}

/// Values that live as long as the program. Unlike those of an array or a class, their readers count no references.
///
/// `@unchecked Sendable`: nobody changes or frees a value after `init`.
struct Permanent<Value: Sendable>: @unchecked Sendable {
    let values: UnsafeBufferPointer<Value>

    init(_ values: [Value]) {
        let place = UnsafeMutableBufferPointer<Value>.allocate(capacity: values.count)
        _ = place.initialize(from: values)
        self.values = UnsafeBufferPointer(place)
    }
}

/// A stored property of a `PlainObject`.
struct JSONProperty: Sendable {
    /// A comma, the name in quotes, and a colon.
    let key: Permanent<UInt8>
    /// The distance of the property from the beginning of the struct, in bytes.
    let offset: Int
    /// The shape of the value. That of an optional lies where the optional begins.
    let shape: JSONShape
    /// Whether the optional at an address is nil; nil for a property that always has a value.
    let isNil: (@Sendable (UnsafeRawPointer) -> Bool)?

    /// Returns the properties of a type. Swift lays them out one after the other, each aligned as its type needs.
    /// - Returns: nil if that gives another size than the type has, or the type's decoding shows no properties.
    static func all<Value: PlainObject>(of type: Value.Type) -> [JSONProperty]? {
        guard case .object(let properties)? = try? AnswerProbe(areas: []).form(of: type) else { return nil }
        var size = 0
        let all = properties.compactMap { property in
            (property.type as? any Encodable.Type).map { one(property.name, $0, isOptional: !property.isRequired, after: &size) }
        }
        return all.count == properties.count && size == MemoryLayout<Value>.size ? all : nil
    }

    private static func one<Value: Encodable>(_ name: String, _ type: Value.Type, isOptional: Bool, after size: inout Int) -> JSONProperty {
        let alignment = isOptional ? MemoryLayout<Value?>.alignment : MemoryLayout<Value>.alignment
        let offset = (size + alignment - 1) / alignment * alignment
        size = offset + (isOptional ? MemoryLayout<Value?>.size : MemoryLayout<Value>.size)
        return JSONProperty(
            key: Permanent(Array(",\"\(name)\":".utf8)), offset: offset, shape: .of(type), isNil: isOptional ? nilCheck(of: type) : nil)
    }

    /// The types of most properties have a check of their own. The generic one would look up `Value?` at each call.
    private static func nilCheck<Value: Encodable>(of type: Value.Type) -> @Sendable (UnsafeRawPointer) -> Bool {
        switch type {
        case is String.Type: { $0.value(String?.self) == nil }
        case is Int.Type: { $0.value(Int?.self) == nil }
        case is Date.Type: { $0.value(Date?.self) == nil }
        default: { hasNoValue($0.value(Value?.self)) }
        }
    }
}

private func hasNoValue<Value>(_ optional: Value?) -> Bool { optional == nil }

/// Where the elements of an array lie in memory.
struct ArrayLayout: Sendable {
    let element: JSONShape
    /// The distance from one element to the next, in bytes.
    let stride: Int
    /// Returns the memory of the elements of the list at an address.
    let elements: @Sendable (UnsafeRawPointer) -> UnsafeRawBufferPointer

    fileprivate init<List: MemoryList>(_ type: List.Type) {
        element = .of(List.Element.self)
        stride = MemoryLayout<List.Element>.stride
        elements = { $0.value(List.self).memory }
    }
}

/// An array of values that have JSON.
private protocol MemoryList {
    associatedtype Element: Encodable
    /// The memory of the elements, as long as somebody holds the list.
    var memory: UnsafeRawBufferPointer { get }
}

extension Array: MemoryList where Element: Encodable {
    fileprivate var memory: UnsafeRawBufferPointer { withUnsafeBytes { $0 } }
}

extension UnsafeRawPointer {
    /// The value of a type at this address.
    @inline(__always)
    // The address is that of a `Value`: it is the caller's value, one of its properties by `JSONProperty.all`, or an element of its array.
    fileprivate func value<Value>(_ type: Value.Type) -> Value { assumingMemoryBound(to: Value.self).pointee }
}

extension JSONWriter {
    /// Writes the value of a shape at an address.
    func write(_ shape: JSONShape, at address: UnsafeRawPointer) throws {
        switch shape {
        case .text: output.pointee.write(address.value(String.self))
        case .number: output.pointee.write(address.value(Int.self))
        case .boolean: output.pointee.write(address.value(Bool.self))
        case .uuid: output.pointee.write(address.value(UUID.self))
        case .time: output.pointee.write(address.value(Date.self))
        case .list(let list): try write(list.values[0], at: address)
        case .object(let properties): try write(properties.values, at: address)
        case .other(let write): try write.values[0](address, self)
        }
    }

    private func write(_ list: ArrayLayout, at address: UnsafeRawPointer) throws {
        let elements = list.elements(address)
        output.pointee.open(.list)
        for start in stride(from: 0, to: elements.count, by: list.stride) {
            output.pointee.separate()
            try write(list.element, at: elements.baseAddress! + start)  // A list with an element has a first one.
        }
        output.pointee.close(.list)
    }

    private func write(_ properties: UnsafeBufferPointer<JSONProperty>, at address: UnsafeRawPointer) throws {
        output.pointee.open(.object)
        for property in properties {
            let place = address + property.offset
            if let isNil = property.isNil, isNil(place) { continue }
            output.pointee.key(afterComma: property.key.values)
            try write(property.shape, at: place)
        }
        output.pointee.close(.object)
    }
}
