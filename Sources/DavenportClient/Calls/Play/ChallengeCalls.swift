import DavenportAPI
import Foundation

extension DavenportClient {
    /// Today's two challenges.
    public var showToday: Call<NoInput, PlayToday> { Call(self, Endpoints.showToday) }
    /// One challenge.
    public var showChallenge: Call<ChallengeReference, Challenge> { Call(self, Endpoints.showChallenge) }
    /// Start my play of a challenge, or find it.
    public var startPlay: Call<ChallengeReference, Created<Play>> { Call(self, Endpoints.startPlay) }
    /// How everybody did in a challenge, best first.
    public var listResults: Call<ResultQuery, ChallengeResults> { Call(self, Endpoints.listResults) }
}

extension Call where In == ChallengeReference {
    /// Calls an endpoint about one challenge.
    public func callAsFunction(challengeID: UUID) async throws -> Out { try await self(In(challengeID: challengeID)) }
}
