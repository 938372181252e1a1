import DavenportAPI
import Foundation

extension Call where In == ChallengeReference {
    /// Calls an endpoint with a challenge.
    public func callAsFunction(challengeID: UUID) async throws -> Out { try await self(In(challengeID: challengeID)) }
}

extension Call where In == PresentedTransaction {
    /// Sends a purchase to the server, in the form of the `jwsRepresentation` of a StoreKit transaction.
    public func callAsFunction(signedTransaction: String) async throws -> Out { try await self(In(signedTransaction: signedTransaction)) }
}

extension Call where In == ChallengePlayerReference {
    /// Calls an endpoint with a challenge that you made and a player.
    public func callAsFunction(challengeID: UUID, userID: UUID) async throws -> Out {
        try await self(In(challengeID: challengeID, userID: userID))
    }
}

extension Call where In == ChallengeCodeQuery {
    /// Calls an endpoint with the code of a challenge.
    public func callAsFunction(code: String) async throws -> Out { try await self(In(code: code)) }
}

extension Call where In == PlayReference {
    /// Calls an endpoint with a play.
    public func callAsFunction(playID: UUID) async throws -> Out { try await self(In(playID: playID)) }
}

extension Call where In == WordListReference {
    /// Fetches a word list by its id, which plays contain.
    public func callAsFunction(wordListID: String) async throws -> Out { try await self(In(wordListID: wordListID)) }
}
