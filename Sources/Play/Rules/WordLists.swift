import DavenportAPI
import Domain
import Secrets

/// The lists of words that a server has, one a language.
public struct WordLists: Sendable {
    private let lists: [String: Named]

    /// A list with its id.
    package struct Named: Sendable {
        let id: String
        package let list: WordList
    }

    /// - Parameter lists: of several of one language the last counts.
    public init(_ lists: [WordList]) {
        self.lists = lists.reduce(into: [:]) { $0[$1.language] = Named(id: $1.id(sha256: Digest.sha256($1.file)), list: $1) }
    }

    /// The languages that can be played in, sorted.
    public var languages: [String] { lists.keys.sorted() }

    /// A language's list.
    /// - Throws: `unavailable` where the server has none: its operator took it away.
    package func list(of language: String) throws -> Named {
        guard let list = lists[language] else { throw Problem.unavailable(retryAfter: 60) }
        return list
    }

    /// The list of an id; nil where there is none.
    func list(_ id: String) -> WordList? {
        lists.values.first { $0.id == id }?.list
    }
}

extension Dependencies {
    /// Those that the program handed over; none where it did not.
    package var wordLists: WordLists { services[WordLists.self] ?? WordLists([]) }
}
