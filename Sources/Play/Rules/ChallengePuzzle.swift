import DavenportAPI
import Domain
import Secrets

extension Puzzle {
    /// Creates the letters of a challenge's puzzle (rule 12.10). The same arguments always give the same letters.
    /// - Parameter name: the day of a daily challenge, or the lower-case id of a challenge that a user created.
    /// - Throws: `unavailable` if the seed is all zeros, because such a seed makes no puzzle. In practice that never
    ///   happens.
    static func ofChallenge(named name: String, _ mode: PlayMode, by list: WordList, secret: [UInt8]) throws -> Puzzle {
        let text = seedText(name: name, mode: mode, language: list.language)
        guard let puzzle = made(of: Digest.hmacSHA256(key: secret, Array(text.utf8)), by: list) else {
            throw Problem.unavailable(retryAfter: 60)
        }
        return puzzle
    }
}
