import DavenportAPI
import Foundation
import Testing

@Suite("rules.md 4.9: what a client folds")
struct FoldingTests {
    @Test("What muted and blocked people wrote is folded, and nothing else of others")
    func people() {
        let (muted, blocked, other) = (UUID(), UUID(), UUID())
        let mutes = Mutes(userIDs: [muted])
        #expect(mutes.folds("hello", by: muted) && mutes.folds("hello", by: blocked, blocked: [blocked]))
        #expect(!mutes.folds("hello", by: other, blocked: [blocked]) && !mutes.folds("hello", by: nil))
    }

    @Test(
        "A muted word is found whole, whatever its case and form; one that ends with * at the beginning of words",
        arguments: [
            ("foo", "FOO!", true), ("foo", "ｆｏｏ", true), ("foo", "food", false), ("foo", "a foo.", true), ("foo", "seafoo", false),
            ("foo", "food, foo", true), ("foo", "foo7", false), ("foo", "foo_bar", true), ("bar*", "barely", true),
            ("bar*", "rebar", false),
            ("bar*", "the bar", true), ("der Mörder", "Es war DER MÖRDER", true), ("Mörder", "Mo\u{308}rder", true),
            ("Mord", "Mo\u{308}rder", false),
            ("straße", "STRASSE", true), ("o", "o\u{301}", false), ("!!", "wow!!", false), ("!!", "wow !!", true), ("ba", "", false),
        ])
    func words(word: String, text: String, folds: Bool) {
        #expect(Mutes(words: [word]).folds(text, by: UUID()) == folds, "\(word) in \(text)")
    }
}
