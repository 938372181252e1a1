import Foundation

/// A mail to one person: a few paragraphs and one link, as plain text and as HTML with the same words.
///
/// The HTML loads nothing and has no picture. It sets no colours, so that a mail program in dark mode shows it dark.
public struct MailMessage: Sendable, Hashable {
    /// The mail's identity. A mail that is sent twice with the same one is one mail for its reader.
    public let id: UUID
    public let date: Date
    public let from: Mailbox
    public let to: Mailbox
    /// The subject, without line breaks.
    public let subject: String
    /// The paragraphs before the link. A line feed in one begins another line.
    public let paragraphs: [String]
    /// The link, which stands behind the paragraphs; nil for a mail without one.
    public let link: URL?
    /// The line behind the link, such as one that says how to get no more of such mails; nil if the mail has none.
    public let footer: Footer?
    /// The address at which one `POST` without a log-in ends mails of this kind (RFC 8058); nil if the mail has none.
    public let unsubscribe: URL?

    /// A sentence and a link at the end of a mail.
    public struct Footer: Sendable, Hashable {
        public let words: String
        public let link: URL

        public init(words: String, link: URL) {
            (self.words, self.link) = (words.onOneLine, link)
        }
    }

    /// Creates a mail. Control characters in its texts become spaces.
    public init(
        id: UUID, date: Date, from: Mailbox, to: Mailbox, subject: String, paragraphs: [String], link: URL? = nil, footer: Footer? = nil,
        unsubscribe: URL? = nil
    ) {
        (self.id, self.date, self.from, self.to, self.link, self.unsubscribe) = (id, date, from, to, link, unsubscribe)
        self.footer = footer
        self.subject = subject.onOneLine
        self.paragraphs = paragraphs.map { paragraph in
            paragraph.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).onOneLine }
                .joined(separator: "\n")
        }
    }

    /// The identity in the form of the header, without the angle brackets.
    public var messageID: String { "\(id.uuidString.lowercased())@\(from.domain)" }

    /// Whether only a server with SMTPUTF8 can take the mail, because of its addresses.
    public var needsUTF8: Bool { from.needsUTF8 || to.needsUTF8 }

    /// The mail as it is sent: ASCII except for addresses beyond it, in lines of at most 998 bytes that end with CR LF.
    public var bytes: [UInt8] {
        // Quoted-printable never contains `=_`.
        let boundary = "=_\(id.uuidString.lowercased())"
        var bytes = Array((header + Self.multipart(boundary) + "\r\n").utf8)
        for (type, content) in [("plain", text), ("html", html)] {
            bytes += Array("--\(boundary)\r\nContent-Type: text/\(type); charset=utf-8\r\n".utf8)
            bytes += Array("Content-Transfer-Encoding: quoted-printable\r\n\r\n".utf8)
            bytes += QuotedPrintable.encode(content)
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    private var header: String {
        var header = HeaderField.field("Date", [Self.text(of: date)])
        header += HeaderField.mailbox("From", from) + HeaderField.mailbox("To", to) + HeaderField.text("Subject", subject)
        header += HeaderField.field("Message-ID", ["<\(messageID)>"])
        if let unsubscribe {
            header += HeaderField.field("List-Unsubscribe", ["<\(unsubscribe.inASCII)>"])
            header += HeaderField.field("List-Unsubscribe-Post", ["List-Unsubscribe=One-Click"])
        }
        // No answering machine should answer.
        return header + HeaderField.field("Auto-Submitted", ["auto-generated"]) + HeaderField.field("MIME-Version", ["1.0"])
    }

    private static func multipart(_ boundary: String) -> String {
        HeaderField.field("Content-Type", ["multipart/alternative;", "boundary=\"\(boundary)\""])
    }

    /// The plain text.
    private var text: String {
        let links = [link.map { $0.inASCII }, footer.map { "\($0.words)\n\($0.link.inASCII)" }].compactMap { $0 }
        return (paragraphs + links).joined(separator: "\n\n")
    }

    /// The same words as HTML.
    private var html: String {
        var blocks = paragraphs.map { "<p dir=\"auto\">" + $0.escapedForHTML.replacing("\n", with: "<br>\n") + "</p>" }
        if let link = link?.inASCII.escapedForHTML { blocks.append("<p><a href=\"\(link)\">\(link)</a></p>") }
        if let footer {
            let link = footer.link.inASCII.escapedForHTML
            blocks.append("<p>\(footer.words.escapedForHTML)<br>\n<a href=\"\(link)\">\(link)</a></p>")
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <meta name="color-scheme" content="light dark">
            <meta name="supported-color-schemes" content="light dark">
            <title>\(subject.escapedForHTML)</title>
            <style>:root { color-scheme: light dark; }</style>
            </head>
            <body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">
            \(blocks.joined(separator: "\n"))
            </body>
            </html>
            """
    }

    /// Writes a moment in the header's form, in UTC.
    private static func text(of date: Date) -> String {
        var (seconds, parts) = (time_t(date.timeIntervalSince1970.rounded(.down)), tm())
        gmtime_r(&seconds, &parts)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
        return "\(days[Int(parts.tm_wday)]), \(parts.tm_mday) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) \(time) +0000"
    }
}

extension URL {
    /// The URL without any character that ends it in a header or in HTML.
    var inASCII: String {
        absoluteString.utf8.reduce(into: "") { text, byte in
            let isSafe = (0x21...0x7E).contains(byte) && !Array("<>\"".utf8).contains(byte)
            text += isSafe ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }
}

extension String {
    /// The text in a form that is only text in HTML, between tags and in quoted attributes.
    fileprivate var escapedForHTML: String {
        // Scalars, because a combining mark would merge with the sign before it to another character.
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
