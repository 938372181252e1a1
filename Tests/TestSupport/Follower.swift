import DavenportAPI
import DavenportClient
import Foundation

/// A user's copy of their data, which is kept up to date only by the sync feed.
public struct Follower: Sendable {
    public private(set) var rooms: [UUID: Room] = [:]
    public private(set) var comments: [UUID: Comment] = [:]
    public private(set) var complete: Set<UUID> = []
    public private(set) var assignments: [UUID: Assignment] = [:]
    public private(set) var entries: [UUID: Entry] = [:]
    public private(set) var completeAssignments: Set<UUID> = []
    public private(set) var challenges: [UUID: ChallengeOutline] = [:]
    public private(set) var plays: [UUID: PlayOutline] = [:]
    public private(set) var dashboard: DashboardOutline?
    public private(set) var friends: FriendList?
    /// The cursor for the next page.
    public var cursor: String?
    private let client: DavenportClient

    public init(_ client: DavenportClient) {
        self.client = client
    }

    /// The result of a sync.
    public struct Synced: Sendable, Equatable {
        public var rooms: [UUID] = []
        public var removedRooms: [UUID] = []
        public var comments: [UUID] = []
        public var removedComments: [UUID] = []
        public var complete: [UUID] = []
        public var assignments: [UUID] = []
        public var removedAssignments: [UUID] = []
        public var entries: [UUID] = []
        public var removedEntries: [UUID] = []
        public var completeAssignments: [UUID] = []
        public var challenges: [UUID] = []
        public var plays: [UUID] = []
        /// The returned documents, by the names of their fields.
        public var documents: Set<String> = []
        public var pages = 0

        public init() {}

        /// Whether the sync returned nothing.
        public var isEmpty: Bool {
            rooms.isEmpty && removedRooms.isEmpty && comments.isEmpty && removedComments.isEmpty && complete.isEmpty && documents.isEmpty
                && assignments.isEmpty && removedAssignments.isEmpty && entries.isEmpty && removedEntries.isEmpty
                && completeAssignments.isEmpty && challenges.isEmpty && plays.isEmpty
        }
    }

    /// Reads pages to the end of a sync.
    /// - Parameter between: runs between two pages.
    @discardableResult
    public mutating func follow(limit: Int = 200, between: () async throws -> Void = {}) async throws -> Synced {
        var synced = Synced()
        while true {
            let page = try await client.listChanges(ChangesQuery(since: cursor, limit: limit))
            apply(page, to: &synced)
            guard page.more else { return synced }
            try await between()
        }
    }

    /// Reads one page.
    @discardableResult
    public mutating func page(limit: Int = 200, wait: Int = 0) async throws -> Synced {
        var synced = Synced()
        apply(try await client.listChanges(ChangesQuery(since: cursor, limit: limit, wait: wait)), to: &synced)
        return synced
    }

    /// Starts at the present, with an empty copy.
    public mutating func begin() async throws {
        cursor = try await client.listChanges(ChangesQuery(since: ChangesQuery.sinceNow)).next
    }

    /// Forgets the cursor, so that the next sync is a full one.
    public mutating func forget() { cursor = nil }

    private mutating func apply(_ page: Changes, to synced: inout Synced) {
        cursor = page.next
        synced.pages += 1
        for room in page.rooms?.items ?? [] { rooms[room.id] = room }
        for id in page.rooms?.removed ?? [] {
            rooms[id] = nil
            complete.remove(id)
            comments = comments.filter { $0.value.roomID != id }
        }
        for comment in page.comments?.items ?? [] { comments[comment.id] = comment }
        for removal in page.comments?.removed ?? [] { comments[removal.id] = nil }
        complete.formUnion(page.comments?.complete ?? [])
        applyClass(page, to: &synced)
        applyPlay(page, to: &synced)
        if let outline = page.dashboard { dashboard = outline }
        if let list = page.friends { friends = list }
        synced.rooms += (page.rooms?.items ?? []).map(\.id)
        synced.removedRooms += page.rooms?.removed ?? []
        synced.comments += (page.comments?.items ?? []).map(\.id)
        synced.removedComments += (page.comments?.removed ?? []).map(\.id)
        synced.complete += page.comments?.complete ?? []
        let documents: [(String, Bool)] = [
            ("me", page.me != nil), ("friends", page.friends != nil), ("blocks", page.blocks != nil),
            ("notifications", page.notifications != nil), ("mutes", page.mutes != nil), ("dashboard", page.dashboard != nil),
            ("roomRequests", page.roomRequests != nil),
        ]
        synced.documents.formUnion(documents.filter(\.1).map(\.0))
    }

    private mutating func applyClass(_ page: Changes, to synced: inout Synced) {
        for assignment in page.assignments?.items ?? [] { assignments[assignment.id] = assignment }
        for id in page.assignments?.removed ?? [] {
            assignments[id] = nil
            completeAssignments.remove(id)
            entries = entries.filter { $0.value.assignmentID != id }
        }
        for entry in page.entries?.items ?? [] { entries[entry.id] = entry }
        for removal in page.entries?.removed ?? [] { entries[removal.id] = nil }
        completeAssignments.formUnion(page.entries?.complete ?? [])
        synced.assignments += (page.assignments?.items ?? []).map(\.id)
        synced.removedAssignments += page.assignments?.removed ?? []
        synced.entries += (page.entries?.items ?? []).map(\.id)
        synced.removedEntries += (page.entries?.removed ?? []).map(\.id)
        synced.completeAssignments += page.entries?.complete ?? []
    }

    private mutating func applyPlay(_ page: Changes, to synced: inout Synced) {
        for challenge in page.challenges?.items ?? [] { challenges[challenge.id] = challenge }
        for play in page.plays?.items ?? [] { plays[play.id] = play }
        synced.challenges += (page.challenges?.items ?? []).map(\.id)
        synced.plays += (page.plays?.items ?? []).map(\.id)
    }
}
