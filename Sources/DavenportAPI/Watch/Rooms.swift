import Foundation

/// A member of a room.
public struct Member: Codable, Sendable, Equatable {
    public let user: UserStub
    /// The time at which the member watched, as the member stated it; nil if the member hasn't watched.
    public let watchedAt: Date?
    public let joinedAt: Date
    /// Whether the member is the room's host: its creator or, after they left, the longest-standing member.
    public let isHost: Bool

    public init(user: UserStub, watchedAt: Date?, joinedAt: Date, isHost: Bool) {
        self.user = user
        self.watchedAt = watchedAt
        self.joinedAt = joinedAt
        self.isHost = isHost
    }
}

/// The next step of a room, from the caller's point of view (rule 7.3).
public struct Attention: OpenEnumeration {
    /// The caller hasn't watched.
    public static let watch = Self(keeping: "watch")
    /// The caller has watched, and there are comments that they haven't read.
    public static let read = Self(keeping: "read")
    /// The caller has read everything, and waits for another member to watch.
    public static let wait = Self(keeping: "wait")
    /// All members have watched, and the caller has read everything. They can discuss now.
    public static let discuss = Self(keeping: "discuss")

    public static let allCases = [watch, read, wait, discuss]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }

    /// Computes the next step of a room from a member's point of view (rule 7.3), in the same way as the database view
    /// `room_cards`. With it, clients show the effect of a watched or read mark before the server has stored the mark.
    /// - Parameters:
    ///   - hasWatched: whether the member has watched.
    ///   - unreadCount: the number of other members' comments that the member hasn't read.
    ///   - othersHaveWatched: whether all other members have watched.
    public init(hasWatched: Bool, unreadCount: Int, othersHaveWatched: Bool) {
        self = !hasWatched ? .watch : unreadCount > 0 ? .read : othersHaveWatched ? .discuss : .wait
    }
}

/// A room as the caller, one of its members, sees it.
public struct Room: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    public let subject: Subject
    /// The members: the host first, then by time of joining.
    public package(set) var members: [Member]
    public let createdAt: Date
    /// The time at which the last of the members watched; nil until all members have watched.
    public let completedAt: Date?
    /// The time at which the room is archived, seven days after `completedAt`; nil until all members have watched. It
    /// may be in the past.
    public let archivesAt: Date?
    /// The time of the last new comment or watched mark, or of the room's creation if there is none.
    public let lastActivityAt: Date
    public let commentCount: Int
    /// The number of other members' comments that the caller hasn't read.
    public package(set) var unreadCount: Int
    /// The number of the last comment that the caller has read; 0 if none.
    public package(set) var readNumber: Int
    public package(set) var attention: Attention
    /// Whether all members watched at least seven days ago.
    public package(set) var archived: Bool
    /// Whether the server sends the caller no notifications about the room.
    public let muted: Bool
    /// The id of the group that the room belongs to: the same people with the same show, or with movies or custom
    /// titles.
    public let group: String
    /// Where the caller is in the show or movie; nil if they haven't said, or have watched. Nobody else sees it.
    public package(set) var position: Position?
    /// The languages of the room's subtitles, as BCP 47 tags in the order of their texts.
    public let subtitles: [String]
    /// The poster of the show or the movie in up to three widths, the narrowest first; nil if the server knows none.
    public package(set) var poster: [MediaPicture]?
    /// A wide picture of the show or the movie, never of an episode, in up to three widths; nil if the server knows none.
    public package(set) var still: [MediaPicture]?

    public init(
        id: UUID, subject: Subject, members: [Member], createdAt: Date, completedAt: Date?, archivesAt: Date?, lastActivityAt: Date,
        commentCount: Int, unreadCount: Int, readNumber: Int, attention: Attention, archived: Bool, muted: Bool, group: String,
        position: Position? = nil, subtitles: [String] = [], poster: [MediaPicture]? = nil, still: [MediaPicture]? = nil
    ) {
        self.id = id
        self.subject = subject
        self.members = members
        self.createdAt = createdAt
        self.completedAt = completedAt
        self.archivesAt = archivesAt
        self.lastActivityAt = lastActivityAt
        self.commentCount = commentCount
        self.unreadCount = unreadCount
        self.readNumber = readNumber
        self.attention = attention
        self.archived = archived
        self.muted = muted
        self.group = group
        self.position = position
        self.subtitles = subtitles
        self.poster = poster
        self.still = still
    }
}

/// The data of a new room.
public struct NewRoom: IdentifiedInput, Decodable, Equatable {
    /// A UUID that the client chooses, so that a retry creates nothing twice. If it is nil, the server chooses one.
    public var id: UUID?
    public let subject: NewSubject
    /// The ids of the other members. The caller is always a member.
    public let memberIDs: [UUID]
    /// Whether to create the room even if the same people already have a room for the same subject.
    public let rewatch: Bool

    /// Creates the input without checking it; the server enforces the limits.
    public init(id: UUID? = nil, subject: NewSubject, memberIDs: [UUID], rewatch: Bool = false) {
        self.id = id
        self.subject = subject
        self.memberIDs = memberIDs
        self.rewatch = rewatch
    }

    public init(_ fields: inout Fields) {
        id = fields.optional("id", .uuid)
        subject = fields.required("subject", object: NewSubject.self)
        memberIDs = fields.required("memberIDs", .uuids(upTo: RoomLimits.members - 1))
        rewatch = fields.optional("rewatch", .boolean, default: false)
    }
}

/// A filter and a position in the list of the caller's rooms.
public struct RoomQuery: PagedInput {
    /// The id of the group whose rooms to return; nil returns all groups.
    public let group: String?
    /// The kind of subject of the rooms to return; nil returns all kinds.
    public let kind: Subject.Kind?
    /// Whether to return only archived or only active rooms; nil returns both.
    public let archived: Bool?
    public var after: String?
    /// The maximum number of rooms on the page: 1 to 100.
    public let limit: Int

    /// Creates the input without checking it.
    /// - Parameters:
    ///   - group: the id of the group whose rooms to return; nil returns all groups.
    ///   - kind: the kind of subject of the rooms to return; nil returns all kinds.
    ///   - archived: whether to return only archived or only active rooms; nil returns both.
    ///   - after: the cursor that the previous page has as `next`; nil for the first page.
    ///   - limit: the maximum number of rooms on the page: 1 to 100.
    public init(group: String? = nil, kind: Subject.Kind? = nil, archived: Bool? = nil, after: String? = nil, limit: Int = PageQuery.usual)
    {
        self.group = group
        self.kind = kind
        self.archived = archived
        self.after = after
        self.limit = limit
    }

    public init(_ fields: inout Fields) {
        group = fields.optional("group", .text(1...200))
        kind = fields.optional("kind", .oneOf(Subject.Kind.self, placeholder: .tv))
        archived = fields.optional("archived", .boolean)
        after = fields.optional("after", .cursor)
        limit = fields.optional("limit", .integer(PageQuery.sizes), default: PageQuery.usual)
    }
}

/// A reference to one of the caller's rooms.
public struct RoomReference: Input, Decodable, Equatable {
    public let roomID: UUID

    public init(roomID: UUID) {
        self.roomID = roomID
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
    }
}

/// A reference to one of the caller's rooms, and to a person who is or becomes a member of it.
public struct MembershipReference: Input {
    public let roomID: UUID
    public let userID: UUID

    public init(roomID: UUID, userID: UUID) {
        self.roomID = roomID
        self.userID = userID
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
        userID = fields.required("userID", .uuid)
    }
}

extension Endpoints {
    static let rooms: [any EndpointDeclaration] = [
        createRoom, listRooms, showRoom, deleteRoom, createNextRoom, addMember, leaveRoom, markWatched, unmarkWatched, markRead,
    ]

    public static let createRoom = Endpoint<NewRoom, Created<Room>>(
        "createRoom", .post, "/rooms", .user, feature: .watch, success: 201,
        errors: [
            .roomExists, .membersCannotShareRoom, .unknownUser, .idTaken, .limitReached, .tooManyRequests, .unknownSubject,
            .catalogueUnavailable,
        ],
        summary: "Create a room for an episode, a movie or a custom title.",
        details: "The same people share one room for each subject. A second one is refused with `room_exists`, unless `rewatch` is true.")
    public static let listRooms = Endpoint<RoomQuery, Page<Room>>(
        "listRooms", .get, "/rooms", .user, feature: .watch, summary: "List your rooms, including archived ones, latest activity first.")
    public static let showRoom = Endpoint<RoomReference, Room>(
        "showRoom", .get, "/rooms/{roomID}", .user, feature: .watch, summary: "Retrieve one of your rooms.")
    public static let deleteRoom = Endpoint<RoomReference, NoContent>(
        "deleteRoom", .delete, "/rooms/{roomID}", .user, feature: .watch, success: 204,
        errors: [.forbidden], summary: "Delete a room for all members. Requires its host, or an admin or owner in it.")
    public static let createNextRoom = Endpoint<RoomReference, Created<Room>>(
        "createNextRoom", .post, "/rooms/{roomID}/next", .user, feature: .watch, success: 201,
        errors: [.noNextEpisode, .membersCannotShareRoom, .limitReached, .tooManyRequests, .catalogueUnavailable], isIdempotent: true,
        summary: "Create a room for the next episode, with the members of this room.",
        details: "Concurrent requests create one room and return the same one.")
    public static let addMember = Endpoint<MembershipReference, Room>(
        "addMember", .put, "/rooms/{roomID}/members/{userID}", .user, feature: .watch,
        errors: [.roomFull, .membersCannotShareRoom, .unknownUser], summary: "Add a person to a room.")
    public static let leaveRoom = Endpoint<RoomReference, NoContent>(
        "leaveRoom", .delete, "/rooms/{roomID}/members/me", .user, feature: .watch, success: 204,
        summary: "Leave a room. The room is deleted when its last member leaves.")
    public static let markWatched = Endpoint<WatchedMark, Room>(
        "markWatched", .put, "/rooms/{roomID}/watched", .user, feature: .watch, summary: "Mark a room as watched.")
    public static let unmarkWatched = Endpoint<RoomReference, Room>(
        "unmarkWatched", .delete, "/rooms/{roomID}/watched", .user, feature: .watch, summary: "Remove your watched mark from a room.")
    public static let markRead = Endpoint<ReadMark, Unread>(
        "markRead", .put, "/rooms/{roomID}/read", .user, feature: .watch, summary: "Mark a room as read, up to a comment.",
        details: "The read mark never moves backwards.")
}
