import Foundation
import Testing
import UntrustedText

@Suite("rules 10.5 and 20.27: untrusted text is checked before it is normalised, compared or decoded")
struct UntrustedTextTests {
    /// Shows rule 20.27.
    @Test("Thirty combining marks in a row are accepted and thirty-one refused, whatever stands around them")
    func runs() {
        for mark in ["\u{301}", "\u{323}", "\u{F73}", "\u{344}", "\u{1D165}", "\u{1E8D0}"] {
            let most = String(repeating: mark, count: NonStarterRun.limit)
            #expect(most.isStreamSafe && "a\(most)b\(most)".isStreamSafe, "\(mark.unicodeScalars)")
            #expect(!"a\(most)\(mark)b".isStreamSafe, "\(mark.unicodeScalars)")
        }
        #expect(String(repeating: "\u{93E}", count: 1000).isStreamSafe, "a vowel sign that is a starter")
    }

    /// Shows rule 20.27.
    @Test("Every scalar that decomposes into a non-starter counts as a mark")
    func everyScalar() {
        for value in UInt32(0x80)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            let combines = decomposed.first?.properties.canonicalCombiningClass != .notReordered
            let isSafe = String(repeating: Character(scalar), count: NonStarterRun.limit + 1).isStreamSafe
            if isSafe == combines { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    /// Shows rule 10.5.
    @Test(
        "Valid JSON by RFC 8259 is accepted",
        arguments: [
            "{}", "[]", " \t\r\n[1 , 2]\n", "0", "-0", "-0.5e-10", "1E+2", "123456789012345678901234567890", "true", "null", "\"\"",
            #"{"a":{"b":[{"c":"\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00"}]},"a":1}"#, "\"é😀\u{7F}\u{2028}\"",
            #"{"a":"[[[[\"[[","b":[[1]]}"#, String(repeating: "[", count: 32) + String(repeating: "]", count: 32),
        ])
    func taken(text: String) throws {
        try JSONSyntax.check(Array(text.utf8))
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    /// Shows rule 10.5.
    @Test(
        "Nearly valid JSON is refused, also in unknown fields",
        arguments: [
            "", " ", "{", "}", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{\"a\"}", "{\"a\":}", "{a:1}", "{1:2}", "{\"a\":1 \"b\":2}", "01",
            "-01", "+1", ".5", "1.", "1e", "1e+", "0x10", "- 1", "--1", "NaN", "Infinity", "-", "1_0", "tru", "True", "nul", "'a'", "\"",
            "\"a", "\"\\\"", "\"\\x41\"", "\"\\u12\"", "\"\\u12G4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\ud800x\"",
            "\"a\tb\"", "\"a\nb\"", "\"a\u{0}b\"", "[1]]", "[1]x", "{}{}", "/**/1", "1//", "\u{FEFF}1", "[1\u{A0}]", "[1\u{B},2]", "\u{0}",
            "[\"a\"\u{1}]",
        ])
    func refused(text: String) {
        #expect(throws: JSONSyntax.Fault.self) { try JSONSyntax.check(Array(text.utf8)) }
    }

    /// Shows rule 10.5.
    @Test("A fault has its kind and position")
    func faults() {
        let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
        let marks = "{\"ok\":1,\"a" + String(repeating: "\\u0301", count: 15) + String(repeating: "\u{323}", count: 16) + "\":2}"
        #expect(throws: JSONSyntax.Fault.tooDeep) { try JSONSyntax.check(Array(deep.utf8)) }
        #expect(throws: JSONSyntax.Fault.tooManyMarks(offset: 132)) { try JSONSyntax.check(Array(marks.utf8)) }
        #expect(throws: JSONSyntax.Fault.malformed(offset: 3)) { try JSONSyntax.check(Array("[1,]".utf8)) }
        #expect(throws: JSONSyntax.Fault.notUTF8) { try JSONSyntax.check([0x22, 0xC3, 0x28, 0x22]) }
        #expect(throws: JSONSyntax.Fault.notUTF8) { try JSONSyntax.check([0x22, 0xE2, 0x82]) }
    }
}
