import Foundation
import UUIDText

/// JSON as it is being written, in memory of its own.
///
/// What answers hold by the dozen writes itself here (`JSONWritable`): by Codable's containers the same takes five times as long, longer
/// than the database takes for the rows. Everything else comes here through an `Encoder`. The forms are those of the wire: UUIDs in lower
/// case, times by `Timestamp`, absent values left out.
package struct JSONOutput: ~Copyable {
    private var memory = JSONMemory.take()
    /// How many bytes are written.
    private(set) package var count = 0
    /// Whether what is written next is the first in its object or list.
    private var isFirst = true

    /// Nothing yet, in memory that an answer before may have left.
    package init() {}

    deinit { JSONMemory.giveBack(memory) }

    private var start: UnsafeMutablePointer<UInt8> { memory.start }

    /// What is written so far, as UTF-8.
    package var bytes: [UInt8] { withBytes { Array($0) } }

    /// Lends what is written so far, as UTF-8.
    package borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: memory.start, count: count))
    }

    // MARK: Structure

    /// Begins an object. Its fields follow, each by `key` and its value.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Ends the object that was begun last.
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Begins a list. Its elements follow, each by `separate` and its value.
    package mutating func beginList() { begin(UInt8(ascii: "[")) }
    /// Ends the list that was begun last.
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

    /// Begins an object's next field, whose name needs no escaping. Inlined, so that the name's length is known where it is copied.
    @inline(__always)
    package mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        reserve(length + 4)
        var place = start + count
        if isFirst {
            isFirst = false
        } else {
            place.pointee = UInt8(ascii: ",")
            place += 1
        }
        place[0] = UInt8(ascii: "\"")
        (place + 1).update(from: name.utf8Start, count: length)
        place[length + 1] = UInt8(ascii: "\"")
        place[length + 2] = UInt8(ascii: ":")
        count = place + length + 3 - start
    }

    // MARK: Values

    /// Writes `null`.
    package mutating func writeNull() { append("null") }

    /// Writes `true` or `false`.
    package mutating func write(_ value: Bool) { append(value ? "true" : "false") }

    /// Writes a whole number of any size.
    package mutating func write(_ value: some BinaryInteger) {
        if let value = Int(exactly: value) { return write(value) }
        var digits = String(value)
        digits.withUTF8 { append($0) }
    }

    /// The same for those that nearly all numbers are.
    package mutating func write(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let length = Self.digits(of: rest)
        reserve(length)
        for place in (count..<count + length).reversed() {
            start[place] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    /// Writes a text in quotes, with what JSON wants escaped.
    package mutating func write(_ value: String) {
        var value = value
        value.withUTF8 { text in
            reserve(text.count + 2)
            append(UInt8(ascii: "\""))
            if Self.isPlain(text) {
                append(text)
            } else {
                for byte in text { escape(byte) }
            }
            append(UInt8(ascii: "\""))
        }
    }

    /// Writes a UUID as a text of 36 characters in lower case.
    package mutating func write(_ value: UUID) {
        let length = UUID.textLength
        reserve(length + 2)
        let (text, quote) = (start + count, UInt8(ascii: "\""))
        value.write(to: UnsafeMutableRawPointer(text + 1))
        (text[0], text[length + 1]) = (quote, quote)
        count += length + 2
    }

    /// Writes a moment as a text, as `Timestamp` has it.
    package mutating func write(_ value: Date) {
        let length = Timestamp.length
        reserve(length + 2)
        let (text, quote) = (start + count, UInt8(ascii: "\""))
        Timestamp.write(value, to: UnsafeMutableBufferPointer(start: text + 1, count: length))
        (text[0], text[length + 1]) = (quote, quote)
        count += length + 2
    }

    /// Writes a number in as few digits as it takes.
    package mutating func write(_ value: Hundredths) {
        var digits = value.description
        digits.withUTF8 { append($0) }
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
        if count + more > memory.capacity { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        memory.grow(to: max(2 * memory.capacity, count + more), keeping: count)
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

    /// Whether nothing in a text is to be escaped: eight bytes at a time, which most texts are longer than.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let size = MemoryLayout<UInt64>.size
        guard text.count >= size, let start = UnsafeRawPointer(text.baseAddress) else {
            return text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        }
        // The last eight first: some of them may be looked at again.
        let last = text.count - size
        var special = Self.special(start.loadUnaligned(fromByteOffset: last, as: UInt64.self))
        var place = 0
        while place < last {
            special |= Self.special(start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += size
        }
        return special == 0
    }

    /// Not 0 where one of eight bytes is a control character, a quote or a backslash. What is subtracted borrows from the byte above only
    /// where one below is found already; a byte of more than 0x7F is none of them.
    @inline(__always)
    private static func special(_ bytes: UInt64) -> UInt64 {
        let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let (quote, backslash) = (bytes ^ ones &* 0x22, bytes ^ ones &* 0x5C)
        return ((bytes &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~bytes & highest
    }

    /// How many digits a number is written in.
    private static func digits(of number: UInt) -> Int {
        var (count, rest) = (1, number / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
    }
}
