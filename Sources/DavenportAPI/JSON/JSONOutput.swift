import Foundation

/// JSON as it is being written, in memory of its own.
///
/// What answers hold by the dozen writes itself here (`JSONWritable`): by Codable's containers the same takes five times as long, longer
/// than the database takes for the rows. Everything else comes here through an `Encoder`. The forms are those of the wire: UUIDs in lower
/// case, times by `Timestamp`, absent values left out.
package struct JSONOutput: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity = 4096
    private(set) package var count = 0
    /// Whether what is written next is the first in its object or list.
    private var isFirst = true

    package init() {
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// What is written so far, as UTF-8.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    // MARK: Structure

    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    package mutating func beginList() { begin(UInt8(ascii: "[")) }
    package mutating func endList() { end(UInt8(ascii: "]")) }

    /// Begins a list's next element.
    package mutating func separate() {
        if isFirst { isFirst = false } else { append(UInt8(ascii: ",")) }
    }

    /// Begins an object's next field.
    package mutating func key(_ name: String) {
        separate()
        write(name)
        append(UInt8(ascii: ":"))
    }

    /// Begins an object's next field, whose name needs no escaping.
    package mutating func key(_ name: StaticString) {
        separate()
        append(UInt8(ascii: "\""))
        append(name)
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
    }

    // MARK: Values

    package mutating func writeNull() { append("null") }

    package mutating func write(_ value: Bool) { append(value ? "true" : "false") }

    package mutating func write(_ value: some BinaryInteger) {
        guard let small = UInt8(exactly: value), small < 10 else {
            var digits = String(value)
            return digits.withUTF8 { append($0) }
        }
        append(0x30 + small)
    }

    package mutating func write(_ value: String) {
        append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            if Self.isPlain(text) {
                append(text)
            } else {
                for byte in text { escape(byte) }
            }
        }
        append(UInt8(ascii: "\""))
    }

    package mutating func write(_ value: UUID) {
        reserve(38)
        var place = start + count
        func put(_ byte: UInt8) {
            place.pointee = byte
            place += 1
        }
        put(UInt8(ascii: "\""))
        withUnsafeBytes(of: value.uuid) { octets in
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 { put(UInt8(ascii: "-")) }
                put(Self.hexDigit(octets[index] >> 4))
                put(Self.hexDigit(octets[index] & 0x0F))
            }
        }
        put(UInt8(ascii: "\""))
        count += 38
    }

    package mutating func write(_ value: Date) {
        append(UInt8(ascii: "\""))
        reserve(Timestamp.length)
        Timestamp.write(value, to: UnsafeMutableBufferPointer(start: start + count, count: Timestamp.length))
        count += Timestamp.length
        append(UInt8(ascii: "\""))
    }

    /// - Throws: an `EncodingError` where JSON has no such number.
    package mutating func write(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no such number"))
        }
        var digits = value.description
        digits.withUTF8 { append($0) }
    }

    // MARK: Bytes

    private mutating func begin(_ opening: UInt8) {
        append(opening)
        isFirst = true
    }

    private mutating func end(_ closing: UInt8) {
        append(closing)
        isFirst = false
    }

    private mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    private mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard let source = text.baseAddress else { return }
        reserve(text.count)
        (start + count).update(from: source, count: text.count)
        count += text.count
    }

    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        let old = start
        capacity = max(2 * capacity, count + more)
        start = .allocate(capacity: capacity)
        start.update(from: old, count: count)
        old.deallocate()
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case UInt8(ascii: "\n"): append(#"\n"#)
        case UInt8(ascii: "\t"): append(#"\t"#)
        case UInt8(ascii: "\r"): append(#"\r"#)
        case 0..<0x20:
            append(#"\u00"#)
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 0x0F))
        default: append(byte)
        }
    }

    /// Without a branch for each byte, so that the compiler looks at many at once.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var special: UInt8 = 0
        for byte in text { special |= byte < 0x20 || byte == 0x22 || byte == 0x5C ? 1 : 0 }
        return special == 0
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
    }
}
