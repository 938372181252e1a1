import Foundation
import UUIDText

/// Writes JSON to a buffer of its own.
///
/// Types that occur in large numbers in answers write themselves to the output (`JSONWritable`). `Codable` would take
/// five times as long, which is more than the database takes for the rows. All other values are written by an
/// `Encoder`. The JSON has the API's forms: UUIDs are in lower case, times have milliseconds and end in `Z`, and absent
/// values are omitted.
package struct JSONOutput: ~Copyable {
    private var memory = JSONBuffer.take()
    /// The number of bytes written.
    private(set) package var count = 0
    /// Whether the next value is the first in its object or list.
    private var isFirst = true

    /// Creates an empty output. It may reuse the buffer of an earlier answer.
    package init() {}

    deinit { JSONBuffer.giveBack(memory) }

    private var start: UnsafeMutablePointer<UInt8> { memory.start }

    /// A copy of the JSON so far, as UTF-8.
    package var bytes: [UInt8] { withBytes { Array($0) } }

    /// Calls a function with the JSON that was written so far, as UTF-8, and returns the function's result.
    package borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: memory.start, count: count))
    }

    // MARK: Structure

    /// Begins an object. For each field, call `key` and then write the value.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }
    /// Ends the innermost object.
    package mutating func endObject() { end(UInt8(ascii: "}")) }
    /// Begins a list. For each element, call `separate` and then write the value.
    package mutating func beginList() { begin(UInt8(ascii: "[")) }
    /// Ends the innermost list.
    package mutating func endList() { end(UInt8(ascii: "]")) }

    /// Begins the next element of a list, with a comma before it unless it is the first.
    package mutating func separate() {
        if isFirst { isFirst = false } else { append(UInt8(ascii: ",")) }
    }

    /// Begins the next field of an object: writes its name and a colon.
    package mutating func key(_ name: String) {
        separate()
        write(name)
        append(UInt8(ascii: ":"))
    }

    /// Begins the next field of an object: writes its name and a colon. The name must need no escaping. The function is
    /// inlined, so that the compiler knows the length of the copied name.
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

    /// Writes an `Int`, the most common type of number. Unlike the generic `write`, it converts nothing.
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

    /// Writes a text in quotes, with JSON's escapes.
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

    /// Writes a time as a text such as `2026-03-01T20:00:00.000Z`.
    package mutating func write(_ value: Date) {
        let length = Timestamp.length
        reserve(length + 2)
        let (text, quote) = (start + count, UInt8(ascii: "\""))
        Timestamp.write(value, to: UnsafeMutableBufferPointer(start: text + 1, count: length))
        (text[0], text[length + 1]) = (quote, quote)
        count += length + 2
    }

    /// Writes a number with at most two decimals in its shortest form, such as `7.5`.
    package mutating func write(_ value: Hundredths) {
        var digits = value.description
        digits.withUTF8 { append($0) }
    }

    /// Writes a number.
    /// - Throws: `EncodingError` if the number is infinite or NaN.
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

    /// Whether a text can be written in JSON without escapes. It checks eight bytes at a time.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let size = MemoryLayout<UInt64>.size
        guard text.count >= size, let start = UnsafeRawPointer(text.baseAddress) else {
            return text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
        }
        // Checks the last eight bytes first; they may overlap with the other groups.
        let last = text.count - size
        var special = Self.special(start.loadUnaligned(fromByteOffset: last, as: UInt64.self))
        var place = 0
        while place < last {
            special |= Self.special(start.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            place += size
        }
        return special == 0
    }

    /// Returns a value other than 0 if one of the eight bytes is a control character, a quote or a backslash. Bytes
    /// above 0x7F never match. The subtractions treat all eight bytes at once. A borrow reaches the next byte only
    /// after a byte that matched, so it can't change whether the result is 0.
    @inline(__always)
    private static func special(_ bytes: UInt64) -> UInt64 {
        let (ones, highest): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
        let (quote, backslash) = (bytes ^ ones &* 0x22, bytes ^ ones &* 0x5C)
        return ((bytes &- ones &* 0x20) | (quote &- ones) | (backslash &- ones)) & ~bytes & highest
    }

    /// Returns the number of decimal digits of a number.
    private static func digits(of number: UInt) -> Int {
        var (count, rest) = (1, number / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
    }
}
