import Testing

@testable import Secrets

@Suite("rules 2, 3 and 20: secret codes")
struct SecretCodeTests {
    let code = InviteCode()

    @Test("A code is six groups of four unambiguous characters")
    func form() {
        #expect(code.text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}/) != nil)
        #expect(code.digest == Digest.sha256(code.text.utf8))
    }

    /// Shows rule 2.23.
    @Test("The code of a link for a new password is longer, and no invite")
    func passwordLink() {
        let link = PasswordLinkCode()
        #expect(link.text.wholeMatch(of: /[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}-[0-9A-HJKMNP-TV-Z]{2}/) != nil)
        #expect(PasswordLinkCode(link.text.lowercased())?.digest == link.digest)
        #expect(InviteCode(link.text) == nil && PasswordLinkCode(code.text) == nil)
    }

    /// Shows rule 3.2.
    @Test("All 32 characters occur at every position, so that all 120 bits are random")
    func random() {
        let codes = (0..<2000).map { _ in InviteCode().text.filter { $0 != "-" } }
        #expect(Set(codes).count == 2000)
        for place in 0..<24 {
            let characters = Set(codes.map { $0[$0.index($0.startIndex, offsetBy: place)] })
            #expect(characters.count == 32, "place \(place)")
        }
    }

    /// Shows rule 3.2.
    @Test("A code is recognized in any spelling")
    func lenient() throws {
        let bare = code.text.filter { $0 != "-" }
        let zeroAsLetter = code.text.replacing("0", with: "O").replacing("1", with: "l")
        let longDashes = code.text.replacing("-", with: "\u{2014}")
        for typed in [bare, code.text.lowercased(), " \(bare.lowercased())\n", zeroAsLetter, zeroAsLetter.lowercased(), longDashes] {
            #expect(InviteCode(typed)?.text == code.text)
            #expect(InviteCode(typed)?.digest == code.digest)
        }
        let wide = String(String.UnicodeScalarView(code.text.unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xFEE0) }))
        let wrapped = ["\u{201C}\(code.text)\u{201D}", "'\(code.text)'.", "«\(code.text)»", "(\(code.text))", "`\(code.text)`"]
        let broken = code.text.replacing("-", with: "-\u{AD}\u{200B}")
        for typed in wrapped + [wide, broken, "\u{FEFF}\(bare)"] { #expect(InviteCode(typed)?.text == code.text, "\(typed)") }
        #expect(InviteCode("o0O0-iI1l-L1oO 0000 abcd ef gh")?.text == "0000-1111-1100-0000-ABCD-EFGH")
    }

    @Test(
        "Other texts aren't codes",
        arguments: [
            "", "-", "0000", "0000-0000-0000-0000-0000-000", "0000-0000-0000-0000-0000-0000-0", "0000-0000-0000-0000-0000-000U",
            "0000-0000-0000-0000-0000-000u", "0000-0000-0000-0000-0000-000é", "0000_0000_0000_0000_0000_0000",
            "0000-0000-0000-0000-0000-000\u{0}", "0000-0000-0000-0000-0000-00\u{661}0", "0000-0000-0000-0000-0000-000=",
        ])
    func malformed(text: String) {
        #expect(InviteCode(text) == nil)
    }

    @Test("No text traps, and a long one costs no more than its beginning")
    func fuzz() {
        for _ in 0..<20_000 {
            _ = InviteCode(String(decoding: Randomness.bytes(Int.random(in: 0...40)), as: UTF8.self))
        }
        #expect(InviteCode(String(repeating: "A", count: 1_000_000)) == nil)
    }

    /// Shows rule 20.10.
    @Test("Neither description nor dump contains the secret")
    func redacted() {
        struct Made { let code: InviteCode }
        var dumped = ""
        dump(Made(code: code), to: &dumped)
        for text in ["\(code)", String(reflecting: code), "\(Made(code: code))", dumped] {
            #expect(!text.contains(code.text))
            #expect(!text.contains("\(code.digest[0]), \(code.digest[1])"))
        }
    }
}
