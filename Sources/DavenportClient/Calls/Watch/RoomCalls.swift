import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create a room for an episode, a movie or a custom title.
    public var createRoom: Call<NewRoom, Created<Room>> { Call(self, Endpoints.createRoom) }
    /// List your rooms, including archived ones, latest activity first.
    public var listRooms: Call<RoomQuery, Page<Room>> { Call(self, Endpoints.listRooms) }
    /// Retrieve one of your rooms.
    public var showRoom: Call<RoomReference, Room> { Call(self, Endpoints.showRoom) }
    /// Delete a room for all members. Requires its host, or an admin or owner in it.
    public var deleteRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.deleteRoom) }
    /// Create a room for the next episode, with the members of this room.
    public var createNextRoom: Call<RoomReference, Created<Room>> { Call(self, Endpoints.createNextRoom) }
    /// Add a person to a room.
    public var addMember: Call<MembershipReference, Room> { Call(self, Endpoints.addMember) }
    /// Leave a room. The room is deleted when its last member leaves.
    public var leaveRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.leaveRoom) }
    /// Mark a room as watched.
    public var markWatched: Call<WatchedMark, Room> { Call(self, Endpoints.markWatched) }
    /// Remove your watched mark from a room.
    public var unmarkWatched: Call<RoomReference, Room> { Call(self, Endpoints.unmarkWatched) }
    /// Mark a room as read, up to a comment.
    public var markRead: Call<ReadMark, Unread> { Call(self, Endpoints.markRead) }
}

extension Call where In == RoomReference {
    /// Calls an endpoint with one of your rooms.
    public func callAsFunction(roomID: UUID) async throws -> Out { try await self(In(roomID: roomID)) }
}

extension Call where In == MembershipReference {
    /// Calls an endpoint with one of your rooms and a person.
    public func callAsFunction(roomID: UUID, userID: UUID) async throws -> Out { try await self(In(roomID: roomID, userID: userID)) }
}

extension Call where In == WatchedMark {
    /// Marks the room's subject as watched by you.
    /// - Parameter watchedAt: the time at which you watched; nil means now. A time up to five minutes in the future
    ///   counts as now.
    public func callAsFunction(roomID: UUID, watchedAt: Date? = nil) async throws -> Out {
        try await self(In(roomID: roomID, watchedAt: watchedAt))
    }
}

extension Call where In == ReadMark {
    /// Marks a room's comments up to and including the given one as read.
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}
