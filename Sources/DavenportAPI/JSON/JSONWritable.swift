import Foundation

/// A value that writes its own JSON with `JSONOutput`, for types that answers have in large numbers. It writes the same
/// fields as its `encode(to:)`; a test compares the two.
package protocol JSONWritable: Encodable {
    /// Appends the value to `json`, as one JSON value.
    func write(to json: inout JSONOutput)
}

extension JSONOutput {
    /// Writes an object with the fields that `fields` writes.
    package mutating func object(_ fields: (inout JSONOutput) -> Void) {
        beginObject()
        fields(&self)
        endObject()
    }

    /// Writes the next field of an object. The name must need no escaping. It is inlined for the same reason as `key`.
    @inline(__always)
    package mutating func field(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Writes the next field of an object, or nothing if the value is nil.
    @inline(__always)
    package mutating func field(_ name: StaticString, _ value: (some JSONWritable)?) {
        if let value { field(name, value) }
    }
}

extension String: JSONWritable {
    package func write(to json: inout JSONOutput) { json.write(self) }
}

extension Int: JSONWritable {
    package func write(to json: inout JSONOutput) { json.write(self) }
}

extension Bool: JSONWritable {
    package func write(to json: inout JSONOutput) { json.write(self) }
}

extension UUID: JSONWritable {
    package func write(to json: inout JSONOutput) { json.write(self) }
}

extension Date: JSONWritable {
    package func write(to json: inout JSONOutput) { json.write(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.beginList()
        for element in self {
            json.separate()
            element.write(to: &json)
        }
        json.endList()
    }
}
