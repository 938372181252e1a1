/// Follows what a client and a mail server say: how far they came, and what the server answered last.
///
/// It sees the server's bytes before anything has checked them. Whatever they are, it keeps little of them.
struct SMTPConversation {
    /// The command that the server answers, in the order of a mail.
    enum Stage: Int, Comparable {
        case connection
        case hello
        case encryption
        case authentication
        case sender
        case recipient
        case data
        /// The whole mail was sent, or a part of it.
        case message

        static func < (one: Stage, other: Stage) -> Bool { one.rawValue < other.rawValue }
    }

    /// An answer of the server.
    struct Reply: Equatable {
        let code: Int
        /// The text on one line.
        let text: String
    }

    /// The maximum number of characters of a reply's text that are kept.
    static let textLimit = 300
    /// The maximum number of bytes of a line that are kept.
    private static let lineLimit = 1024
    /// The maximum number of extensions that are kept.
    private static let extensionLimit = 100

    private(set) var stage = Stage.connection
    /// The whole reply to the last command; nil while there is none.
    private(set) var reply: Reply?
    /// The names of the server's extensions, in capital letters.
    private(set) var extensions: Set<String>
    private(set) var isAuthenticated: Bool
    /// Whether the client has ended the conversation. The reply that made it do so stays.
    private var isEnded = false
    private var line: [UInt8] = []
    private var lines: [String] = []

    /// Begins a conversation.
    /// - Parameter previous: the one before, whose connection this one may use too.
    init(after previous: SMTPConversation? = nil) {
        extensions = previous?.extensions ?? []
        isAuthenticated = previous?.isAuthenticated ?? false
    }

    /// Notes a command that libcurl sent. The text of authentication is not kept.
    mutating func noteSent(_ command: some Collection<UInt8>) {
        let verb = String(decoding: command.prefix(10), as: UTF8.self)
        isEnded = isEnded || verb == "QUIT\r\n"
        guard !isEnded else { return }
        (reply, lines) = (nil, [])
        if verb.hasPrefix("EHLO ") || verb.hasPrefix("HELO ") {
            (stage, extensions, isAuthenticated) = (.hello, [], false)
        } else if verb.hasPrefix("AUTH ") {
            stage = .authentication
        } else if verb == "STARTTLS\r\n" {
            stage = .encryption
        } else if verb == "MAIL FROM:" {
            stage = .sender
        } else if verb.hasPrefix("RCPT TO:") {
            stage = .recipient
        } else if verb == "DATA\r\n", stage == .recipient {
            stage = .data
        }
    }

    /// Notes bytes that the server sent.
    mutating func noteReceived(_ bytes: some Collection<UInt8>) {
        for byte in bytes where !isEnded {
            if byte == UInt8(ascii: "\n") {
                noteLine()
                line.removeAll(keepingCapacity: true)
            } else if line.count < Self.lineLimit {
                line.append(byte)
            }
        }
    }

    private mutating func noteLine() {
        guard line.count >= 3, line[..<3].allSatisfy({ (0x30...0x39).contains($0) }) else { return }
        let code = line[..<3].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let text = Self.cleaned(line.dropFirst(4))
        if lines.reduce(0, { $0 + $1.count }) < Self.textLimit { lines.append(text) }
        if stage == .hello, code == 250, extensions.count < Self.extensionLimit, let name = text.split(separator: " ").first {
            extensions.insert(name.uppercased())
        }
        guard line.count == 3 || line[3] != UInt8(ascii: "-") else { return }
        reply = Reply(code: code, text: Self.cleaned(lines.joined(separator: " ").prefix(Self.textLimit).utf8))
        lines = []
        if stage == .authentication, code == 235 { isAuthenticated = true }
        // Between DATA and its reply the client sends nothing, and afterwards the mail.
        if stage == .data, code == 354 { stage = .message }
    }

    /// Returns a text without control characters, and with one space where there were several.
    private static func cleaned(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).onOneLine.split(separator: " ").joined(separator: " ")
    }
}
