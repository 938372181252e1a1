import UntrustedText

/// Finds out how a file of subtitles is encoded.
enum SubtitleEncoding {
    /// Returns a file's text in UTF-8, without a byte order mark.
    /// - Parameter skipsFaults: whether broken bytes of a text in UTF-8 become U+FFFD.
    /// - Throws: a fault that names the first line with bytes that are no characters.
    static func text(of bytes: [UInt8], skippingFaults skipsFaults: Bool) throws(SubtitleFault) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isLittle: false) }
        let plain = bytes.withoutByteOrderMark
        if String(validating: plain, as: UTF8.self) != nil { return plain }
        guard plain.count < bytes.count || isMostlyUTF8(plain) else { return try windows1252(plain) }
        if skipsFaults { return Array(String(decoding: plain, as: UTF8.self).utf8) }
        var (decoder, rest, text) = (UTF8(), plain.makeIterator(), [UInt8]())
        while case .scalarValue(let scalar) = decoder.decode(&rest) { text.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
        throw fault(after: text, "must be in UTF-8, as the rest of the file is")
    }

    /// Whether a text that isn't UTF-8 has more characters of several bytes in UTF-8 than broken bytes. Texts in
    /// Windows-1252 hardly ever have one.
    private static func isMostlyUTF8(_ bytes: [UInt8]) -> Bool {
        var (decoder, rest, surplus) = (UTF8(), bytes.makeIterator(), 0)
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): surplus += scalar.value < 0x80 ? 0 : 1
            case .error: surplus -= 1
            case .emptyInput: return surplus > 0
            }
        }
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) throws(SubtitleFault) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
            let (one, other) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? other << 8 | one : one << 8 | other
        }
        var (text, decoder) = ([UInt8](), UTF16())
        var rest = units.makeIterator()
        text.reserveCapacity(bytes.count)
        while true {
            switch decoder.decode(&rest) {
            case .scalarValue(let scalar): text.append(contentsOf: UTF8.encode(scalar) ?? .init())
            case .emptyInput where bytes.count.isMultiple(of: 2): return text
            case .emptyInput, .error: throw fault(after: text, "must be in UTF-16, as the file's beginning says")
            }
        }
    }

    private static func windows1252(_ bytes: [UInt8]) throws(SubtitleFault) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            let code = byte < 0xA0 ? special[Int(byte) - 0x80] : UInt16(byte)
            guard code != 0, let scalar = Unicode.Scalar(code) else {
                throw fault(after: text, "must be in UTF-8, UTF-16 or Windows-1252")
            }
            text.append(contentsOf: UTF8.encode(scalar) ?? .init())
        }
        return text
    }

    private static func fault(after text: [UInt8], _ reason: String) -> SubtitleFault {
        var (line, before) = (1, UInt8(0))
        for byte in text {
            if byte == UInt8(ascii: "\n") && before != UInt8(ascii: "\r") || byte == UInt8(ascii: "\r") { line += 1 }
            before = byte
        }
        return SubtitleFault(line: line, reason: reason)
    }

    /// The characters of Windows-1252 from 0x80 to 0x9F. It has none for five of these bytes.
    private static let special: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]
}
