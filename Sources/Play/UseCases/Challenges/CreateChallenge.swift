import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Creates a challenge for the caller and the friends that they invite (rule 12.23).
    public func createChallenge(_ caller: Caller, _ input: NewChallenge) async throws -> Created<Challenge> {
        if input.id?.isKeptForDays == true { throw Problem(.idTaken) }
        let digest = try RequestDigest.of(input, id: input.id)
        let friends = input.friendIDs.filter { $0 != caller.userID }
        return try await database.transaction(for: caller) { transaction in
            // Locks users first, as blocking or ending a friendship does. If a request is sent twice at once, the second
            // waits here and then finds the challenge of the first.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: friends)
            if let id = input.id, let made = try await made(id, digest, caller, transaction) { return Created(made, isNew: false) }
            guard try await OwnChallengeRepository(transaction).areFriends(friends, of: caller.userID) else {
                throw Problem.unknownUser(field: "friendIDs")
            }
            try await SpendAllowance(transaction: transaction)(.challenges, of: caller.userID)
            let challenge = OwnChallenge(input.id ?? .version7(at: transaction.now), input.mode, at: transaction.now)
            try await make(challenge, by: caller, with: friends, digest, transaction)
            try await NotificationRepository(transaction).notify(friends, .challengeInvited, by: caller.userID, about: challenge.id)
            return Created(try await seen(challenge.id, caller, transaction))
        }
    }

    /// Returns the challenge that an earlier request with the same id created, in its current state; nil if the id is
    /// free.
    /// - Throws: `idTaken` if another user or a different request has used the id, or if the challenge was deleted.
    private func made(_ id: UUID, _ digest: [UInt8], _ caller: Caller, _ transaction: TenantTransaction) async throws -> Challenge? {
        guard let existing = try await OwnChallengeRepository(transaction).existing(id) else { return nil }
        guard existing.makerID == caller.userID, existing.digest == digest else { throw Problem(.idTaken) }
        return try await seen(id, caller, transaction)
    }

    private func make(
        _ challenge: OwnChallenge, by caller: Caller, with friends: [UUID], _ digest: [UInt8], _ transaction: TenantTransaction
    ) async throws {
        let settings = PlaySettingsRepository(transaction)
        try await settings.make()
        guard let by = try await settings.settings() else { throw Problem.unavailable() }
        let puzzle = try challenge.puzzle(by: wordLists.list(of: by.language).list, secret: by.secret)
        let own = OwnChallengeRepository(transaction)
        // A code has 40 random bits. If it is taken, draw another.
        for _ in 0..<3 {
            if try await own.insert(
                challenge, puzzle, language: by.language, by: caller.userID, code: ChallengeCode(), digest: digest)
            {
                return try await own.add([caller.userID] + friends, to: challenge.id)
            }
            // Another user's challenge took the id at the same moment.
            if try await own.existing(challenge.id) != nil { throw Problem(.idTaken) }
        }
        throw Problem.unavailable()
    }

    private func seen(_ id: UUID, _ caller: Caller, _ transaction: TenantTransaction) async throws -> Challenge {
        let seen = try await ChallengeRepository(transaction, seenBy: caller.userID, by: wordLists).challenge(id)
        guard let seen else { throw Problem(.notFound) }
        return seen.challenge
    }
}
