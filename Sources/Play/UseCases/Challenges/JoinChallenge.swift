import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Adds the caller to the challenge whose code they send. It does nothing if the caller is in the challenge already.
    ///
    /// The error is the same for an unknown code, the code of an ended challenge, and the code of a challenge whose maker
    /// blocks the caller or is blocked by the caller. Each of these codes counts as a wrong guess (rule 12.26).
    public func joinChallenge(_ caller: Caller, _ input: ChallengeCodeQuery) async throws -> Challenge {
        try await throttle.attempt(.code(by: caller), for: caller) {
            guard let code = ChallengeCode(input.code) else { throw Problem(.notFound) }
            return try await database.transaction(for: caller) { transaction in
                let own = OwnChallengeRepository(transaction)
                guard let found = try await own.find(code) else { throw Problem(.notFound) }
                // Locks users before challenges. Blocking locks users too, and no transaction locks in the opposite order.
                _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: found.makerID.map { [$0] } ?? [])
                try await enter(found.id, caller, own)
                let challenges = ChallengeRepository(transaction, seenBy: caller.userID, by: wordLists)
                let seen = try await challenges.challenge(found.id)
                guard let seen else { throw Problem(.notFound) }
                return seen.challenge
            }
        }
    }

    /// Adds the caller to the challenge, if they may join it.
    /// - Throws: `notFound` if the caller may not join; `challengeFull`.
    private func enter(_ id: UUID, _ caller: Caller, _ own: OwnChallengeRepository) async throws {
        guard let challenge = try await own.locked(id) else { throw Problem(.notFound) }
        guard !challenge.playerIDs.contains(caller.userID) else { return }
        guard !challenge.ended else { throw Problem(.notFound) }
        if let makerID = challenge.makerID, try await own.block(between: caller.userID, and: makerID) { throw Problem(.notFound) }
        guard challenge.playerIDs.count < PlayRules.players else { throw Problem(.challengeFull) }
        try await own.add([caller.userID], to: id)
    }
}
