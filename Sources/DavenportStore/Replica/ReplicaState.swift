import DavenportAPI
import Foundation

/// The progress of a copy, written with each page in the same transaction.
struct ReplicaState: Codable, Sendable, Equatable {
    /// The phases of a sync pass.
    enum Phase: String, Codable, Sendable {
        /// No pass is in progress.
        case idle
        /// Pages are being fetched.
        case paging
        /// All pages are fetched; missing comments are being fetched from the rooms' lists.
        case listing
    }

    /// The cursor of the next page; nil to fetch everything.
    var cursor: String?
    /// The number of the current or last pass. Each row has the number of the pass that sent it last.
    var pass = 0
    var phase = Phase.idle
    /// Whether the current pass fetches everything, so that rows that it doesn't contain are deleted.
    var isFull = false
    /// The answers that were counted when the current pass began, and when the last ended pass began.
    var begunAfter: AnswerCount?
    var endedAfter: AnswerCount?
    /// The person that the copy belongs to.
    var userID: UUID?
    /// By how many seconds the server's clock was ahead of the device's.
    var skew: TimeInterval = 0
    /// Whether a first full pass has ended.
    var isWhole = false

    /// Whether nothing was written since the other state was read, so that a page requested with that state can be
    /// applied.
    func isAt(_ other: ReplicaState) -> Bool {
        cursor == other.cursor && pass == other.pass && phase == other.phase && userID == other.userID
    }
}

/// The documents of a copy, each as last sent by the server; nil until then.
struct Documents: Sendable {
    var me: Me?
    var friends: FriendList?
    var blocks: Items<UserStub>?
    var notifications: Changes.Preferences?
    var mutes: Mutes?
    var dashboard: DashboardOutline?

    /// All users that the documents mention with their current names.
    ///
    /// Blocked users are left out: `blocks` holds them, and as authors of comments in rooms that they left, they keep
    /// their old names (rule 4.6) even if another room has a newer one.
    var people: [UserStub] {
        var people = me.map { [UserStub(id: $0.id, username: $0.username, identityColor: $0.identityColor, avatarURL: $0.avatarURL)] } ?? []
        if let friends { people += friends.friends + (friends.incoming + friends.outgoing).map { $0.user } }
        return people + (dashboard?.sections ?? []).flatMap { $0.group.members }
    }
}

/// The server's data that is held in memory: everything except comments and entries.
struct Base: Sendable {
    var state = ReplicaState()
    var rooms: [UUID: Room] = [:]
    /// All users that rooms, assignments, challenges and documents mention, as last sent by the server.
    var people: [UUID: UserStub] = [:]
    var documents = Documents()
    var items = ReplicaItems()
}

extension Base {
    /// The users that rooms, assignments, challenges and documents mention. The stored names of all other users may be
    /// outdated.
    var named: Set<UUID> {
        var named = Set(documents.people.map { $0.id })
        for room in rooms.values { named.formUnion(room.members.map { $0.user.id }) }
        for assignment in items.assignments.values { named.formUnion([assignment.student.id] + assignment.task.teachers.map { $0.id }) }
        return named.union(items.challenges.values.compactMap { $0.maker?.id })
    }
}

/// The changes that were made by writing a page.
struct Effect: Sendable {
    var state: ReplicaState
    var rooms: [Room] = []
    var removedRooms: [UUID] = []
    /// The rooms whose comments have changed.
    var commented: Set<UUID> = []
    var people: [UserStub] = []
    var documents = Documents()
    var items = ReplicaItems()
    /// The ids of the removed items of all kinds.
    var removedItems: [UUID] = []
}
