import DavenportAPI
import Foundation

extension DavenportClient {
    /// Set where you are in the show or movie, for all of your devices.
    public var setPosition: Call<NewPosition, Room> { Call(self, Endpoints.setPosition) }
    /// Delete your position in a room.
    public var deletePosition: Call<RoomReference, NoContent> { Call(self, Endpoints.deletePosition) }
}

extension Call where In == NewPosition {
    /// Calls an endpoint with your position in a room.
    public func callAsFunction(roomID: UUID, seconds: Int, running: Bool) async throws -> Out {
        try await self(In(roomID: roomID, seconds: seconds, running: running))
    }
}
