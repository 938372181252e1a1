import Foundation

/// A value that writes its own JSON to a `JSONOutput`, which is faster than `Codable`. Types that occur in large
/// numbers in answers conform to it. They write the same fields as in `encode(to:)`; a test compares the two.
package protocol JSONWritable: Encodable {
    /// Appends the value to `json`, as one JSON value.
    func write(to json: inout JSONOutput)
}

extension JSONOutput {
    /// Writes an object. The closure writes the object's fields.
    package mutating func object(_ fields: (inout JSONOutput) -> Void) {
        beginObject()
        fields(&self)
        endObject()
    }

    /// Writes the next field of an object. The name must need no escaping. The function is inlined, so that the
    /// compiler knows the length of the copied name.
    @inline(__always)
    package mutating func field(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Writes the next field of an object, or nothing if the value is nil. The name must need no escaping.
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
