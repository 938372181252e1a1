import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create a task for yourself alone.
    public var createOwnTask: Call<NewOwnTask, Created<Assignment>> { Call(self, Endpoints.createOwnTask) }
    /// Change a task that you made for yourself, or its state.
    public var changeOwnTask: Call<OwnTaskChange, Assignment> { Call(self, Endpoints.changeOwnTask) }
    /// Delete a task that you made for yourself.
    public var deleteOwnTask: Call<OwnTaskReference, NoContent> { Call(self, Endpoints.deleteOwnTask) }
}

extension Call where In == OwnTaskReference {
    /// Calls an endpoint with a task that you made for yourself.
    public func callAsFunction(ownTaskID: UUID) async throws -> Out { try await self(In(ownTaskID: ownTaskID)) }
}
