/// Reads comma-separated values (RFC 4180).
enum CSV {
    /// A row, and the line on which it begins, from 1.
    struct Row: Equatable {
        let line: Int
        let values: [String]
    }

    /// A quoted value without an end, which begins on a line.
    struct OpenQuote: Error {
        let line: Int
    }

    /// Returns the rows of a text. Empty lines are left out.
    /// - Throws: `OpenQuote` if a quoted value has no end.
    static func rows(_ text: String) throws(OpenQuote) -> [Row] {
        var (rows, row, value) = ([Row](), [String](), String.UnicodeScalarView())
        var (isQuoted, wasQuote, line, start, quote) = (false, false, 1, 1, 1)
        func endValue() {
            row.append(String(value))
            value = String.UnicodeScalarView()
        }
        func endRow() {
            endValue()
            if row != [""] { rows.append(Row(line: start, values: row)) }
            row = []
        }
        for scalar in text.unicodeScalars {
            if scalar == "\n" { line += 1 }
            switch scalar {
            case "\"" where isQuoted: (isQuoted, wasQuote) = (false, true)
            case "\"" where wasQuote:
                // Two quotes in a quoted value are one.
                value.append(scalar)
                (isQuoted, wasQuote) = (true, false)
            case "\"" where value.isEmpty: (isQuoted, quote) = (true, line)
            case _ where isQuoted: value.append(scalar)
            case ",": endValue()
            case "\n":
                endRow()
                start = line
            case "\r": break
            default: value.append(scalar)
            }
            if scalar != "\"" { wasQuote = false }
        }
        guard !isQuoted else { throw OpenQuote(line: quote) }
        endRow()
        return rows
    }
}

/// Finds the lines of a JSON text.
enum JSONLines {
    /// Returns the line on which each element of a JSON list begins, from 1.
    /// - Parameter bytes: a text that a decoder has taken as a list.
    static func ofElements(_ bytes: [UInt8]) -> [Int] {
        var (lines, line, depth) = ([Int](), 1, 0)
        var (isString, isEscaped, isAwaited) = (false, false, false)
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): continue
            case UInt8(ascii: ","):
                if depth == 1 { isAwaited = true }
                continue
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                continue
            default: break
            }
            if isAwaited {
                lines.append(line)
                isAwaited = false
            }
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                isAwaited = depth == 0
                depth += 1
            case UInt8(ascii: "\""): (isString, isEscaped) = (true, false)
            default: break
            }
        }
        return lines
    }
}
