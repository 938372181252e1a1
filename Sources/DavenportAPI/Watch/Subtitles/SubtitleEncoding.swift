import UntrustedText

/// Finds out how a file of subtitles is encoded.
enum SubtitleEncoding {
    /// Returns a file's text in UTF-8, without a byte order mark.
    /// - Throws: a fault that names the first line with bytes that are no characters.
    static func text(of bytes: [UInt8]) throws(SubtitleFault) -> [UInt8] {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes.dropFirst(2), isLittle: true) }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes.dropFirst(2), isLittle: false) }
        let plain = bytes.withoutByteOrderMark
        if String(validating: plain, as: UTF8.self) != nil { return plain }
        return try windows1252(plain)
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

/// Removes the markup from the text of cues.
enum SubtitleMarkup {
    /// Returns the text of a cue's lines without tags such as `<i>`, positions such as `{\an8}`, and empty lines. In
    /// WebVTT, references such as `&amp;` become their characters.
    static func removed(from lines: ArraySlice<ArraySlice<UInt8>>, isWebVTT: Bool) -> String {
        let plain = lines.map { String(decoding: withoutTags($0, isWebVTT: isWebVTT), as: UTF8.self).trimmed }
        return plain.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func withoutTags(_ line: ArraySlice<UInt8>, isWebVTT: Bool) -> [UInt8] {
        var (kept, place): ([UInt8], Int) = ([], line.startIndex)
        kept.reserveCapacity(line.count)
        while place < line.endIndex {
            if let end = endOfTag(line[place...]) {
                place = end
            } else if isWebVTT, line[place] == UInt8(ascii: "&"),
                let found = references.first(where: { line[place...].starts(with: $0.name) })
            {
                kept.append(contentsOf: found.character)
                place += found.name.count
            } else {
                kept.append(line[place])
                place += 1
            }
        }
        return kept
    }

    /// Returns the place after the tag with which the text begins; nil if it begins with none. The search ends where
    /// another tag may begin, so that many beginnings without an end cost no more than one.
    private static func endOfTag(_ text: ArraySlice<UInt8>) -> Int? {
        let (open, close): (UInt8, UInt8)
        switch text.first {
        case UInt8(ascii: "<"): (open, close) = (UInt8(ascii: "<"), UInt8(ascii: ">"))
        case UInt8(ascii: "{"): (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
        default: return nil
        }
        let inner = text.dropFirst()
        guard let next = inner.first else { return nil }
        let begins = open == UInt8(ascii: "{") ? next == UInt8(ascii: "\\") : next.isLetter || next.isDigit || next == UInt8(ascii: "/")
        guard begins, let end = inner.firstIndex(where: { $0 == close || $0 == open }), text[end] == close else { return nil }
        // A time stands alone: "<3 and >" is text.
        guard
            !next.isDigit
                || text[(text.startIndex + 1)..<end].allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
        else { return nil }
        return end + 1
    }

    /// The references that WebVTT has, with their characters.
    private static let references: [(name: [UInt8], character: [UInt8])] = [
        ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", " "), ("&lrm;", "\u{200E}"), ("&rlm;", "\u{200F}"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }
}
