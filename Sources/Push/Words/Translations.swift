import DavenportAPI
import Foundation

/// The sentences of browsers' notifications and of mails in the languages that people choose (rule 16.51): the files
/// `phrases/{language}/notices.json` of the web client. A file has each English sentence with its translation, which is a text, or an
/// object with a text for each plural category.
public struct Translations: Sendable {
    /// No translations: everything is English.
    public static let none = Translations(languages: [:])

    private let languages: [Language: SentenceTranslations]

    /// Reads the files of the web client's folder.
    /// - Throws: an error of Foundation if a file can't be read or has another shape.
    public static func load(_ folder: URL) throws -> Translations {
        let languages = try Language.allCases.filter { $0 != .english }.map { language in
            let file = folder.appending(path: "phrases/\(language.rawValue)/notices.json")
            let sentences = try JSONDecoder().decode([String: SentenceTranslations.Sentence].self, from: Data(contentsOf: file))
            return (language, SentenceTranslations(language: language.rawValue, sentences: sentences))
        }
        return Translations(languages: Dictionary(uniqueKeysWithValues: languages))
    }

    /// Returns the words of a language; English for none, or one that isn't known.
    func words(in language: Language?) -> SentenceTranslations { language.flatMap { languages[$0] } ?? .english }
}

extension SentenceTranslations.Sentence: Decodable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = .one(try container.decode(String.self))
        } catch DecodingError.typeMismatch {
            self = .plural(try container.decode([String: String].self))
        }
    }
}
