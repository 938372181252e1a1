extension JSONValue: CustomStringConvertible {
    /// The value as formatted JSON. A short list or object is on one line. A longer one has each member on a line of
    /// its own, indented by two spaces.
    public var description: String { laidOut(indent: "", room: 100) }

    private func laidOut(indent: String, room: Int) -> String {
        let line = onOneLine
        let isShort = indent.utf8.count + line.utf8.count <= room
        let inner = indent + "  "
        switch self {
        case .list(let elements) where !isShort && !elements.isEmpty:
            return "[\n" + elements.map { inner + $0.laidOut(indent: inner, room: room) }.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !isShort && !members.isEmpty:
            let lines = members.map { inner + Self.quoted($0.name) + ": " + $0.value.laidOut(indent: inner, room: room) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return line
        }
    }

    private var onOneLine: String {
        switch self {
        case .string(let value): Self.quoted(value)
        case .integer(let value): String(value)
        case .number(let value): value.description
        case .boolean(let value): String(value)
        case .null: "null"
        case .list(let elements): "[" + elements.map(\.onOneLine).joined(separator: ", ") + "]"
        case .object(let members): "{" + members.map { Self.quoted($0.name) + ": " + $0.value.onOneLine }.joined(separator: ", ") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += #"\n"#
            case "\r": quoted += #"\r"#
            case "\t": quoted += #"\t"#
            case _ where scalar.isUnseen: quoted += scalar.jsonEscape
            default: quoted.unicodeScalars.append(scalar)
            }
        } + "\""
    }
}

extension Unicode.Scalar {
    /// Whether a reader of the text couldn't see the character, because it is invisible, combines with the character
    /// before it, or has no glyph.
    fileprivate var isUnseen: Bool {
        guard !isASCII else { return value < 0x20 }
        switch properties.generalCategory {
        case .format, .control, .lineSeparator, .paragraphSeparator, .spaceSeparator, .nonspacingMark, .unassigned, .privateUse: return true
        default: return isInvisible
        }
    }

    fileprivate var jsonEscape: String {
        UTF16.encode(self)?.map { "\\u" + ("000" + String($0, radix: 16)).suffix(4) }.joined() ?? ""
    }
}
