import DavenportAPI
import Foundation

extension DavenportClient {
    /// Make somebody's tasks and students another's; those of owners and admins only as an owner.
    public var handOver: Call<Handover, NoContent> { Call(self, Endpoints.handOver) }
}

extension Call where In == Handover {
    /// Makes what somebody teaches another's.
    public func callAsFunction(userID: UUID, toUserID: UUID) async throws -> Out {
        try await self(In(userID: userID, toUserID: toUserID))
    }
}
