import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Invites a friend to a challenge that the caller created. It does nothing if the friend is in the challenge already.
    public func addPlayer(_ caller: Caller, _ input: ChallengePlayerReference) async throws -> Challenge {
        try await database.transaction(for: caller) { transaction in
            let challenges = ChallengeRepository(transaction, seenBy: caller.userID, by: wordLists)
            guard let seen = try await challenges.challenge(input.challengeID), seen.challenge.kind == .own else {
                throw Problem(.notFound)
            }
            // Locks users before challenges. Blocking locks users too, and no transaction locks in the opposite order.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [input.userID])
            try await add(caller, input, OwnChallengeRepository(transaction))
            guard let changed = try await challenges.challenge(input.challengeID) else { throw Problem(.notFound) }
            return changed.challenge
        }
    }

    /// Adds the friend to the challenge and notifies them.
    /// - Throws: `forbidden` if the caller didn't create the challenge; `challengeOver`; `unknownUser` if the person
    ///   isn't the caller's friend; `challengeFull`.
    private func add(_ caller: Caller, _ input: ChallengePlayerReference, _ own: OwnChallengeRepository) async throws {
        guard let challenge = try await own.locked(input.challengeID) else { throw Problem(.notFound) }
        guard challenge.makerID == caller.userID else { throw Problem(.forbidden) }
        guard !challenge.playerIDs.contains(input.userID) else { return }
        guard !challenge.ended else { throw Problem(.challengeOver) }
        guard try await own.areFriends([input.userID], of: caller.userID) else { throw Problem.unknownUser(field: "userID") }
        guard challenge.playerIDs.count < PlayRules.players else { throw Problem(.challengeFull) }
        try await own.add([input.userID], to: input.challengeID)
        let notifications = NotificationRepository(own.transaction)
        try await notifications.notify([input.userID], .challengeInvited, by: caller.userID, about: input.challengeID)
    }
}
