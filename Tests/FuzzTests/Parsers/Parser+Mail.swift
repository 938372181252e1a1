import Foundation

@testable import Mail

extension Parser {
    /// Parsers of what mail servers answer, and of the settings and names that become mails.
    static let mail = [
        Parser(
            "mail-answers", ["220 mail\r\n", "250-mail\r\n250-SIZE 1000\r\n250 SMTPUTF8\r\n", "550-5.1.1 No such\r\n550 5.1.1 user\r\n"],
            words: ["250-", "250 ", "354 ", "550 ", "\r\n", "\n", "\r"]
        ) { text in
            for commands in [["EHLO x\r\n"], ["MAIL FROM:<a@b>\r\n", "RCPT TO:<c@d>\r\n"], ["RCPT TO:<c@d>\r\n", "DATA\r\n"]] {
                var conversation = SMTPConversation()
                for command in commands { conversation.noteSent(Array(command.utf8)) }
                conversation.noteReceived(Array(text.utf8))
                try require(conversation.extensions.count <= 100, "few extensions are kept")
                guard let reply = conversation.reply else { continue }
                try require((0...999).contains(reply.code) && reply.text.count <= SMTPConversation.textLimit, "a reply is small")
                try require(reply.text.onOneLine == reply.text, "a reply is one line")
                if case .refused(let code, _, _) = SMTPOutcome(conversation: conversation, fault: "x").result {
                    try require((500...599).contains(code), "only 5xx is final")
                }
            }
        },
        Parser("smtp-url", ["smtps://a:b@c:465", "smtp://[::1]:25", "smtp://u%40x:p%25@host"], words: ["@", ":", "%", "//", "[", "]"]) {
            text in
            guard let server = try? MailServer(text) else { return }
            try require((1...65535).contains(server.port) && !server.host.isEmpty, "a server has a place")
            try require(server.description.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a URL is ASCII")
        },
        Parser(
            "mailbox", ["The Sofa <sofa@example.org>", "\"A \\\" b\" <a@b.c>", "=?utf-8?q?x?="], words: ["<", ">", "\"", "@", "\r\n", "=?"]
        ) { text in
            _ = try? Mailbox(setting: text)
            guard let to = Mailbox(name: text, address: "a@b.example") else { throw Broken("any name is one") }
            let message = MailMessage(
                id: UUID(), date: Date(), from: to, to: to, subject: text, paragraphs: [text], link: URL(string: text))
            let lines = String(decoding: message.bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            try require(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } }, "lines are short")
            let fields = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }
            try require(fields.count == 8, "a name adds no line to the header")
        },
    ]
}
