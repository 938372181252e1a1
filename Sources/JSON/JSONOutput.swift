import DavenportAPI
import Foundation
import UUIDText

/// Writes JSON to a buffer of its own. The JSON has the API's forms: UUIDs are in lower case, and times have
/// milliseconds and end in `Z`.
struct JSONOutput: ~Copyable {
    private var memory = JSONBuffer.take()
    /// The number of bytes written.
    private(set) var count = 0
    /// Whether the next value is the first in its object or list.
    private var isFirst = true
    /// The positions of the objects and lists that have begun and not ended, from the outermost to the innermost. A
    /// position is the number of bytes before the opening bracket.
    private var unended: [Int] = []

    deinit { JSONBuffer.giveBack(memory) }

    private var start: UnsafeMutablePointer<UInt8> { memory.start }

    /// A copy of the JSON so far, as UTF-8.
    var bytes: [UInt8] { withBytes { Array($0) } }

    /// Calls a function with the JSON that was written so far, as UTF-8, and returns the function's result.
    borrowing func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafeBufferPointer(start: memory.start, count: count))
    }

    // MARK: Structure

    /// An object or a list, by its opening bracket. In ASCII, the closing bracket is two places after it.
    enum Structure: UInt8 {
        case object = 0x7B
        case list = 0x5B
    }

    /// Begins an object or a list, and returns its position. Call `key` before each field of an object, and `separate`
    /// before each element of a list.
    mutating func begin(_ structure: Structure) -> Int {
        unended.append(count)
        open(structure)
        return count - 1
    }

    /// Ends the objects and lists at a position and after it.
    mutating func end(from position: Int) {
        while let last = unended.last, last >= position { endInnermost() }
    }

    /// Ends the objects and lists inside the one at a position.
    /// - Returns: false if that one has ended too, or if another structure is there.
    mutating func resume(_ structure: Structure, at position: Int) -> Bool {
        while let last = unended.last, last > position { endInnermost() }
        return unended.last == position && start[position] == structure.rawValue
    }

    private mutating func endInnermost() {
        append(start[unended.removeLast()] + 2)
        isFirst = false
    }

    /// Begins the next element of a list, with a comma before it unless it is the first.
    mutating func separate() {
        if isFirst { isFirst = false } else { append(UInt8(ascii: ",")) }
    }

    /// Begins the next field of an object: writes its name and a colon.
    mutating func key(_ name: String) {
        separate()
        write(name)
        append(UInt8(ascii: ":"))
    }

    /// Begins an object or a list that `close` ends.
    mutating func open(_ structure: Structure) {
        append(structure.rawValue)
        isFirst = true
    }

    /// Ends the object or list that `open` began. All that began inside it must have ended.
    mutating func close(_ structure: Structure) {
        append(structure.rawValue + 2)
        isFirst = false
    }

    /// Begins the next field of an object.
    /// - Parameter text: a comma, the field's name in quotes, and a colon.
    mutating func key(afterComma text: UnsafeBufferPointer<UInt8>) {
        append(isFirst ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text)
        isFirst = false
    }

    // MARK: Values

    /// Writes `null`.
    mutating func writeNull() { append("null") }

    /// Writes `true` or `false`.
    mutating func write(_ value: Bool) { append(value ? "true" : "false") }

    /// Writes a whole number of any size.
    mutating func write(_ value: some BinaryInteger) {
        if let value = Int(exactly: value) { return write(value) }
        var digits = String(value)
        digits.withUTF8 { append($0) }
    }

    /// Writes an `Int`, the most common type of number. Unlike the generic `write`, it converts nothing.
    mutating func write(_ value: Int) {
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
    mutating func write(_ value: String) {
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
    mutating func write(_ value: UUID) {
        let length = UUID.textLength
        reserve(length + 2)
        let (text, quote) = (start + count, UInt8(ascii: "\""))
        value.write(to: UnsafeMutableRawPointer(text + 1))
        (text[0], text[length + 1]) = (quote, quote)
        count += length + 2
    }

    /// Writes a time as a text such as `2026-03-01T20:00:00.000Z`.
    mutating func write(_ value: Date) {
        let length = Timestamp.length
        reserve(length + 2)
        let (text, quote) = (start + count, UInt8(ascii: "\""))
        Timestamp.write(value, to: UnsafeMutableBufferPointer(start: text + 1, count: length))
        (text[0], text[length + 1]) = (quote, quote)
        count += length + 2
    }

    /// Writes a number.
    /// - Throws: `EncodingError` if the number is infinite or NaN.
    mutating func write(_ value: Double) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no such number"))
        }
        var digits = value.description
        digits.withUTF8 { append($0) }
    }

    // MARK: Bytes

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
        // The last eight bytes are a group of their own, which may overlap the one before, so no rest of fewer bytes is
        // left.
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
