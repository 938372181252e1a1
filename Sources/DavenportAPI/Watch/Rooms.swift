import Foundation

/// Somebody in a room.
public struct Member: Codable, Sendable, Equatable {
    public let user: UserStub
    /// Since when they have watched, as they say; nil where they have not.
    public let watchedAt: Date?
    public let joinedAt: Date
    /// Who made the room, and after them the longest-standing member.
    public let isHost: Bool

    public init(user: UserStub, watchedAt: Date?, joinedAt: Date, isHost: Bool) {
        self.user = user
        self.watchedAt = watchedAt
        self.joinedAt = joinedAt
        self.isHost = isHost
    }
}

extension Member: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("user", user)
            $0.field("watchedAt", watchedAt)
            $0.field("joinedAt", joinedAt)
            $0.field("isHost", isHost)
        }
    }
}

/// What a room wants of me.
public struct Attention: OpenEnumeration {
    /// I have not watched.
    public static let watch = Self(keeping: "watch")
    /// I have watched, and there are comments that I have not read.
    public static let read = Self(keeping: "read")
    /// Somebody else has not watched.
    public static let wait = Self(keeping: "wait")
    /// Everybody has watched, and I have read everything.
    public static let discuss = Self(keeping: "discuss")

    public static let allCases = [watch, read, wait, discuss]

    public let rawValue: String

    public init(keeping text: String) { rawValue = text }

    /// What a room wants of somebody (rule 7.3), as the view `room_cards` says it: for clients that show a mark before the server
    /// knows it.
    /// - Parameters:
    ///   - hasWatched: whether they have watched.
    ///   - unreadCount: how many comments of others they have not read.
    ///   - othersHaveWatched: whether everybody else has watched.
    public init(hasWatched: Bool, unreadCount: Int, othersHaveWatched: Bool) {
        self = !hasWatched ? .watch : unreadCount > 0 ? .read : othersHaveWatched ? .discuss : .wait
    }
}

/// A room as one of its members sees it.
public struct Room: Codable, Sendable, Equatable, Identifiable {
    public let id: UUID
    public let subject: Subject
    /// The host first, then by joining.
    public let members: [Member]
    public let createdAt: Date
    /// Since when every member has watched.
    public let completedAt: Date?
    /// When it goes to the archive, or went: seven days after that.
    public let archivesAt: Date?
    /// When it was made, or the last comment or watched mark in it.
    public let lastActivityAt: Date
    public let commentCount: Int
    /// Comments of others that I have not read.
    public let unreadCount: Int
    /// The number of the last comment I have read; 0 before the first.
    public let readNumber: Int
    public let attention: Attention
    /// Whether everybody has watched for seven days or longer.
    public let archived: Bool
    /// Whether it sends me no notifications.
    public let muted: Bool
    /// The id of its group.
    public let group: String

    public init(
        id: UUID, subject: Subject, members: [Member], createdAt: Date, completedAt: Date?, archivesAt: Date?, lastActivityAt: Date,
        commentCount: Int, unreadCount: Int, readNumber: Int, attention: Attention, archived: Bool, muted: Bool, group: String
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
    }
}

extension Room: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("subject", subject)
            $0.field("members", members)
            $0.field("createdAt", createdAt)
            $0.field("completedAt", completedAt)
            $0.field("archivesAt", archivesAt)
            $0.field("lastActivityAt", lastActivityAt)
            $0.field("commentCount", commentCount)
            $0.field("unreadCount", unreadCount)
            $0.field("readNumber", readNumber)
            $0.field("attention", attention.rawValue)
            $0.field("archived", archived)
            $0.field("muted", muted)
            $0.field("group", group)
        }
    }
}

/// A room that shall be made.
public struct NewRoom: IdentifiedInput, Decodable, Equatable {
    /// Chosen by the client so that a retry doesn't double; the server's choice otherwise.
    public var id: UUID?
    public let subject: NewSubject
    /// The others; oneself is a member anyway.
    public let memberIDs: [UUID]
    /// Make it although the same people have a room for the same thing.
    public let rewatch: Bool

    /// A room as a program makes it; the limits are those of the API.
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

/// Which of my rooms to list, and from where.
public struct RoomQuery: PagedInput {
    /// Only rooms of the group with this id; all unless given.
    public let group: String?
    /// Only rooms about such a thing; all unless given.
    public let kind: Subject.Kind?
    /// Only archived ones, or only others; both unless given.
    public let archived: Bool?
    public var after: String?
    /// At most so many: 1 to 100.
    public let limit: Int

    /// A part of my rooms; `limit` is 1 to 100, `after` the `next` of the page before.
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

/// One of my rooms.
public struct RoomReference: Input, Decodable, Equatable {
    public let roomID: UUID

    public init(roomID: UUID) {
        self.roomID = roomID
    }

    public init(_ fields: inout Fields) {
        roomID = fields.required("roomID", .uuid)
    }
}

/// One of my rooms, and somebody in it or to be in it.
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
            .roomExists, .membersCannotShareRoom, .unknownUser, .idTaken, .tooManyRequests, .unknownSubject, .catalogueUnavailable,
        ],
        summary: "Make a room for one thing with some friends.",
        details: "The same people have one room for the same thing: `room_exists` names it, unless `rewatch` is true.")
    public static let listRooms = Endpoint<RoomQuery, Page<Room>>(
        "listRooms", .get, "/rooms", .user, feature: .watch, summary: "My rooms, latest activity first, archived ones too.")
    public static let showRoom = Endpoint<RoomReference, Room>(
        "showRoom", .get, "/rooms/{roomID}", .user, feature: .watch, summary: "One of my rooms.")
    public static let deleteRoom = Endpoint<RoomReference, NoContent>(
        "deleteRoom", .delete, "/rooms/{roomID}", .user, feature: .watch, success: 204,
        errors: [.forbidden], summary: "Delete a room for all; for its host, and for admins and owners in it.")
    public static let createNextRoom = Endpoint<RoomReference, Created<Room>>(
        "createNextRoom", .post, "/rooms/{roomID}/next", .user, feature: .watch, success: 201,
        errors: [.noNextEpisode, .membersCannotShareRoom, .tooManyRequests, .catalogueUnavailable], isIdempotent: true,
        summary: "Go on with the next episode, with the people of this room.",
        details: "However many ask at once, there is one room.")
    public static let addMember = Endpoint<MembershipReference, Room>(
        "addMember", .put, "/rooms/{roomID}/members/{userID}", .user, feature: .watch,
        errors: [.roomFull, .membersCannotShareRoom, .unknownUser], summary: "Bring somebody into a room.")
    public static let leaveRoom = Endpoint<RoomReference, NoContent>(
        "leaveRoom", .delete, "/rooms/{roomID}/members/me", .user, feature: .watch, success: 204,
        summary: "Leave a room; the last one to leave deletes it.")
    public static let markWatched = Endpoint<WatchedMark, Room>(
        "markWatched", .put, "/rooms/{roomID}/watched", .user, feature: .watch, summary: "Say that I have watched.")
    public static let unmarkWatched = Endpoint<RoomReference, Room>(
        "unmarkWatched", .delete, "/rooms/{roomID}/watched", .user, feature: .watch, summary: "Take back that I have watched.")
    public static let markRead = Endpoint<ReadMark, Unread>(
        "markRead", .put, "/rooms/{roomID}/read", .user, feature: .watch, summary: "Say up to which comment I have read.",
        details: "The marker never goes back.")
}
