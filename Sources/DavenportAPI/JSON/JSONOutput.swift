import Foundation

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

    /// Writes a UUID as a text of 36 characters in lower case.
    package mutating func write(_ value: UUID) {
        reserve(38)
        let text = UnsafeMutableRawPointer(start + count)
        withUnsafeBytes(of: value.uuid) { octets in
            for pair in 0..<8 {
                // Behind the quote and the hyphens, which stand before each of the pairs 2 to 5.
                let place = 1 + 4 * pair + min(max(pair - 1, 0), 4)
                let digits = Self.hexDigits(UInt16(littleEndian: octets.loadUnaligned(fromByteOffset: 2 * pair, as: UInt16.self)))
                text.storeBytes(of: digits.littleEndian, toByteOffset: place, as: UInt32.self)
            }
        }
        let (quote, hyphen) = (UInt8(ascii: "\""), UInt8(ascii: "-"))
        (start[count], start[count + 37]) = (quote, quote)
        (start[count + 9], start[count + 14], start[count + 19], start[count + 24]) = (hyphen, hyphen, hyphen, hyphen)
        count += 38
    }

    /// Writes a moment as a text, as `Timestamp` has it.
    package mutating func write(_ value: Date) {
        append(UInt8(ascii: "\""))
        reserve(Timestamp.length)
        Timestamp.write(value, to: UnsafeMutableBufferPointer(start: start + count, count: Timestamp.length))
        count += Timestamp.length
        append(UInt8(ascii: "\""))
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

    /// Without a branch for each byte, so that the compiler looks at many at once.
    private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var special: UInt8 = 0
        for byte in text { special |= byte < 0x20 || byte == 0x22 || byte == 0x5C ? 1 : 0 }
        return special == 0
    }

    /// How many digits a number is written in.
    private static func digits(of number: UInt) -> Int {
        var (count, rest) = (1, number / 10)
        while rest > 0 { (count, rest) = (count + 1, rest / 10) }
        return count
    }

    /// Four digits of two octets, the first in the lowest byte of both: each half of an octet gets a byte of its own, all at once.
    private static func hexDigits(_ octets: UInt16) -> UInt32 {
        let apart = (UInt32(octets) | UInt32(octets) << 8) & 0x00FF_00FF
        let halves = (apart >> 4 | apart << 8) & 0x0F0F_0F0F
        // What is more than 9 becomes a letter, 39 behind the digits.
        return halves + 0x3030_3030 + (((halves + 0x0606_0606) >> 4) & 0x0101_0101) * 39
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? 0x30 + nibble : 0x61 + nibble - 10
    }
}
