import Foundation
import Testing

@testable import Secrets

@Suite struct RS256Tests {
    @Test("Only the owner's signature of exactly these bytes verifies, and a key is read again from its PEM text")
    func signing() throws {
        let (key, pem) = RS256SigningKey.generate()
        let text = Array("text".utf8)
        let signature = key.sign(text)
        #expect(signature.count == 256 && key.sign(text) == signature)
        #expect(key.verifyingKey.verify(signature, of: text) && !key.verifyingKey.verify(signature, of: text + [0]))
        for malformed in [[], signature + [0], Array(signature.dropLast()), Array(signature.reversed())] {
            #expect(!key.verifyingKey.verify(malformed, of: text))
        }
        let again = try #require(RS256SigningKey(pem: pem))
        #expect(again.sign(text) == signature && again.verifyingKey.pem == key.verifyingKey.pem)
        #expect(!RS256SigningKey.generate().key.verifyingKey.verify(signature, of: text))
    }

    @Test("A text without a key of RSA, a short key and a damaged one are refused")
    func refused() {
        let (_, pem) = RS256SigningKey.generate()
        let lines = pem.split(separator: "\n")
        let damaged = (lines.prefix(10) + lines.dropFirst(10).dropLast().map { String($0.reversed())[...] } + lines.suffix(1))
        let texts = [
            "", "key", SigningKey.generate().pem, KeyHandle.generatedRSA(bits: 1024).privatePEM, damaged.joined(separator: "\n"),
            pem.replacing("PRIVATE KEY", with: "RSA PRIVATE KEY"),
        ]
        for text in texts { #expect(RS256SigningKey(pem: text) == nil, "\(text)") }
    }

    @Test("The description of a key doesn't contain the key")
    func descriptions() {
        let (key, pem) = RS256SigningKey.generate()
        var dumped = ""
        dump(key, to: &dumped)
        for line in pem.split(separator: "\n").dropFirst() { #expect(!"\(key)".contains(line) && !dumped.contains(line)) }
    }
}
