import Foundation
import Push
import Secrets
import Testing

@Suite struct ProviderTokenTests {
    @Test("A token contains only team, key id and time, and verifies with the key's public half")
    func parts() throws {
        let key = SigningKey.generate().key
        let token = ProviderToken(
            key: key, teamID: "TEAM123456", keyID: "KEY1234567", issuedAt: Date(timeIntervalSince1970: 1_763_700_000.9))
        let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let texts = try parts.map { try #require(Base64.url.decode($0.utf8)) }
        #expect(String(decoding: texts[0], as: UTF8.self) == #"{"alg":"ES256","kid":"KEY1234567"}"#)
        #expect(String(decoding: texts[1], as: UTF8.self) == #"{"iat":1763700000,"iss":"TEAM123456"}"#)
        #expect(texts[2].count == 64)
        #expect(key.verifyingKey.verify(texts[2], of: Array("\(parts[0]).\(parts[1])".utf8)))
        #expect(token.issuedAt == Date(timeIntervalSince1970: 1_763_700_000))
    }

    @Test("The description of a token doesn't contain the token")
    func descriptions() {
        let token = ProviderToken(key: SigningKey.generate().key, teamID: "T", keyID: "K", issuedAt: Date())
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token)".contains(token.text))
        #expect(!dumped.contains(token.text))
    }
}
