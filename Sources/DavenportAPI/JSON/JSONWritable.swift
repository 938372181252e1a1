import Foundation

/// Writes itself as JSON, field by field as its `encode(to:)` does, which a test compares: for what answers hold by the dozen
/// (`JSONOutput`).
package protocol JSONWritable: Encodable {
    /// Writes the value behind what `json` has by then, as one value: an object, a list, or a plain one.
    func write(to json: inout JSONOutput)
}

extension JSONOutput {
    /// Writes an object: what `fields` writes, between braces.
    package mutating func object(_ fields: (inout JSONOutput) -> Void) {
        beginObject()
        fields(&self)
        endObject()
    }

    /// Writes an object's next field. Its name must need no escaping; inlined as `key` is.
    @inline(__always)
    package mutating func field(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Left out where it is nil.
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
