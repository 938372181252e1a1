import Foundation

/// The changes of rooms since the client's cursor, for the rooms that the caller is a member of.
public struct RoomChanges: Codable, Sendable, Equatable {
    /// The changed rooms, each with all its fields. The client inserts each one, or replaces the room with the same id.
    public let items: [Room]
    /// The ids of rooms that were deleted or that the caller left. The client removes the comments of these rooms too.
    public let removed: [UUID]

    public init(items: [Room], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

/// The changes of comments since the client's cursor, in the rooms that the caller is a member of.
public struct CommentChanges: Codable, Sendable, Equatable {
    /// The changed comments, each with all its fields. The client inserts each one, or replaces the comment with the
    /// same id. The list covers all rooms, even archived ones.
    public let items: [Comment]
    /// The comments that were deleted.
    public let removed: [Removal]
    /// The ids of rooms whose comments the client now has completely. Until an id is in this list, the client may lack some
    /// of the room's comments.
    public let complete: [UUID]

    public init(items: [Comment], removed: [Removal], complete: [UUID]) {
        self.items = items
        self.removed = removed
        self.complete = complete
    }

    /// A deleted comment, identified by the room's id and the comment's id.
    public struct Removal: Codable, Sendable, Equatable, Hashable {
        public let roomID: UUID
        public let id: UUID

        public init(roomID: UUID, id: UUID) {
            self.roomID = roomID
            self.id = id
        }
    }
}

/// The dashboard with the ids of rooms instead of the rooms, for clients that already have the rooms.
public struct DashboardOutline: Codable, Sendable, Equatable {
    public let sections: [Section]

    /// A group with the ids of its active rooms.
    public struct Section: Codable, Sendable, Equatable {
        public let group: Group
        /// The ids of the active rooms, in the dashboard's order.
        public let roomIDs: [UUID]
        /// The episode that the group can watch next; nil if there is none.
        public let nextEpisode: NextEpisode?

        public init(group: Group, roomIDs: [UUID], nextEpisode: NextEpisode?) {
            self.group = group
            self.roomIDs = roomIDs
            self.nextEpisode = nextEpisode
        }
    }

    public init(sections: [Section]) {
        self.sections = sections
    }
}

extension ChangesPart<RoomChanges> {
    /// The rooms that the caller is a member of.
    public static var rooms: Self { .collection("rooms") }
}

extension ChangesPart<CommentChanges> {
    /// The comments in those rooms.
    public static var comments: Self { .collection("comments") }
}

extension ChangesPart<DashboardOutline> {
    /// The dashboard, with room ids only.
    public static var dashboard: Self { .document("dashboard") }
}

extension ChangesPart<RoomRequests> {
    /// The requests to join rooms that concern the caller, and the rooms that the caller has opened.
    public static var roomRequests: Self { .document("roomRequests") }
}

extension Changes {
    /// The changed rooms.
    public var rooms: RoomChanges? {
        get { self[.rooms] }
        set { self[.rooms] = newValue }
    }

    /// The changed comments. Apply them after the rooms.
    public var comments: CommentChanges? {
        get { self[.comments] }
        set { self[.comments] = newValue }
    }

    /// The dashboard, if it differs from the last one sent.
    public var dashboard: DashboardOutline? {
        get { self[.dashboard] }
        set { self[.dashboard] = newValue }
    }

    /// The requests to join rooms that concern the caller, if they differ from the last ones sent.
    public var roomRequests: RoomRequests? {
        get { self[.roomRequests] }
        set { self[.roomRequests] = newValue }
    }
}
