import DavenportAPI
import Foundation

extension DavenportClient {
    /// Make a room for one thing with some friends.
    public var createRoom: Call<NewRoom, Created<Room>> { Call(self, Endpoints.createRoom) }
    /// My rooms, latest activity first, archived ones too.
    public var listRooms: Call<RoomQuery, Page<Room>> { Call(self, Endpoints.listRooms) }
    /// One of my rooms.
    public var showRoom: Call<RoomReference, Room> { Call(self, Endpoints.showRoom) }
    /// Delete a room for all; for its host, and for admins and owners in it.
    public var deleteRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.deleteRoom) }
    /// Go on with the next episode, with the people of this room.
    public var createNextRoom: Call<RoomReference, Created<Room>> { Call(self, Endpoints.createNextRoom) }
    /// Bring somebody into a room.
    public var addMember: Call<MembershipReference, Room> { Call(self, Endpoints.addMember) }
    /// Leave a room; the last one to leave deletes it.
    public var leaveRoom: Call<RoomReference, NoContent> { Call(self, Endpoints.leaveRoom) }
    /// Say that I have watched.
    public var markWatched: Call<WatchedMark, Room> { Call(self, Endpoints.markWatched) }
    /// Take back that I have watched.
    public var unmarkWatched: Call<RoomReference, Room> { Call(self, Endpoints.unmarkWatched) }
    /// Say up to which comment I have read.
    public var markRead: Call<ReadMark, Unread> { Call(self, Endpoints.markRead) }
}

extension Call where In == RoomReference {
    /// Calls an endpoint about one of my rooms.
    public func callAsFunction(roomID: UUID) async throws -> Out { try await self(In(roomID: roomID)) }
}

extension Call where In == MembershipReference {
    /// Calls an endpoint about somebody and one of my rooms.
    public func callAsFunction(roomID: UUID, userID: UUID) async throws -> Out { try await self(In(roomID: roomID, userID: userID)) }
}

extension Call where In == WatchedMark {
    /// Says that I have watched.
    /// - Parameter watchedAt: when; now unless given, and where it lies up to five minutes ahead.
    public func callAsFunction(roomID: UUID, watchedAt: Date? = nil) async throws -> Out {
        try await self(In(roomID: roomID, watchedAt: watchedAt))
    }
}

extension Call where In == ReadMark {
    /// Says that I have read up to and including this comment.
    public func callAsFunction(roomID: UUID, commentID: UUID) async throws -> Out {
        try await self(In(roomID: roomID, commentID: commentID))
    }
}
