import DavenportAPI
import Foundation

extension DavenportClient {
    /// Transfer a person's tasks and students. Only owners may transfer those of owners and admins.
    public var handOver: Call<Handover, NoContent> { Call(self, Endpoints.handOver) }
}

extension Call where In == Handover {
    /// Transfers the tasks and students of the teacher `userID` to the person `toUserID`.
    public func callAsFunction(userID: UUID, toUserID: UUID) async throws -> Out {
        try await self(In(userID: userID, toUserID: toUserID))
    }
}
