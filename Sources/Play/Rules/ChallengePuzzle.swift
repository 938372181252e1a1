import DavenportAPI
import Domain
import Secrets

extension Puzzle {
    /// The letters of a challenge (rule 12.10).
    /// - Parameter name: the day of a daily one; of an own one its id in lower case.
    /// - Throws: `unavailable` for a seed of nothing but zeros, of which no puzzle is made: nobody will ever see it.
    static func ofChallenge(named name: String, _ mode: PlayMode, by list: WordList, secret: [UInt8]) throws -> Puzzle {
        let text = seedText(name: name, mode: mode, language: list.language)
        guard let puzzle = made(of: Digest.hmacSHA256(key: secret, Array(text.utf8)), by: list) else {
            throw Problem.unavailable(retryAfter: 60)
        }
        return puzzle
    }
}
