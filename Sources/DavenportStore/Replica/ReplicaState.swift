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
        /// All pages are fetched; missing threads are being fetched from their lists.
        case listing
    }

    /// The cursor of the next page; nil to fetch everything.
    var cursor: String?
    /// The number of the current or last pass. Each row has the number of the pass that sent it last.
    var pass = 0
    var phase = Phase.idle
    /// Whether the current pass fetches everything, so that rows that it doesn't contain are deleted.
    var isFull = false
    /// The number of answers that were counted when the current pass began.
    var begunAfter: AnswerCount?
    /// The number of answers that were counted when the last ended pass began. The copy contains the effects of these
    /// answered writes.
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

/// The server's data that is held in memory: everything except threads.
struct Base: Sendable {
    var state = ReplicaState()
    /// All users that collections and documents mention, as last sent by the server.
    var people: [UUID: UserStub] = [:]
    private var collections: [String: any Sendable] = [:]
    private var documents: [String: any Sendable] = [:]

    init(state: ReplicaState = ReplicaState()) {
        self.state = state
    }

    /// The items of a collection, by id.
    subscript<Item>(collection: ReplicaCollection<Item>) -> [UUID: Item] {
        get { collections[collection.name] as? [UUID: Item] ?? [:] }
        set { collections[collection.name] = newValue }
    }

    /// A document as last sent by the server; nil until then.
    subscript<Value>(part: ChangesPart<Value>) -> Value? {
        get { documents[part.name] as? Value }
        set { documents[part.name] = newValue.map { $0 as any Sendable } }
    }
}

/// The changes that were made by writing a page or a list, or by ending a pass.
struct Effect: Sendable {
    var state: ReplicaState
    var page: Changes?
    /// The items that were removed beside those that the page names, by collection.
    var removed: [String: [UUID]] = [:]
    /// The items whose threads have changed.
    var threads: Set<UUID> = []
    var people: [UserStub] = []
}
