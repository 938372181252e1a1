import DavenportAPI
import Domain

/// Returns the file of a word list by which the server judges moves.
public struct ShowWordList: UseCase {
    private let lists: WordLists

    public init(_ dependencies: Dependencies) {
        lists = dependencies.wordLists
    }

    public func callAsFunction(_ caller: Caller, _ input: WordListReference) async throws -> Media {
        guard let list = lists.list(input.wordListID) else { throw Problem(.notFound) }
        return Media(type: "text/plain; charset=utf-8", bytes: list.file)
    }
}
