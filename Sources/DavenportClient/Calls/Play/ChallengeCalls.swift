import DavenportAPI
import Foundation

extension DavenportClient {
    /// Retrieve today's two challenges.
    public var showToday: Call<NoInput, PlayToday> { Call(self, Endpoints.showToday) }
    /// Retrieve a challenge.
    public var showChallenge: Call<ChallengeReference, Challenge> { Call(self, Endpoints.showChallenge) }
    /// Start your play of a challenge, or retrieve it.
    public var startPlay: Call<ChallengeReference, Created<Play>> { Call(self, Endpoints.startPlay) }
    /// List a challenge's results, best first.
    public var listResults: Call<ResultQuery, ChallengeResults> { Call(self, Endpoints.listResults) }
}

extension Call where In == ChallengeReference {
    /// Calls an endpoint with a challenge.
    public func callAsFunction(challengeID: UUID) async throws -> Out { try await self(In(challengeID: challengeID)) }
}
