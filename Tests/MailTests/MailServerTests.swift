import Testing

@testable import Mail

@Suite("rules 22: the settings for mail")
struct MailServerTests {
    /// Shows rule 22.14.
    @Test(
        "SMTP_URL has a host, a port, and the encryption that follows from both",
        arguments: [
            ("smtps://ada:pass@smtp.example.org:465", "smtps://smtp.example.org:465", MailServer.Encryption.tls),
            ("SMTPS://smtp.example.org/", "smtps://smtp.example.org:465", .tls),
            ("smtp://ada:pass@smtp.example.org", "smtp://smtp.example.org:587", .startTLS),
            ("smtp://10.0.0.1:25", "smtp://10.0.0.1:25", .startTLS), ("smtp://[fd00::1]:25", "smtp://[fd00::1]:25", .startTLS),
            ("smtp://localhost:25", "smtp://localhost:25", .none), ("smtp://127.9.0.1:25", "smtp://127.9.0.1:25", .none),
            ("smtp://[::1]:25", "smtp://[::1]:25", .none), ("smtps://[::1]", "smtps://[::1]:465", .tls),
            ("smtp://mail.localhost", "smtp://mail.localhost:587", .startTLS),
            ("smtp://127.0.0.1.example.org", "smtp://127.0.0.1.example.org:587", .startTLS),
            ("smtp://127.1:25", "smtp://127.1:25", .startTLS),
        ])
    func places(url: String, description: String, encryption: MailServer.Encryption) throws {
        let server = try MailServer(url)
        #expect(server.encryption == encryption)
        #expect(server.description == description)
    }

    @Test("User and password are percent-encoded, and no description shows them")
    func login() throws {
        let server = try MailServer("smtps://ada%40example.org:p%25a:s/s@x@smtp.example.org:465")
        #expect(server.login == MailServer.Login(user: "ada@example.org", password: "p%a:s/s@x"))
        for text in ["\(server)", "\([server])", String(reflecting: server), "\(String(describing: server.customMirror.children.first))"] {
            #expect(text.contains("smtps://smtp.example.org:465") && !text.contains("p%a") && !text.contains("ada"))
        }
    }

    @Test(
        "A wrong SMTP_URL is refused with a sentence that names the setting, and shows no password",
        arguments: [
            "smtp.example.org", "https://smtp.example.org", "smtps://", "smtps://hush@smtp.example.org",
            "smtps://ada:hush%@smtp.example.org",
            "smtps://:hush@smtp.example.org", "smtps://ada:@smtp.example.org", "smtps://ada:hush@smtp.example.org:0",
            "smtps://ada:hush@smtp.example.org:65536", "smtps://ada:hush@smtp.example.org/path", "smtps://ada:hush@smtp.example.org?x",
            "smtps://ada:hush%0D%0AQUIT@smtp.example.org", "smtps://ada:hush@", "smtps://ada:hush@smtp example.org",
            " smtps://ada:hush@smtp.example.org", "smtps://ada:hush@[smtp.example.org]",
        ])
    func refused(url: String) {
        let error = #expect(throws: MailSettingError.self) { try MailServer(url) }
        #expect(error?.description.contains("SMTP_URL") == true && error?.description.contains("hush") == false)
    }

    @Test(
        "MAIL_FROM is an address, with a name or without",
        arguments: [
            ("sofa@example.org", "", "sofa@example.org"), (" The Sofa <sofa@example.org> ", "The Sofa", "sofa@example.org"),
            ("\"The \\\"Sofa\\\"\" <sofa@example.org>", "The \"Sofa\"", "sofa@example.org"), ("<sofa@example.org>", "", "sofa@example.org"),
            ("Das Söfa 🛋 <so.fa+x@example.org>", "Das Söfa 🛋", "so.fa+x@example.org"),
        ])
    func sender(text: String, name: String, address: String) throws {
        let mailbox = try Mailbox(setting: text)
        #expect(mailbox.name == name && mailbox.address == address)
    }

    @Test(
        "A wrong MAIL_FROM is refused with a sentence that names the setting",
        arguments: [
            "The Sofa", "The Sofa <sofa>", "The Sofa <sofa@example.org", "a@b@c", "söfa@example.org", "The\r\nBcc: x <sofa@example.org>",
            "<sofa@example.org> The Sofa", "sofa@exam ple.org", "a,b@example.org", "",
        ])
    func refusedSender(text: String) {
        let error = #expect(throws: MailSettingError.self) { try Mailbox(setting: text) }
        #expect(error?.description.contains("MAIL_FROM") == true)
    }

    @Test(
        "A mailbox has no line breaks and no address that SMTP can't carry",
        arguments: [
            "ada@example.org>\r\nRCPT TO:<eve@example.org", "ada@example.org\n", "<ada@example.org>", "a da@example.org", "ada@",
            "@example.org", "ada..x@example.org", ".ada@example.org", "ada@example..org", "\"ada\"@example.org", "ada@[10.0.0.1]",
            "ada@example.org\u{0}", "ada@exa\u{200B}mple.org", "ada@example.org\u{2028}",
            String(repeating: "a", count: 65) + "@example.org",
            "ada@" + String(repeating: "a", count: 251), "ada@\u{301}@example.org",
        ])
    func addresses(address: String) {
        #expect(Mailbox(name: "Ada", address: address) == nil)
    }

    @Test("A name becomes one line")
    func names() {
        let name = Mailbox(name: " A\nBcc: b\u{2028}c\u{0} ", address: "a@b")?.name
        #expect(name == "A Bcc: b c")
        #expect(Mailbox(name: "", address: "pelé@bücher.example")?.needsUTF8 == true)
    }
}
