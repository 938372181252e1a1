import Foundation

/// Writes itself as JSON, field by field as its `encode(to:)` does, which a test compares: for what answers hold by the dozen (`JSONOutput`).
package protocol JSONWritable: Encodable {
    func write(to json: inout JSONOutput)
}

extension JSONOutput {
    package mutating func object(_ fields: (inout JSONOutput) -> Void) {
        beginObject()
        fields(&self)
        endObject()
    }

    package mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        write(value)
    }

    package mutating func field(_ name: StaticString, _ value: Int) {
        key(name)
        write(value)
    }

    package mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        write(value)
    }

    package mutating func field(_ name: StaticString, _ value: UUID) {
        key(name)
        write(value)
    }

    package mutating func field(_ name: StaticString, _ value: Date) {
        key(name)
        write(value)
    }

    package mutating func field(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        value.write(to: &self)
    }

    /// Left out where it is nil.
    package mutating func field(_ name: StaticString, _ value: String?) {
        if let value { field(name, value) }
    }

    /// Left out where it is nil.
    package mutating func field(_ name: StaticString, _ value: Int?) {
        if let value { field(name, value) }
    }

    /// Left out where it is nil.
    package mutating func field(_ name: StaticString, _ value: Date?) {
        if let value { field(name, value) }
    }

    /// Left out where it is nil.
    package mutating func field(_ name: StaticString, _ value: (some JSONWritable)?) {
        if let value { field(name, value) }
    }
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
