import DavenportAPI
import Domain
import Secrets

/// The word lists that a server has, one for each language.
public struct WordLists: Sendable {
    private let lists: [String: Named]

    /// A word list and its id.
    package struct Named: Sendable {
        let id: String
        package let list: WordList
    }

    /// Creates the collection.
    /// - Parameter lists: the word lists. If several have the same language, the last of them counts.
    public init(_ lists: [WordList]) {
        self.lists = lists.reduce(into: [:]) { $0[$1.language] = Named(id: $1.id(sha256: Digest.sha256($1.file)), list: $1) }
    }

    /// The languages that the server has a word list of, sorted.
    public var languages: [String] { lists.keys.sorted() }

    /// Returns the word list of a language.
    /// - Throws: `unavailable` if the server has none, because its operator removed it.
    package func list(of language: String) throws -> Named {
        guard let list = lists[language] else { throw Problem.unavailable(retryAfter: 60) }
        return list
    }

    /// Returns the id of a language's word list; nil if the server has no list of the language.
    func id(of language: String) -> String? {
        lists[language]?.id
    }

    /// Returns the word list that has the id; nil if there is none.
    func list(_ id: String) -> WordList? {
        lists.values.first { $0.id == id }?.list
    }
}

extension UseCases {
    /// The word lists that the program registered as a service; an empty collection if it registered none.
    package var wordLists: WordLists { services[WordLists.self] ?? WordLists([]) }
}
