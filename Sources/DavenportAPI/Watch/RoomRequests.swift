import Foundation

/// A room that the caller isn't in and may ask to join. It has nothing that was said there.
public struct JoinableRoom: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    /// The subject, without an episode's title, which may be a spoiler.
    public let subject: Subject
    public let memberCount: Int
    /// The caller's friends who have opened the room to their friends. Other members aren't named.
    public let friends: [UserStub]
    /// The time at which the caller asked; nil if no request of theirs waits.
    public let requestedAt: Date?

    public init(id: UUID, subject: Subject, memberCount: Int, friends: [UserStub], requestedAt: Date?) {
        self.id = id
        self.subject = subject
        self.memberCount = memberCount
        self.friends = friends
        self.requestedAt = requestedAt
    }
}

/// A person's request to join a room, as the members see it who may answer.
public struct RoomRequest: Codable, Sendable, Equatable {
    public let roomID: UUID
    /// The person who asks.
    public let user: UserStub
    public let requestedAt: Date

    public init(roomID: UUID, user: UserStub, requestedAt: Date) {
        self.roomID = roomID
        self.user = user
        self.requestedAt = requestedAt
    }
}

/// The caller's own request to join a room. It doesn't say whether a member has declined it.
public struct OwnRoomRequest: Codable, Sendable, Equatable {
    public let roomID: UUID
    /// The subject, without an episode's title, which may be a spoiler.
    public let subject: Subject
    public let requestedAt: Date

    public init(roomID: UUID, subject: Subject, requestedAt: Date) {
        self.roomID = roomID
        self.subject = subject
        self.requestedAt = requestedAt
    }
}

/// The requests to join rooms that concern the caller.
public struct RoomRequests: Codable, Sendable, Equatable {
    /// The requests that the caller may answer, the oldest first.
    public let incoming: [RoomRequest]
    /// The caller's own requests that wait, the oldest first.
    public let outgoing: [OwnRoomRequest]
    /// The ids of the rooms that the caller has opened to their friends.
    public let openRoomIDs: [UUID]

    public init(incoming: [RoomRequest], outgoing: [OwnRoomRequest], openRoomIDs: [UUID]) {
        self.incoming = incoming
        self.outgoing = outgoing
        self.openRoomIDs = openRoomIDs
    }
}

/// The limits of requests to join rooms.
package enum RoomRequestLimits {
    /// The maximum number of requests that wait for one room (rule 5.18).
    package static let waiting = 20
    /// The maximum number of rooms in the list of those that a person may ask to join (rule 5.15).
    package static let listed = 50
}

/// A reference to a room that the caller isn't in.
public struct OthersRoomReference: Input {
    public let roomID: UUID

    public init(roomID: UUID) {
        self.roomID = roomID
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
    }
}

extension Endpoints {
    static let roomRequests: [any EndpointDeclaration] = [
        listJoinableRooms, listRoomRequests, openRoom, closeRoom, askToJoin, withdrawRoomRequest, listRequestsOfRoom, acceptRoomRequest,
        declineRoomRequest,
    ]

    public static let listJoinableRooms = Endpoint<NoInput, Items<JoinableRoom>>(
        "listJoinableRooms", .get, "/rooms/joinable", .user, feature: .watch,
        summary: "List the rooms of friends that you may ask to join, at most 50, latest activity first.")
    public static let listRoomRequests = Endpoint<NoInput, RoomRequests>(
        "listRoomRequests", .get, "/rooms/requests", .user, feature: .watch,
        summary: "List the requests that you may answer, your own ones that wait, and the rooms that you have opened.")
    public static let openRoom = Endpoint<RoomReference, NoContent>(
        "openRoom", .put, "/rooms/{roomID}/open", .user, feature: .watch, success: 204,
        summary: "Open a room to your friends: they see that you are in it, and may ask to join.")
    public static let closeRoom = Endpoint<RoomReference, NoContent>(
        "closeRoom", .delete, "/rooms/{roomID}/open", .user, feature: .watch, success: 204,
        summary: "Close a room to your friends. Requests that wait stay.")
    public static let askToJoin = Endpoint<OthersRoomReference, Created<OwnRoomRequest>>(
        "askToJoin", .post, "/rooms/{roomID}/requests", .user, feature: .watch, success: 201,
        errors: [.roomFull, .limitReached, .tooManyRequests], isIdempotent: true,
        summary: "Ask to join a room that a friend has opened.",
        details: "Your friends in the room answer. The request waits for 30 days.")
    public static let withdrawRoomRequest = Endpoint<OthersRoomReference, NoContent>(
        "withdrawRoomRequest", .delete, "/rooms/{roomID}/requests/me", .user, feature: .watch, success: 204,
        summary: "Withdraw your request to join a room.")
    public static let listRequestsOfRoom = Endpoint<RoomReference, Items<RoomRequest>>(
        "listRequestsOfRoom", .get, "/rooms/{roomID}/requests", .user, feature: .watch,
        summary: "List the requests to join one of your rooms that you may answer, the oldest first.")
    public static let acceptRoomRequest = Endpoint<MembershipReference, Room>(
        "acceptRoomRequest", .put, "/rooms/{roomID}/requests/{userID}", .user, feature: .watch,
        errors: [.roomFull, .membersCannotShareRoom, .unknownUser], summary: "Accept a friend's request to join a room.")
    public static let declineRoomRequest = Endpoint<MembershipReference, NoContent>(
        "declineRoomRequest", .delete, "/rooms/{roomID}/requests/{userID}", .user, feature: .watch, success: 204,
        summary: "Decline a friend's request to join a room. The friend isn't notified.")
}
