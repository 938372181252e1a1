import DavenportAPI
import Domain
import Foundation

/// Brings the caller into the challenge that a code leads to. Said again it changes nothing.
///
/// A code that is nobody's, one of a challenge that has ended and one of a maker of whom either blocks the other are one answer, and a
/// wrong guess.
public struct JoinChallenge: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: ChallengeCodeQuery) async throws -> Challenge {
        try await dependencies.throttle.attempt(.code(by: caller), in: caller.tenant) {
            guard let code = ChallengeCode(input.code) else { throw Problem(.notFound) }
            return try await dependencies.database.transaction(in: caller.tenant.id) { transaction in
                let own = OwnChallengeRepository(transaction)
                guard let found = try await own.find(code) else { throw Problem(.notFound) }
                // People before challenges: blocking locks people too, and nothing locks them the other way round.
                _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: found.makerID.map { [$0] } ?? [])
                try await enter(found.id, caller, own)
                let seen = try await ChallengeRepository(transaction, seenBy: caller.userID).challenge(found.id)
                guard let seen else { throw Problem(.notFound) }
                return seen.challenge
            }
        }
    }

    /// - Throws: `notFound` where they may not come in; `challengeFull`.
    private func enter(_ id: UUID, _ caller: Caller, _ own: OwnChallengeRepository) async throws {
        guard let challenge = try await own.locked(id) else { throw Problem(.notFound) }
        guard !challenge.playerIDs.contains(caller.userID) else { return }
        guard !challenge.ended else { throw Problem(.notFound) }
        if let makerID = challenge.makerID, try await own.block(between: caller.userID, and: makerID) { throw Problem(.notFound) }
        guard challenge.playerIDs.count < PlayRules.players else { throw Problem(.challengeFull) }
        try await own.add([caller.userID], to: id)
    }
}
