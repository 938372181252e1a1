import Foundation
import LibC
import Testing

@testable import Mail

@Suite("What a mail server answers")
struct SMTPConversationTests {
    /// Plays a conversation: what the client sends begins with `>`.
    private func play(_ lines: [String]) -> SMTPConversation {
        var conversation = SMTPConversation()
        for line in lines {
            let bytes = Array((line.drop { $0 == ">" } + "\r\n").utf8)
            if line.hasPrefix(">") { conversation.noteSent(bytes) } else { conversation.noteReceived(bytes) }
        }
        return conversation
    }

    private static let hello = [
        "220 mail", ">EHLO x", "250-mail", "250-SIZE 100", "250-smtputf8", "250 AUTH PLAIN", ">AUTH PLAIN", "334 ", ">AGEAYg==",
    ]

    @Test("Replies are kept for the command that they answer, with all lines as one")
    func replies() {
        let begun = play(Self.hello)
        #expect(begun.stage == .authentication && begun.reply == nil && begun.extensions.contains("SMTPUTF8") && !begun.isAuthenticated)
        let refused = play(
            Self.hello + [
                "235 ok", ">MAIL FROM:<a@b>", "250 ok", ">RCPT TO:<c@d>", "550-5.1.1 no\u{7}\tsuch ", "550   user", ">QUIT", "221 bye",
            ])
        #expect(refused.isAuthenticated && refused.reply == SMTPConversation.Reply(code: 550, text: "5.1.1 no such user"))
        #expect(SMTPOutcome(conversation: refused, fault: "x").result == .refused(code: 550, text: "5.1.1 no such user", atRecipient: true))
    }

    /// Shows rule 22.14.
    @Test(
        "A code's meaning depends on the command",
        arguments: [
            (["554 no"], MailResult.retry(reason: "554 no")), (["421 busy"], .retry(reason: "421 busy")), ([], .retry(reason: "lost")),
            (Self.hello + ["535 bad"], .retry(reason: "535 bad")), (Self.hello + ["235 ok"], .retry(reason: "lost")),
            ([">MAIL FROM:<a@b>", "550 x"], .refused(code: 550, text: "x", atRecipient: false)),
            ([">MAIL FROM:<a@b>", "451 x"], .retry(reason: "451 x")), ([">MAIL FROM:<a@b>", "250 x"], .retry(reason: "lost")),
            ([">RCPT TO:<a@b>", "552"], .refused(code: 552, text: "", atRecipient: true)),
            ([">RCPT TO:<a@b>", "250 ok", ">DATA", "554 x"], .refused(code: 554, text: "x", atRecipient: false)),
            ([">RCPT TO:<a@b>", "250 ok", ">DATA", "354 go"], .retry(reason: "lost after the mail")),
            ([">RCPT TO:<a@b>", "250 ok", ">DATA", "354 go", "554 spam"], .refused(code: 554, text: "spam", atRecipient: false)),
            ([">RCPT TO:<a@b>", "250 ok", ">DATA", "354 go", "452 full"], .retry(reason: "452 full")),
            ([">RCPT TO:<a@b>", "600 x"], .retry(reason: "600 x")), ([">RCPT TO:<a@b>", "no code", "5"], .retry(reason: "lost")),
        ])
    func results(lines: [String], result: MailResult) {
        #expect(SMTPOutcome(conversation: play(lines), fault: "lost").result == result)
    }

    @Test("Whatever a server sends, little is kept")
    func bounds() {
        var conversation = SMTPConversation()
        conversation.noteSent(Array("EHLO x\r\n".utf8))
        for number in 0..<500 { conversation.noteReceived(Array("250-X\(number) \(String(repeating: "é", count: 3000))\r\n".utf8)) }
        conversation.noteReceived(Array("250 last\r\n".utf8))
        #expect(conversation.extensions.count <= 100 && conversation.reply?.text.count ?? 0 <= SMTPConversation.textLimit)
    }
}

@Suite("Transports of mail")
struct MailTransportTests {
    private func message(_ link: String? = nil) throws -> MailMessage {
        let mailbox = try Mailbox(setting: "The Sofa <sofa@example.org>")
        return MailMessage(
            id: UUID(), date: Date(), from: mailbox, to: mailbox, subject: "x", paragraphs: ["y"], link: link.flatMap { URL(string: $0) })
    }

    @Test("Mails in a folder are numbered files that only the user can read, and are announced with their link")
    func folder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (lines, sink) = AsyncStream.makeStream(of: String.self)
        let transport = MailTransport.files(folder) { sink.yield($0) }
        let first = try message("https://sofa.example.org/x")
        #expect(await transport.send(first) == .sent(answer: "written to \(folder)/1.eml"))
        _ = FileManager.default.createFile(atPath: folder + "/7.eml", contents: nil)
        #expect(await transport.send(try message()) == .sent(answer: "written to \(folder)/8.eml"))
        #expect(try Data(contentsOf: URL(filePath: folder + "/1.eml")) == Data(first.bytes))
        let permissions = try FileManager.default.attributesOfItem(atPath: folder + "/1.eml")[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        var announced = lines.makeAsyncIterator()
        #expect(
            await announced.next()
                == "A mail to The Sofa <sofa@example.org> with the link https://sofa.example.org/x is in \(folder)/1.eml")
        #expect(
            await MailTransport.files("/dev/null/x") { _ in }.send(first) == .retry(reason: "/dev/null/x can't be written: Not a directory")
        )
    }

    /// Whether an attempt ended without a mail. On a busy machine it may have reached its time limit first.
    private func isRetried(_ result: MailResult) -> Bool { if case .retry = result { true } else { false } }

    @Test("Cancelled and closed attempts end, whether they have begun or wait")
    func ends() async throws {
        // A socket that accepts connections and never speaks.
        let silent = try SilentServer()
        let server = try MailServer("smtp://127.0.0.1:\(silent.port)")
        let transport = MailTransport.smtp(server, sender: try Mailbox(setting: "a@b.example"))
        let message = try message()
        let attempts = (0..<3).map { _ in Task { await transport.send(message) } }
        attempts[2].cancel()
        #expect(await isRetried(attempts[2].value))
        attempts[0].cancel()
        #expect(await isRetried(attempts[0].value))
        await transport.close()
        #expect(await isRetried(attempts[1].value))
        #expect(await transport.send(message) == .retry(reason: "the attempt was cancelled"))
        await transport.close()
    }
}

/// A listening socket whose connections nobody reads.
private struct SilentServer: ~Copyable {
    private let socket = Foundation.socket(AF_INET, streamSocket, 0)
    let port: UInt16

    init() throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { Foundation.close(socket) }
}
