/// Removes the markup from the text of cues.
enum SubtitleMarkup {
    /// Returns the text of a cue's lines without tags such as `<i>`, positions such as `{\an8}`, and empty lines. In
    /// WebVTT, references such as `&amp;` become their characters.
    static func removed(from lines: ArraySlice<ArraySlice<UInt8>>, isWebVTT: Bool) -> String {
        let plain = lines.map { line in
            let text = withoutTags(line)
            return String(decoding: isWebVTT ? withoutReferences(text) : text, as: UTF8.self).trimmed
        }
        return plain.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Returns the line without tags, and without those that only their removal makes: of `<<b>i>` nothing stays.
    ///
    /// A tag ends at the first sign of its end, and begins at the last sign of its beginning that is left before it. Each sign
    /// is looked at once, so the time is in proportion to the line.
    private static func withoutTags(_ line: ArraySlice<UInt8>) -> [UInt8] {
        var kept: [UInt8] = []
        kept.reserveCapacity(line.count)
        // Where in `kept` tags and positions may begin.
        var (tags, positions): ([Int], [Int]) = ([], [])
        for byte in line {
            var start: Int?
            switch byte {
            case UInt8(ascii: "<"): tags.append(kept.count)
            case UInt8(ascii: "{"): positions.append(kept.count)
            case UInt8(ascii: ">"): start = tags.popLast().flatMap { isTag(kept[($0 + 1)...]) ? $0 : nil }
            case UInt8(ascii: "}"): start = positions.popLast().flatMap { kept[($0 + 1)...].first == UInt8(ascii: "\\") ? $0 : nil }
            default: break
            }
            guard let start else {
                kept.append(byte)
                continue
            }
            kept.removeSubrange(start...)
            while let last = tags.last, last >= start { tags.removeLast() }
            while let last = positions.last, last >= start { positions.removeLast() }
        }
        return kept
    }

    /// Whether what stands between `<` and `>` makes a tag. A time stands alone: "<3 and >" is text.
    private static func isTag(_ inner: ArraySlice<UInt8>) -> Bool {
        guard let first = inner.first else { return false }
        if first.isDigit { return inner.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") } }
        return first.isLetter || first == UInt8(ascii: "/")
    }

    private static func withoutReferences(_ text: [UInt8]) -> [UInt8] {
        var (kept, place): ([UInt8], Int) = ([], 0)
        kept.reserveCapacity(text.count)
        while place < text.count {
            let inner = text[place...].prefix(CharacterReferences.longest + 2).dropFirst()
            guard text[place] == UInt8(ascii: "&"), let end = inner.firstIndex(of: UInt8(ascii: ";")),
                let character = CharacterReferences.character(String(decoding: inner[..<end], as: UTF8.self))
            else {
                kept.append(text[place])
                place += 1
                continue
            }
            kept.append(contentsOf: String(character).utf8)
            place = end + 1
        }
        return kept
    }
}

/// The characters that HTML, and so WebVTT, lets a text name. Of HTML's two thousand names it has those that are found in
/// subtitles: signs, and the letters of Western Europe.
private enum CharacterReferences {
    /// The length of the longest reference without `&` and `;`, such as `#x0010FFFF`.
    static let longest = 10

    /// Returns the character of a reference such as `eacute`, `#233` or `#xE9`; nil if it names none that a text may have.
    static func character(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let code = digits.first == "x" || digits.first == "X" ? hexadecimal(digits.dropFirst()) : UInt32(digits.allDigits)
        guard let code, let scalar = Unicode.Scalar(code) else { return nil }
        return scalar.properties.generalCategory == .control ? nil : scalar
    }

    private static func hexadecimal(_ digits: Substring) -> UInt32? {
        digits.allSatisfy(\.isHexDigit) ? UInt32(digits, radix: 16) : nil
    }

    private static let named: [String: Unicode.Scalar] = {
        var named: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "lrm": "\u{200E}", "rlm": "\u{200F}", "zwnj": "\u{200C}",
            "zwj": "\u{200D}", "ensp": "\u{2002}", "emsp": "\u{2003}", "thinsp": "\u{2009}", "ndash": "–", "mdash": "—", "lsquo": "‘",
            "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„", "lsaquo": "‹", "rsaquo": "›", "hellip": "…",
            "bull": "•", "dagger": "†", "permil": "‰", "prime": "′", "Prime": "″", "euro": "€", "trade": "™", "minus": "−",
            "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓", "infin": "∞", "hearts": "♥", "sung": "♪", "flat": "♭", "sharp": "♯",
            "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š", "Yuml": "Ÿ", "Zcaron": "Ž", "zcaron": "ž", "fnof": "ƒ",
        ]
        for (place, name) in latin1.split(separator: " ").enumerated() {
            named[String(name)] = Unicode.Scalar(0xA0 + UInt32(place))
        }
        // A plain space, so that lines wrap there and quotes have it as they are typed.
        named["nbsp"] = " "
        return named
    }()

    /// The names of the characters from U+00A0 to U+00FF, in their order.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para \
        middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute \
        Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml \
        Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth \
        ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}

extension Substring {
    /// The text if it has ASCII digits alone, and nothing otherwise, so that a sign before a number makes it none.
    fileprivate var allDigits: Substring { utf8.allSatisfy(\.isDigit) ? self : "" }
}
