/// The sentences of notifications and mails in one language, by the English sentence.
///
/// A sentence has `%1$@` where its first argument stands.
struct SentenceTranslations: Sendable {
    /// English sentences stand for themselves.
    static let english = SentenceTranslations(language: "en", sentences: [:])

    /// A translated sentence.
    enum Sentence: Sendable, Equatable {
        case one(String)
        /// A sentence for each plural category of a number, as Unicode's CLDR names them. `other` is always there.
        case plural([String: String])
    }

    let language: String
    let sentences: [String: Sentence]

    /// Returns a sentence with its arguments.
    /// - Parameters:
    ///   - key: the English sentence.
    ///   - count: the number that decides about its plural.
    func filled(_ key: String, _ arguments: [String] = [], count: Int = 1) -> String {
        switch sentences[key] {
        case nil: key.filled(with: arguments)
        case .one(let text): text.filled(with: arguments)
        case .plural(let texts):
            (texts[PluralCategory.of(count, in: language)] ?? texts["other"] ?? key).filled(with: arguments)
        }
    }
}

/// The plural category of whole numbers, by CLDR's rules for the web client's languages.
enum PluralCategory {
    static func of(_ count: Int, in language: String) -> String {
        switch language {
        case "ja": "other"
        case "fr": count < 2 ? "one" : millions(count)
        case "es": count == 1 ? "one" : millions(count)
        case "ar": arabic(count)
        default: count == 1 ? "one" : "other"
        }
    }

    /// In French and Spanish, a noun follows whole millions with *de*.
    private static func millions(_ count: Int) -> String { count != 0 && count % 1_000_000 == 0 ? "many" : "other" }

    private static func arabic(_ count: Int) -> String {
        switch (count, count % 100) {
        case (0, _): "zero"
        case (1, _): "one"
        case (2, _): "two"
        case (_, 3...10): "few"
        case (_, 11...99): "many"
        default: "other"
        }
    }
}

extension String {
    /// Returns the text with each `%1$@` replaced by the argument with that number. A placeholder without an argument
    /// is removed.
    fileprivate func filled(with arguments: [String]) -> String {
        var rest = utf8[...]
        var text = ""
        while let place = rest.firstIndex(of: UInt8(ascii: "%")) {
            text += String(self[rest.startIndex..<place])
            let mark = rest[place...].prefix(4)
            rest = rest[rest.index(after: place)...]
            guard mark.count == 4, mark.dropFirst(2).elementsEqual("$@".utf8), let digit = mark.dropFirst().first,
                let number = Int(String(UnicodeScalar(digit)))
            else {
                text += "%"
                continue
            }
            rest = rest.dropFirst(3)
            if arguments.indices.contains(number - 1) { text += arguments[number - 1] }
        }
        return text + String(self[rest.startIndex...])
    }
}
