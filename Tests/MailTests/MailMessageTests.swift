import Foundation
import Testing

@testable import Mail

@Suite("rules 22: the bytes of a mail")
struct MailMessageTests {
    private static let id = UUID(uuidString: "0F1E2D3C-0000-4000-8000-000000000001") ?? UUID()

    private func message(
        name: String = "Ada", subject: String = "Hello", paragraphs: [String] = ["Hi."], link: String? = nil
    ) throws -> String {
        let message = MailMessage(
            id: Self.id, date: Date(timeIntervalSince1970: 1_772_395_205.9), from: try Mailbox(setting: "The Sofa <sofa@example.org>"),
            to: try #require(Mailbox(name: name, address: "ada@example.org")), subject: subject, paragraphs: paragraphs,
            link: link.flatMap { URL(string: $0) }, unsubscribe: URL(string: "https://sofa.example.org/stop/x"))
        return String(decoding: message.bytes, as: UTF8.self)
    }

    @Test("A simple mail has exactly these lines")
    func simple() throws {
        let lines = try message(paragraphs: ["Hi <Ada>.", ".dot = ü"], link: "https://sofa.example.org/a?b=1&c=2").split(
            separator: "\r\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(20) == [
                "Date: Sun, 1 Mar 2026 20:00:05 +0000", "From: The Sofa <sofa@example.org>", "To: Ada <ada@example.org>", "Subject: Hello",
                "Message-ID: <0f1e2d3c-0000-4000-8000-000000000001@example.org>", "List-Unsubscribe: <https://sofa.example.org/stop/x>",
                "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
                "Content-Type: multipart/alternative;", " boundary=\"=_0f1e2d3c-0000-4000-8000-000000000001\"", "",
                "--=_0f1e2d3c-0000-4000-8000-000000000001", "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: quoted-printable", "", "Hi <Ada>.", "", "=2Edot =3D =C3=BC", "",
            ])
        #expect(lines.contains("https://sofa.example.org/a?b=3D1&c=3D2"))
        #expect(lines.contains("<p dir=3D\"auto\">Hi &lt;Ada&gt;.</p>"))
        #expect(lines.suffix(2) == ["--=_0f1e2d3c-0000-4000-8000-000000000001--", ""])
    }

    /// Shows rule 22.14.
    @Test(
        "Names and subjects never end a header field, and the lines stay short",
        arguments: [
            "A\r\nBcc: eve@example.org", "A\nB", "A\u{85}B", "A\u{2028}B", "A\u{0}B", "\"", "\\", "a\\\"b, c <d@e>", "=?utf-8?q?x?=",
            String(repeating: "Ü", count: 300), String(repeating: "a", count: 300), String(repeating: "👩‍👩‍👧 ", count: 60), "שלום", "(comment)",
            "Ada: x;", "a@b", String(repeating: "e\u{301}", count: 200), "  ", "",
        ])
    func injection(text: String) throws {
        let written = try message(name: text, subject: text, paragraphs: [text], link: "https://sofa.example.org/")
        let lines = written.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && $0.utf8.allSatisfy { byte in (0x20...0x7E).contains(byte) } })
        #expect(!lines.contains { $0.hasPrefix(".") || $0.hasPrefix("From ") || $0.hasSuffix(" ") && !$0.hasPrefix("Subject:") })
        let names = lines.prefix { !$0.isEmpty }.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "Date", "From", "To", "Subject", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post", "Auto-Submitted",
                "MIME-Version",
                "Content-Type",
            ])
    }

    @Test("HTML from people is text, also before a combining mark")
    func html() throws {
        let written = try message(subject: "</title>", paragraphs: ["<img src=x>&\"'", "<\u{301}b>"])
        #expect(!written.contains("<img src") || written.components(separatedBy: "text/html")[1].contains("<img src") == false)
        let html = written.components(separatedBy: "text/html")[1]
        #expect(html.contains("&lt;img src=3Dx&gt;&amp;&quot;&#39;") && html.contains("&lt;=CC=81b&gt;") && html.contains("&lt;/title&gt;"))
        #expect(!html.contains("http") && !html.contains("url("))
    }

    @Test("A line feed of a paragraph is a line in both parts, and other controls are spaces")
    func lines() throws {
        let written = try message(paragraphs: ["one\r\ntwo\u{7}three"])
        #expect(written.contains("\r\none\r\ntwo three\r\n") && written.contains("one<br>\r\ntwo three"))
    }

    @Test("Long lines are broken softly, also where they begin with From or a dot")
    func quotedPrintable() {
        #expect(
            String(decoding: QuotedPrintable.encode("From here\nFromage\n..a\n x "), as: UTF8.self)
                == "=46rom here\r\nFromage\r\n=2E.a\r\n x=20\r\n")
        for length in 70...80 {
            let text = String(repeating: "a", count: length) + ".From ü " + String(repeating: ".", count: 200)
            let lines = String(decoding: QuotedPrintable.encode(text), as: UTF8.self).split(separator: "\r\n")
            #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.hasPrefix(".") && !$0.hasPrefix("From ") })
            let joined = lines.map { $0.hasSuffix("=") ? String($0.dropLast()) : String($0) }.joined().replacing("=2E", with: ".")
            #expect(joined.replacing("=46", with: "F").replacing("=C3=BC", with: "ü").replacing("=20", with: " ") == text)
        }
    }

    @Test("A mail with an address beyond ASCII needs SMTPUTF8, and keeps the address")
    func utf8() throws {
        let to = try #require(Mailbox(name: "Pelé", address: "pelé@bücher.example"))
        let message = MailMessage(
            id: Self.id, date: Date(), from: try Mailbox(setting: "a@b.example"), to: to, subject: "x", paragraphs: ["y"])
        #expect(message.needsUTF8)
        #expect(String(decoding: message.bytes, as: UTF8.self).contains("To: =?utf-8?b?UGVsw6k=?= <pelé@bücher.example>\r\n"))
    }

    @Test("A link can't leave its place")
    func link() throws {
        let written = try message(link: "https://sofa.example.org/#%3E%22x'y").components(separatedBy: "text/html")[1]
        #expect(written.contains("href=3D\"https://sofa.example.org/#%3E%22x&#39;y\""))
    }
}
