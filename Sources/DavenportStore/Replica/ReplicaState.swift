import DavenportAPI
import Foundation

/// How far a copy has come: written with each page, in its transaction.
struct ReplicaState: Codable, Sendable, Equatable {
    /// What a pass is doing.
    enum Phase: String, Codable, Sendable {
        /// None is under way.
        case idle
        /// Pages are being told.
        case paging
        /// All pages were told; rooms whose comments are missing are being read by their lists.
        case listing
    }

    /// What the next page is asked with; nil where everything is to be fetched.
    var cursor: String?
    /// The number of the pass that is under way, or of the last one. Rows bear the number of the pass that told them last.
    var pass = 0
    var phase = Phase.idle
    /// Whether the pass under way tells everything, so that what it doesn't tell is gone.
    var isFull = false
    /// The answers that the pass under way began after, and those that the last one that has ended had begun after.
    var begunAfter: AnswerCount?
    var endedAfter: AnswerCount?
    /// Whose copy it is.
    var userID: UUID?
    /// By how many seconds the server's clock was ahead of the device's.
    var skew: TimeInterval = 0
    /// Whether everything has been fetched once.
    var isWhole = false

    /// Whether nothing was written since the other was read: then a page that was asked for there belongs here.
    func isAt(_ other: ReplicaState) -> Bool {
        cursor == other.cursor && pass == other.pass && phase == other.phase && userID == other.userID
    }
}

/// The documents of a copy, each as it was told last. Each is nil until it was told.
struct Documents: Sendable {
    var me: Me?
    var friends: FriendList?
    var blocks: Items<UserStub>?
    var notifications: Changes.Preferences?
    var mutes: Mutes?
    var dashboard: DashboardOutline?

    /// Everybody whom they name as they are called now. Who blocks one is called in `blocks`, and as the author of comments in rooms they
    /// left, as they were before (rule 4.6), also where another room tells a newer name.
    var people: [UserStub] {
        var people = me.map { [UserStub(id: $0.id, username: $0.username, identityColor: $0.identityColor, avatarURL: $0.avatarURL)] } ?? []
        if let friends { people += friends.friends + (friends.incoming + friends.outgoing).map { $0.user } }
        return people + (dashboard?.sections ?? []).flatMap { $0.group.members }
    }
}

/// What the server has told, as far as it is in memory: the rooms without their comments.
struct Base: Sendable {
    var state = ReplicaState()
    var rooms: [UUID: Room] = [:]
    /// Everybody whom rooms, assignments, challenges and documents name, by the stub that was told last.
    var people: [UUID: UserStub] = [:]
    var documents = Documents()
    var items = ReplicaItems()
}

extension Base {
    /// Whom rooms, assignments, challenges and documents name. Somebody else may have another name by now than is known of them.
    var named: Set<UUID> {
        var named = Set(documents.people.map { $0.id })
        for room in rooms.values { named.formUnion(room.members.map { $0.user.id }) }
        for assignment in items.assignments.values { named.formUnion([assignment.student.id] + assignment.task.teachers.map { $0.id }) }
        return named.union(items.challenges.values.compactMap { $0.maker?.id })
    }
}

/// What writing a page has changed.
struct Effect: Sendable {
    var state: ReplicaState
    var rooms: [Room] = []
    var removedRooms: [UUID] = []
    /// Rooms whose comments are others now.
    var commented: Set<UUID> = []
    var people: [UserStub] = []
    var documents = Documents()
    var items = ReplicaItems()
    /// Of what of those is gone.
    var removedItems: [UUID] = []
}
