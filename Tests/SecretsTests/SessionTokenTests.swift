import Foundation
import Testing

@testable import Secrets

@Suite("rules 20: session tokens")
struct SessionTokenTests {
    let token = SessionToken(tenant: UUID())

    @Test("A token is parsed with its tenant and digest")
    func roundTrip() throws {
        let read = try #require(SessionToken(token.text))
        #expect(read.text == token.text)
        #expect(read.tenant == token.tenant)
        #expect(read.digest == token.digest)
    }

    @Test("A token's text is a recognizable prefix and 70 characters that never need escaping")
    func form() {
        #expect(token.text.wholeMatch(of: /davenport_[A-Za-z0-9_-]{70}/) != nil)
        #expect(token.digest == Digest.sha256(token.text.utf8))
    }

    @Test("The tenant's bytes come first, in their order")
    func layout() throws {
        let tenant = try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))
        #expect(SessionToken(tenant: tenant).text.hasPrefix("davenport_AAECAwQFBgcICQoLDA0OD"))
    }

    @Test("Two tokens of one tenant share nothing else")
    func random() {
        let tokens = (0..<1000).map { _ in SessionToken(tenant: token.tenant) }
        #expect(Set(tokens.map(\.text)).count == 1000)
        #expect(Set(tokens.map(\.digest)).count == 1000)
    }

    @Test("Every single wrong character is detected")
    func everyCharacterCounts() {
        for position in token.text.indices {
            for wrong in "A_-z9=+/é\u{0} " where token.text[position] != wrong {
                var text = token.text
                text.replaceSubrange(position...position, with: String(wrong))
                #expect(SessionToken(text) == nil, "\(text)")
            }
        }
    }

    @Test("Truncated, extended and foreign texts aren't tokens")
    func malformed() {
        for length in 0..<token.text.count { #expect(SessionToken(String(token.text.prefix(length))) == nil) }
        for addition in ["A", "=", "==", " ", "\n", "\u{0}", "\u{301}"] {
            #expect(SessionToken(token.text + addition) == nil)
            #expect(SessionToken(addition + token.text) == nil)
        }
        #expect(SessionToken(token.text.uppercased()) == nil)
        #expect(SessionToken("davenport-" + token.text.dropFirst(10)) == nil)
    }

    @Test("A second encoding of the same bytes isn't a token")
    func nonCanonical() throws {
        // Only two bits of the last character carry data. The other four must be zero.
        let last = try #require(token.text.last)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let readable = alphabet.filter { SessionToken(token.text.dropLast() + String($0)) != nil }
        #expect(readable == String(last))
    }

    @Test("A checksum of something else is refused")
    func foreignChecksum() {
        let secret = Randomness.bytes(48)
        let wrong = Digest.sha256(Randomness.bytes(48)).prefix(4)
        #expect(SessionToken("davenport_" + Base64.url.encode(secret + wrong)) == nil)
        #expect(SessionToken("davenport_" + Base64.url.encode(secret + Digest.sha256(secret).prefix(4))) != nil)
    }

    /// Shows rule 20.10.
    @Test("Neither description nor dump nor a container's description contains the secret")
    func redacted() {
        struct Login { let token: SessionToken }
        var dumped = ""
        dump(Login(token: token), to: &dumped)
        let shown = ["\(token)", String(reflecting: token), "\(Login(token: token))", "\([token])", "\(Optional(token) as Any)", dumped]
        for text in shown {
            #expect(!text.contains(token.text.dropFirst(32).prefix(8)))
            #expect(!text.contains("\(token.digest[0]), \(token.digest[1])"))
        }
        #expect("\(token)" == "SessionToken(tenant: \(token.tenant))")
    }
}
