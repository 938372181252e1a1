/// One statement of a script.
struct ScriptStatement: Sendable, Equatable {
    /// The statement's text from its first word, without the semicolon.
    let text: String
    /// The line of the script where the statement's first word stands, counted from 1.
    let line: Int
}

/// Splits a script at the semicolons that end statements, as `psql` does. It skips semicolons inside quotes, dollar
/// quotes, comments, parentheses, and function bodies of the form `BEGIN ATOMIC … END`.
struct StatementSplitter {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The position and line of the present statement's first word, or nil before that word.
    private var start: (position: Int, line: Int)?
    private var statements: [ScriptStatement] = []
    private var parentheses = 0
    private var body = FunctionBody()

    static func split(_ script: String) -> [ScriptStatement] {
        var splitter = StatementSplitter(bytes: Array(script.utf8))
        return splitter.run()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func run() -> [ScriptStatement] {
        while let byte = peek() { step(byte) }
        endStatement()
        return statements
    }

    private mutating func step(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): skipLine()
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
        case _ where Self.isSpace(byte): advance()
        case UInt8(ascii: ";") where parentheses == 0 && !body.isOpen:
            endStatement()
            advance()
        default:
            if start == nil { start = (position, line) }
            token(byte)
        }
    }

    private mutating func token(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "'"): skipQuoted(byte, backslashEscapes: false)
        case UInt8(ascii: "\""): skipQuoted(byte, backslashEscapes: false)
        case UInt8(ascii: "$"): skipDollar()
        case UInt8(ascii: "("):
            parentheses += 1
            advance()
        case UInt8(ascii: ")"):
            parentheses = max(0, parentheses - 1)
            advance()
        case _ where Self.startsWord(byte): word()
        default: advance()
        }
    }

    private mutating func endStatement() {
        if let start {
            var end = position
            while end > start.position, Self.isSpace(bytes[end - 1]) { end -= 1 }
            statements.append(ScriptStatement(text: String(decoding: bytes[start.position..<end], as: UTF8.self), line: start.line))
        }
        start = nil
        parentheses = 0
        body = FunctionBody()
    }

    // MARK: Bytes

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func advance(_ count: Int) {
        for _ in 0..<count where position < bytes.count { advance() }
    }

    // MARK: Quotes and comments

    private mutating func skipLine() {
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
    }

    /// Skips a block comment, including block comments nested in it.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                advance(2)
            } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                advance(2)
            } else {
                advance(1)
            }
        } while depth > 0 && peek() != nil
    }

    /// Skips a quoted text. It takes a doubled quote inside the text for the end of one text and the start of another,
    /// which gives the same result.
    private mutating func skipQuoted(_ quote: UInt8, backslashEscapes: Bool) {
        advance()
        while let byte = peek(), byte != quote { advance(backslashEscapes && byte == UInt8(ascii: "\\") ? 2 : 1) }
        advance(1)
    }

    /// Skips a dollar-quoted text (`$$ … $$`, `$tag$ … $tag$`), or only the `$` of a parameter such as `$1`.
    private mutating func skipDollar() {
        var end = position + 1
        while end < bytes.count, Self.startsWord(bytes[end]) || (end > position + 1 && Self.isDigit(bytes[end])) { end += 1 }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else { return advance() }
        let tag = bytes[position...end]
        advance(tag.count)
        while position < bytes.count, !bytes[position...].starts(with: tag) { advance() }
        advance(tag.count)
    }

    // MARK: Words

    /// Reads a name or keyword. If it is an `E` directly before a quote, backslashes escape in the quoted text.
    private mutating func word() {
        let first = position
        while let byte = peek(), Self.startsWord(byte) || Self.isDigit(byte) || byte == UInt8(ascii: "$") { advance() }
        let word = String(decoding: bytes[first..<position], as: UTF8.self).uppercased()
        if word == "E", peek() == UInt8(ascii: "'") {
            skipQuoted(UInt8(ascii: "'"), backslashEscapes: true)
        } else if parentheses == 0 {
            body.read(word)
        }
    }

    private static func startsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}

/// Follows a statement's words to detect the body of `CREATE FUNCTION … BEGIN ATOMIC … END`.
private struct FunctionBody {
    private var words: [String] = []
    private var depth = 0

    var isOpen: Bool { depth > 0 }

    mutating func read(_ word: String) {
        if words.count < 4 { words.append(word) }
        guard createsRoutine else { return }
        switch word {
        case "BEGIN": depth += 1
        case "CASE" where depth > 0: depth += 1
        case "END" where depth > 0: depth -= 1
        default: break
        }
    }

    private var createsRoutine: Bool {
        guard words.first == "CREATE" else { return false }
        let kind = words.dropFirst().first { $0 != "OR" && $0 != "REPLACE" }
        return kind == "FUNCTION" || kind == "PROCEDURE"
    }
}
