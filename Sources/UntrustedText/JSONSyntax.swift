/// Checks an untrusted JSON text before a decoder reads it.
///
/// A text that passes the check is UTF-8 and JSON as RFC 8259 defines it, with limited nesting and without long runs of
/// combining marks. A decoder reads such a text in time proportional to its length. Without the check, Foundation's
/// decoder would accept faulty JSON in unknown fields. It also normalises names when it hashes them, which takes long
/// for long runs of combining marks.
package enum JSONSyntax {
    /// The reason why a JSON text is refused.
    package enum Fault: Error, Equatable {
        /// The bytes are not UTF-8.
        case notUTF8
        /// The text isn't JSON. `offset` is the number of bytes before the first byte that is wrong.
        case malformed(offset: Int)
        /// Objects and arrays are nested more than 32 deep.
        case tooDeep
        /// There are more values than the caller allows.
        case tooManyValues
        /// More than 30 combining marks follow each other. `offset` is the number of bytes before the first mark beyond
        /// this limit.
        case tooManyMarks(offset: Int)
    }

    /// The maximum depth to which objects and arrays may be nested (rule 10.5).
    package static let depth = 32

    /// Checks that the bytes are one JSON value, with or without white space around it.
    /// - Parameter values: the maximum number of values, which counts those inside of objects and arrays. Decoding a value takes
    ///   some microseconds, however short it is.
    /// - Throws: the first fault in the text.
    package static func check(_ bytes: [UInt8], values: Int = .max) throws(Fault) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
        var scanner = JSONScanner(bytes, values: values)
        try scanner.takeWhole(depth: depth)
    }
}

/// Scans a JSON text once, without building values.
private struct JSONScanner {
    private typealias Fault = JSONSyntax.Fault

    private let bytes: [UInt8]
    private var position = 0
    /// The number of values that may still follow.
    private var values: Int

    init(_ bytes: [UInt8], values: Int) {
        (self.bytes, self.values) = (bytes, values)
    }

    mutating func takeWhole(depth: Int) throws(JSONSyntax.Fault) {
        skipSpace()
        try takeValue(depth)
        skipSpace()
        guard position == bytes.count else { throw malformed }
    }

    // MARK: Values

    private mutating func takeValue(_ depth: Int) throws(Fault) {
        guard values > 0 else { throw .tooManyValues }
        values -= 1
        switch next {
        case UInt8(ascii: "{"): try takeList(until: UInt8(ascii: "}"), depth, hasNames: true)
        case UInt8(ascii: "["): try takeList(until: UInt8(ascii: "]"), depth, hasNames: false)
        case UInt8(ascii: "\""): try takeString()
        case UInt8(ascii: "t"): try take("true")
        case UInt8(ascii: "f"): try take("false")
        case UInt8(ascii: "n"): try take("null")
        default: try takeNumber()
        }
    }

    /// Scans the members of an object or the elements of an array.
    private mutating func takeList(until end: UInt8, _ depth: Int, hasNames: Bool) throws(Fault) {
        guard depth > 0 else { throw .tooDeep }
        position += 1
        skipSpace()
        if takes(end) { return }
        repeat {
            skipSpace()
            if hasNames {
                guard next == UInt8(ascii: "\"") else { throw malformed }
                try takeString()
                skipSpace()
                guard takes(UInt8(ascii: ":")) else { throw malformed }
                skipSpace()
            }
            try takeValue(depth - 1)
            skipSpace()
        } while takes(UInt8(ascii: ","))
        guard takes(end) else { throw malformed }
    }

    private mutating func take(_ word: StaticString) throws(Fault) {
        for expected in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            guard takes(expected) else { throw malformed }
        }
    }

    private mutating func takeNumber() throws(Fault) {
        _ = takes(UInt8(ascii: "-"))
        if !takes(UInt8(ascii: "0")) { try takeDigits() }
        if takes(UInt8(ascii: ".")) { try takeDigits() }
        if takes(UInt8(ascii: "e")) || takes(UInt8(ascii: "E")) {
            if !takes(UInt8(ascii: "+")) { _ = takes(UInt8(ascii: "-")) }
            try takeDigits()
        }
    }

    private mutating func takeDigits() throws(Fault) {
        let start = position
        while let digit = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit { position += 1 }
        guard position > start else { throw malformed }
    }

    // MARK: Strings

    private mutating func takeString() throws(Fault) {
        position += 1
        var run = NonStarterRun()
        while !takes(UInt8(ascii: "\"")) {
            let scalar = try takeScalar()
            guard run.take(scalar) else { throw .tooManyMarks(offset: position) }
        }
    }

    /// Scans one scalar of a string, which may be escaped, and returns it.
    private mutating func takeScalar() throws(Fault) -> Unicode.Scalar {
        guard let first = next, first >= 0x20 else { throw malformed }
        position += 1
        if first == UInt8(ascii: "\\") { return try takeEscape() }
        guard first >= 0x80 else { return Unicode.Scalar(first) }
        // The bytes are valid UTF-8, so the first byte says how many follow.
        let count = (~first).leadingZeroBitCount
        let following = bytes[position..<(position + count - 1)]
        position += count - 1
        let value = following.reduce(UInt32(first & (0x7F >> UInt8(count)))) { $0 << 6 | UInt32($1 & 0x3F) }
        guard let scalar = Unicode.Scalar(value) else { throw malformed }
        return scalar
    }

    /// Scans the part of an escape such as `\n` or `\u00e9` after the backslash, and returns the scalar. Half of a
    /// surrogate pair is an error.
    private mutating func takeEscape() throws(Fault) -> Unicode.Scalar {
        guard let letter = next else { throw malformed }
        switch letter {
        case UInt8(ascii: "u"):
            position += 1
            let unit = try takeHexadecimal()
            guard 0xD800...0xDBFF ~= unit else {
                guard let scalar = Unicode.Scalar(unit) else { throw malformed }
                return scalar
            }
            guard takes(UInt8(ascii: "\\")), takes(UInt8(ascii: "u")) else { throw malformed }
            let second = try takeHexadecimal()
            guard 0xDC00...0xDFFF ~= second, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00)) else {
                throw malformed
            }
            return scalar
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
            // Any scalar will do here: none of these escapes combines with the character before it.
            return Unicode.Scalar(letter)
        default: throw malformed
        }
    }

    private mutating func takeHexadecimal() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else { throw malformed }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    // MARK: Bytes

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    private var malformed: Fault { .malformed(offset: position) }

    /// Steps over a byte if it comes next, and returns whether it did.
    private mutating func takes(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
