import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create a challenge of your own, alone or with friends.
    public var createChallenge: Call<NewChallenge, Created<Challenge>> { Call(self, Endpoints.createChallenge) }
    /// Invite a friend to a challenge that you made.
    public var addPlayer: Call<ChallengePlayerReference, Challenge> { Call(self, Endpoints.addPlayer) }
    /// Join a challenge by its code.
    public var joinChallenge: Call<ChallengeCodeQuery, Challenge> { Call(self, Endpoints.joinChallenge) }
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
