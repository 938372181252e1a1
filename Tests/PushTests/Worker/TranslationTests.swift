import DavenportAPI
import Domain
import Foundation
import Programs
import TestSupport
import Testing
import Web

@testable import Push

extension Translations {
    /// The product's, whose files are beside the program. Without them, `whole` fails.
    static let product = (try? Translations.load(WebClient.folder)) ?? .none
}

@Suite("rules 16: translations of notifications and mails")
struct TranslationTests {
    /// All English sentences of notifications and mails.
    static let sentences: Set<String> = {
        let texts = Areas.all.texts.values
        let spoken = texts.flatMap { [$0.singular.key, $0.plural.key] + $0.variants.values.map(\.key) }
        return Set(texts.map(\.heading) + spoken + MailSentences.all + ["Somebody"])
    }()

    /// Shows rule 16.51.
    @Test("Each language has every sentence of notifications and mails, with its arguments, and no other", arguments: Language.allCases)
    func whole(language: Language) {
        guard language != .english else { return }
        let words = Translations.product.words(in: language)
        #expect(words.language == language.rawValue)
        #expect(Self.sentences.subtracting(words.sentences.keys).sorted() == [])
        #expect(Set(words.sentences.keys).subtracting(Self.sentences).sorted() == [])
        for (key, sentence) in words.sentences {
            let texts =
                switch sentence {
                case .one(let text): [text]
                case .plural(let texts): Array(texts.values)
                }
            #expect(!texts.contains(""), "\(key)")
            // A plural may say a number in words, such as "two".
            let needed = Self.arguments(of: key)
            for text in texts {
                #expect(Self.arguments(of: text).isSubset(of: needed), "\(key): \(text)")
                if texts.count == 1 { #expect(Self.arguments(of: text) == needed, "\(key): \(text)") }
            }
            if case .plural(let texts) = sentence {
                let categories = Set((0...200).map { PluralCategory.of($0, in: language.rawValue) })
                #expect(categories.subtracting(texts.keys).isEmpty && texts["other"] != nil, "\(key)")
            }
        }
    }

    private static func arguments(of text: String) -> Set<String> {
        Set(text.matches(of: /%[0-9]\$@/).map { String($0.output) })
    }

    /// Shows rule 16.51.
    @Test("A number takes the plural of its language")
    func plurals() {
        let arabic = [0, 1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 111].map { PluralCategory.of($0, in: "ar") }
        #expect(arabic == ["zero", "one", "two", "few", "few", "many", "many", "other", "other", "other", "few", "many"])
        #expect([0, 1, 2].map { PluralCategory.of($0, in: "fr") } == ["one", "one", "other"])
        #expect([0, 1, 2, 1_000_000].map { PluralCategory.of($0, in: "es") } == ["other", "one", "other", "many"])
        #expect([0, 1].map { PluralCategory.of($0, in: "ja") } == ["other", "other"])
        #expect([0, 1, 2].map { PluralCategory.of($0, in: "de") } == ["other", "one", "other"])
        let words = SentenceTranslations(language: "ar", sentences: ["%1$@ things": .plural(["two": "شيئان", "other": "%1$@ شيء"])])
        #expect(words.filled("%1$@ things", ["2"], count: 2) == "شيئان" && words.filled("%1$@ things", ["7"], count: 7) == "7 شيء")
        #expect(words.filled("%1$@ left", ["Ada"]) == "Ada left")
    }
}
