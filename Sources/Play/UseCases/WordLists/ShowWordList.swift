import DavenportAPI
import Domain

extension UseCases {
    /// Returns the file of a word list by which the server judges moves.
    public func showWordList(_ caller: Caller, _ input: WordListReference) async throws -> Media {
        guard let list = wordLists.list(input.wordListID) else { throw Problem(.notFound) }
        return Media(type: "text/plain; charset=utf-8", bytes: list.file)
    }
}
