import Foundation

/// Writes `Encodable` values as JSON straight to one output.
///
/// Foundation's encoder first builds a tree of the values. That takes several times as long as the database takes for
/// the rows of an answer.
package final class JSONWriter {
    /// The output that the writer appends to. It is a pointer, because Swift would check a stored property of a class
    /// for exclusive access at every write.
    private let output: UnsafeMutablePointer<JSONOutput>
    /// The objects and lists that have begun and not ended, from the outermost to the innermost.
    private var open: [Opened] = []

    private enum Opened {
        case object, list
    }

    /// Returns the JSON of a value, as UTF-8.
    /// - Throws: the error of the value's `encode(to:)`; `EncodingError` for a number that JSON can't represent.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        try withBytes(of: value) { Array($0) }
    }

    /// Calls a function with the JSON of a value, as UTF-8, without copying the bytes.
    /// - Throws: the error of the value's `encode(to:)`; `EncodingError` for a number that JSON can't represent; the
    ///   function's own error.
    package static func withBytes<Result>(
        of value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        guard let value = value as? any JSONWritable else { return try withEncoded(value, body) }
        var output = JSONOutput()
        value.write(to: &output)
        return try output.withBytes(body)
    }

    /// Returns the JSON of a value as its `encode(to:)` writes it, even if the value is `JSONWritable` and has a faster
    /// way.
    package static func encoded(_ value: some Encodable) throws -> [UInt8] {
        try withEncoded(value) { Array($0) }
    }

    private static func withEncoded<Result>(
        _ value: some Encodable, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) throws -> Result {
        let writer = JSONWriter()
        try writer.write(value)
        return try withExtendedLifetime(writer) { try writer.output.pointee.withBytes(body) }
    }

    private init() {
        output = .allocate(capacity: 1)
        output.initialize(to: JSONOutput())
    }

    deinit {
        output.deinitialize(count: 1)
        output.deallocate()
    }

    /// The number of open objects and lists.
    var depth: Int { open.count }

    func beginObject() {
        output.pointee.beginObject()
        open.append(.object)
    }

    func beginList() {
        output.pointee.beginList()
        open.append(.list)
    }

    /// Begins the next element of the open list.
    func separate() { output.pointee.separate() }

    func key(_ name: String) { output.pointee.key(name) }

    /// Writes a value, and ends each object and list that the value's `encode(to:)` began.
    func write<Value: Encodable>(_ value: Value) throws {
        if writePrimitive(value) { return }
        let (depth, length) = (open.count, output.pointee.count)
        try value.encode(to: JSONValueEncoder(writer: self, depth: depth))
        if output.pointee.count == length { beginObject() }
        while open.count > depth { close(open.removeLast()) }
    }

    func null() { output.pointee.writeNull() }

    func boolean(_ value: Bool) { output.pointee.write(value) }

    func integer(_ value: some BinaryInteger) { output.pointee.write(value) }

    func double(_ value: Double) throws { try output.pointee.write(value) }

    func string(_ value: String) { output.pointee.write(value) }

    private func close(_ opened: Opened) {
        switch opened {
        case .object: output.pointee.endObject()
        case .list: output.pointee.endList()
        }
    }

    /// Writes a value without an encoder, if its type is a primitive one or has a form of its own in the API. For any
    /// other type, writes nothing and returns false.
    private func writePrimitive<Value>(_ value: Value) -> Bool {
        if Value.self == String.self {
            output.pointee.write(unsafeBitCast(value, to: String.self))
        } else if Value.self == Int.self {
            output.pointee.write(unsafeBitCast(value, to: Int.self))
        } else if Value.self == Bool.self {
            output.pointee.write(unsafeBitCast(value, to: Bool.self))
        } else if Value.self == UUID.self {
            output.pointee.write(unsafeBitCast(value, to: UUID.self))
        } else if Value.self == Date.self {
            output.pointee.write(unsafeBitCast(value, to: Date.self))
        } else {
            return false
        }
        return true
    }
}
