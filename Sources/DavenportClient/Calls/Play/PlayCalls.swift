import DavenportAPI
import Foundation

extension DavenportClient {
    /// Add moves to your play, or finish it.
    public var sendMoves: Call<NewMoves, Play> { Call(self, Endpoints.sendMoves) }
    /// Retrieve one of your plays, or one of a challenge that is open to you.
    public var showPlay: Call<PlayReference, Play> { Call(self, Endpoints.showPlay) }
    /// Strike a play of a challenge that is open to you.
    public var strikePlay: Call<PlayReference, NoContent> { Call(self, Endpoints.strikePlay) }
}

extension Call where In == PlayReference {
    /// Calls an endpoint with a play.
    public func callAsFunction(playID: UUID) async throws -> Out { try await self(In(playID: playID)) }
}
