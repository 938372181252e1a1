import Foundation

/// Writes `Encodable` values as JSON straight to one output. A field with the value nil is omitted.
///
/// Foundation's encoder first builds a tree of the values. That takes several times as long as the database takes for
/// the rows of an answer.
package struct JSONWriter {
    /// The output to which the writer and all containers append. It is a pointer, because Swift would count the
    /// references to a class, and check each access to its properties. The output outlives the writing: no type of the
    /// API keeps its encoder.
    let output: UnsafeMutablePointer<JSONOutput>

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
        var output = JSONOutput()
        try withUnsafeMutablePointer(to: &output) { try JSONWriter(output: $0).write(value) }
        return try output.withBytes(body)
    }

    /// Writes a value: a primitive one and a `PlainObject` from memory, and any other by its `encode(to:)`.
    func write<Value: Encodable>(_ value: Value) throws {
        if writePrimitive(value) { return }
        try withUnsafePointer(to: value) { try write(.of(Value.self), at: $0) }
    }

    /// Writes a value by its `encode(to:)`, and ends each object and list that this began.
    func encode(_ value: some Encodable) throws {
        let position = output.pointee.count
        try value.encode(to: JSONValueEncoder(writer: self, position: position))
        // A type without fields encodes nothing.
        if output.pointee.count == position { _ = output.pointee.begin(.object) }
        output.pointee.end(from: position)
    }

    /// Writes a value without an encoder, if its type is a primitive one or has a form of its own in the API. For any
    /// other type, writes nothing and returns false.
    private func writePrimitive<Value>(_ value: Value) -> Bool {
        // Each cast is safe, because the comparison before it has shown that both types are the same.
        if Value.self == UUID.self {
            output.pointee.write(unsafeBitCast(value, to: UUID.self))
        } else if Value.self == Date.self {
            output.pointee.write(unsafeBitCast(value, to: Date.self))
        } else if Value.self == String.self {
            output.pointee.write(unsafeBitCast(value, to: String.self))
        } else if Value.self == Int.self {
            output.pointee.write(unsafeBitCast(value, to: Int.self))
        } else if Value.self == Bool.self {
            output.pointee.write(unsafeBitCast(value, to: Bool.self))
        } else {
            return false
        }
        return true
    }
}
