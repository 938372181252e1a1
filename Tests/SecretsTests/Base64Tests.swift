import Testing

@testable import Secrets

@Suite struct Base64Tests {
    @Test(
        "The standard's examples decode without their padding (RFC 4648)",
        arguments: ["": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE", "foobar": "Zm9vYmFy"])
    func examples(bytes: String, text: String) {
        #expect(Base64.standard.encode(bytes.utf8) == text)
        #expect(Base64.url.decode(text.utf8) == Array(bytes.utf8))
    }

    @Test("The two alphabets differ in their last two characters")
    func alphabets() {
        #expect(Base64.standard.encode([0xfb, 0xff]) == "+/8")
        #expect(Base64.url.encode([0xfb, 0xff]) == "-_8")
        #expect(Base64.standard.decode("-_8".utf8) == nil)
        #expect(Base64.url.decode("+/8".utf8) == nil)
    }

    @Test("Padding, blanks and impossible lengths are refused", arguments: ["Zg==", "Zg=", " Zg", "Zg\n", "Z", "Zm9vY", "Zm\u{0}v", "Zmé"])
    func malformed(text: String) {
        #expect(Base64.standard.decode(text.utf8) == nil)
    }

    @Test("Of all texts of two or three characters only canonical ones decode")
    func canonical() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var read = 0
        for first in alphabet {
            for last in alphabet {
                for text in [[first, last], [first, UInt8(ascii: "Q"), last]] {
                    guard let bytes = Base64.url.decode(text) else { continue }
                    #expect(Array(Base64.url.encode(bytes).utf8) == text)
                    read += 1
                }
            }
        }
        #expect(read == 64 * 4 + 64 * 16)
    }

    @Test("Encoded bytes decode to the same bytes")
    func roundTrip() {
        for length in 0..<200 {
            let bytes = Randomness.bytes(length)
            #expect(Base64.url.decode(Base64.url.encode(bytes).utf8) == bytes)
        }
    }
}
