import DavenportAPI
import Foundation
import Testing

@Suite("rule 4.9: folding in clients")
struct FoldingTests {
    /// Shows rule 4.9.
    @Test("Comments of muted and blocked users are folded, and no other users' comments")
    func people() {
        let (muted, blocked, other) = (UUID(), UUID(), UUID())
        let mutes = Mutes(userIDs: [muted])
        #expect(mutes.folds("hello", by: muted) && mutes.folds("hello", by: blocked, blocked: [blocked]))
        #expect(!mutes.folds("hello", by: other, blocked: [blocked]) && !mutes.folds("hello", by: nil))
    }

    /// Shows rule 4.9.
    @Test(
        "A muted word matches whole words in any case and form, and with * at its end the beginning of words",
        arguments: [
            ("foo", "FOO!", true), ("foo", "ｆｏｏ", true), ("foo", "food", false), ("foo", "a foo.", true), ("foo", "seafoo", false),
            ("foo", "food, foo", true), ("foo", "foo7", false), ("foo", "foo_bar", true), ("bar*", "barely", true),
            ("bar*", "rebar", false),
            ("bar*", "the bar", true), ("der Mörder", "Es war DER MÖRDER", true), ("Mörder", "Mo\u{308}rder", true),
            ("Mord", "Mo\u{308}rder", false),
            ("straße", "STRASSE", true), ("o", "o\u{301}", false), ("!!", "wow!!", false), ("!!", "wow !!", true), ("ba", "", false),
            ("结局", "我看了结局了", true), ("犯人", "この犯人は誰", true), ("ネタバレ", "これはネタバレです", true), ("ฆาตกร", "เขาคือฆาตกรจริง", true),
            ("犯人", "犬人", false), ("범인", "범인은 누구", true), ("범인", "진범인", false), ("범인*", "범인이다", true), ("foo", "犯foo人", false),
            ("killer", "kil\u{AD}ler", true), ("killer", "kil\u{200B}ler!", true), ("kil\u{200D}ler", "killer", true),
            ("istanbul", "İSTANBUL", true), ("İstanbul", "istanbul", true), ("istanbul", "İSTANBULLU", false), ("ก", "ก\u{E48}", false),
        ])
    func words(word: String, text: String, folds: Bool) {
        #expect(Mutes(words: [word]).folds(text, by: UUID()) == folds, "\(word) in \(text)")
    }
}
