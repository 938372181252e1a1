import DavenportAPI
import Foundation
import TestSupport
import Testing

/// Unicode's own list, by Debian's package unicode-data, which bin/setup installs.
private let emojiList = "/usr/share/unicode/emoji/emoji-test.txt"

@Suite("rule 17.9: what an emoji is")
struct EmojiTests {
    /// Returns the list's sequences by their status: `fully-qualified`, `unqualified` …
    private func listed() throws -> [(status: String, text: String)] {
        try String(contentsOfFile: emojiList, encoding: .utf8).split(separator: "\n").compactMap { line in
            let parts = line.prefix { $0 != "#" }.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2 else { return nil }
            let scalars = parts[0].split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            return (parts[1], String(String.UnicodeScalarView(scalars)))
        }
    }

    /// Shows rule 17.9.
    @Test(
        "Every emoji of Unicode's list is accepted, and without variation selectors it is the same one",
        .enabled(if: FileManager.default.fileExists(atPath: emojiList), "unicode-data is a package of Debian"))
    func list() throws {
        let listed = try listed()
        let full = Set(listed.filter { $0.status == "fully-qualified" }.map(\.text))
        #expect(full.count > 3600)
        for emoji in full {
            #expect(Emoji.canonical(emoji) == emoji, "\(emoji)")
            let bare = String(String.UnicodeScalarView(emoji.unicodeScalars.filter { $0 != "\u{FE0F}" }))
            #expect(Emoji.canonical(bare) == emoji, "\(emoji)")
        }
        for (status, text) in listed where status != "fully-qualified" && status != "component" {
            #expect(Emoji.canonical(text).map(full.contains) == true, "\(text)")
        }
    }

    /// Shows rule 17.9.
    @Test("A variation selector at the end makes no difference, and elsewhere the form is the same too")
    func selectors() {
        for (text, form) in [("❤", "❤\u{FE0F}"), ("❤\u{FE0F}", "❤\u{FE0F}"), ("👍\u{FE0F}", "👍"), ("1\u{20E3}", "1\u{FE0F}\u{20E3}")] {
            #expect(Emoji.canonical(text) == form)
        }
        #expect(Emoji.canonical("🏳‍🌈") == Emoji.canonical("🏳️‍🌈") && Emoji.canonical("🏳‍🌈") == "🏳️‍🌈")
    }

    /// Shows rule 17.9.
    @Test("Texts, parts of emoji, several emoji and overlong sequences are refused")
    func others() {
        let written = [
            "", " ", "a", "1", "#", "*", "é", "👍👍", "👍 ", " 👍", "a👍", "👍a", "\u{FE0F}", "\u{200D}", "👍\u{200D}", "\u{200D}👍", "🇩", "🇩🇪🇩🇪",
            "🇩a",
            "❤\u{FE0E}", "❤\u{FE0F}\u{FE0F}", "1\u{FE0F}", "a\u{20E3}", "👍🏽🏽", "🐐🏽", "🏴\u{E0067}", "🏴\u{E007F}", "👩\u{200D}\u{200D}👩",
            "<script>", ":)", "\u{0}", "\u{E000}", "\u{FFFD}", "👨‍👩‍👧‍👦‍👨‍👩‍👧‍👦", "z̴͉̀a", "１", "㈱", "→", "♩", "☙",
        ]
        for text in written { #expect(Emoji.canonical(text) == nil, "\(text.unicodeScalars.map { String($0.value, radix: 16) })") }
        var random = SplitMix64(seed: 37)
        let pieces = [
            "a", "7", "é", "中", "\u{200D}", "\u{FE0F}", "\u{FE0E}", "🇩", "👍", "🏽", "\u{20E3}", " ", "\u{E0067}", "\n", "#", "ß", "م",
        ]
        var refused = 0
        for _ in 0..<1000 {
            // Text beside whatever else makes no emoji.
            let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            if Emoji.canonical(text + ["x", "é", "中", "\n", "."][Int.random(in: 0..<5, using: &random)]) == nil { refused += 1 }
        }
        #expect(refused == 1000)
    }
}
