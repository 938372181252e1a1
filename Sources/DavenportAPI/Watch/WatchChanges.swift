import Foundation

/// What has changed of the rooms that one is in.
public struct RoomChanges: Codable, Sendable, Equatable {
    /// Each whole, to be put in the place of the one with its id.
    public let items: [Room]
    /// Rooms that one isn't in any more, or that are gone: their comments go with them.
    public let removed: [UUID]

    public init(items: [Room], removed: [UUID]) {
        self.items = items
        self.removed = removed
    }
}

extension RoomChanges: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("items", items)
            $0.field("removed", removed)
        }
    }
}

/// What has changed of the comments in those rooms.
public struct CommentChanges: Codable, Sendable, Equatable {
    /// Each whole, to be put in the place of the one with its id. Changed ones are told of every room, archived ones too.
    public let items: [Comment]
    /// Comments that are deleted.
    public let removed: [Removal]
    /// Rooms all of whose comments have been told by now; nothing else says so.
    public let complete: [UUID]

    public init(items: [Comment], removed: [Removal], complete: [UUID]) {
        self.items = items
        self.removed = removed
        self.complete = complete
    }

    /// A comment of a room, by their ids.
    public struct Removal: Codable, Sendable, Equatable, Hashable {
        public let roomID: UUID
        public let id: UUID

        public init(roomID: UUID, id: UUID) {
            self.roomID = roomID
            self.id = id
        }
    }
}

extension CommentChanges: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("items", items)
            $0.field("removed", removed)
            $0.field("complete", complete)
        }
    }
}

extension CommentChanges.Removal: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("roomID", roomID)
            $0.field("id", id)
        }
    }
}

/// The dashboard where the rooms themselves are known: `Dashboard` with their ids alone.
public struct DashboardOutline: Codable, Sendable, Equatable {
    public let sections: [Section]

    /// A group with its active rooms.
    public struct Section: Codable, Sendable, Equatable {
        public let group: Group
        /// In their order.
        public let roomIDs: [UUID]
        /// The episode that the group could go on with; nil where there is none.
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

extension DashboardOutline: JSONWritable {
    package func write(to json: inout JSONOutput) { json.object { $0.field("sections", sections) } }
}

extension DashboardOutline.Section: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("group", group)
            $0.field("roomIDs", roomIDs)
            $0.field("nextEpisode", nextEpisode)
        }
    }
}
