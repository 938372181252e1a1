import DavenportAPI
import DavenportClient
import Foundation
import Observation

/// A copy of what its person sees, in a folder: it shows it without network, takes what they write, and is up to date after `sync()`.
///
/// What is shown is what the server has told, with the writes over it that it may not know yet. The folder belongs to one person of one
/// community: where the client speaks for another, what the first has left goes. Any number of processes may work on one folder.
@MainActor @Observable
public final class Replica {
    /// All rooms, the one last active first; those that wait to be made come before all others. They change by the replica alone.
    public let rooms = Store<Room>()
    /// Assignments that the person has or teaches, the one last active first. They change by the replica alone, as all that follow.
    public let assignments = Store<Assignment>()
    /// The daily challenges that came into being and the own ones that the person is in, the newest first.
    public let challenges = Store<ChallengeOutline>()
    /// The person's own plays, the newest first.
    public let plays = Store<PlayOutline>()
    /// Everybody whom rooms, assignments, challenges and documents name, as they are called now.
    public internal(set) var people: [UUID: UserStub] = [:]
    /// As `GET /me` answers it; nil until it was told, as with all documents.
    public internal(set) var me: Me?
    public internal(set) var friends: FriendList?
    /// Whom the person blocks.
    public internal(set) var blocks: [UserStub]?
    public internal(set) var notifications: Changes.Preferences?
    /// Whom and what the person would rather not read: an app folds what `Mutes.folds` says.
    public internal(set) var mutes: Mutes?
    public internal(set) var dashboard = ReplicaDashboard()
    /// What waits to be sent, and what has failed, in the order of writing.
    public internal(set) var writes: [Write] = []
    /// Whether everything has been fetched once.
    public internal(set) var isWhole = false
    /// Whether the server knows the session no more: the copy is deleted then, and what waits does so for a log-in.
    public internal(set) var isLoggedOut = false
    /// Whether the copy was found damaged, and is fetched anew.
    public internal(set) var wasRebuilt = false
    /// Where an outbox lies that was found damaged: what was in it could not be read.
    public internal(set) var damagedOutbox: URL?

    struct Files: Sendable {
        let replica: ReplicaFile
        let outbox: OutboxFile
    }

    /// A room whose comments somebody holds.
    struct OpenRoom {
        weak var store: Store<Comment>?
        /// Of the room that was made here, and whose place it took.
        weak var other: Store<Comment>?
        var told: [Comment] = []
        var isLoaded = false
    }

    @ObservationIgnored let folder: URL
    @ObservationIgnored let client: DavenportClient
    @ObservationIgnored let environment: ReplicaEnvironment
    /// Nil until they are open.
    @ObservationIgnored var files: Files?
    @ObservationIgnored private var opening: Task<Files, any Error>?
    @ObservationIgnored var base = Base()
    @ObservationIgnored var entries: [OutboxEntry] = []
    @ObservationIgnored var openRooms: [UUID: OpenRoom] = [:]
    /// Rooms that were made here and turned out to exist already.
    @ObservationIgnored var successors: [UUID: UUID] = [:]
    /// What was seen last of other processes' writing.
    @ObservationIgnored var versions: [Int] = []
    /// The token that the folder's person is known by.
    @ObservationIgnored var knownToken: String?
    /// What speaks to the server happens one after the other.
    @ObservationIgnored let serialQueue = SerialQueue()
    /// So does what is read for being shown.
    @ObservationIgnored let showings = SerialQueue()
    /// Ends waiting.
    @ObservationIgnored var wake: AsyncStream<Void>.Continuation?
    @ObservationIgnored var isWoken = false
    @ObservationIgnored var isImpatient = false

    /// A copy in a folder, which is made where there is none. It begins to load at once.
    /// - Parameters:
    ///   - folder: of one person; nothing else is in it.
    ///   - client: speaks for that person, by the token that it has at the time.
    public convenience init(folder: URL, client: DavenportClient) {
        self.init(folder: folder, client: client, environment: ReplicaEnvironment())
    }

    init(folder: URL, client: DavenportClient, environment: ReplicaEnvironment) {
        (self.folder, self.client, self.environment) = (folder, client, environment)
        Task { [weak self] in _ = try? await self?.opened() }
    }

    /// Waits until what is on disk is shown.
    /// - Throws: why the files can't be opened; the next one who asks tries again.
    public func hasLoaded() async throws { _ = try await opened() }

    /// A room's comments in their order of making, loaded when they are first asked for, and freed when nobody holds them. Those of an
    /// archived room are fetched then, with network.
    public func comments(of roomID: UUID) -> Store<Comment> {
        let id = successors[roomID] ?? roomID
        if let store = openRooms[id]?.store { return store }
        let store = Store<Comment>()
        openRooms[id] = OpenRoom(store: store, other: openRooms[id]?.other)
        Task { [weak store] in await open(id) { store?.fail($0) } }
        return store
    }

    /// Whether something about this room or comment waits to be sent.
    public func isPending(_ id: UUID) -> Bool {
        writes.contains { $0.failure == nil && ($0.action.commentID ?? $0.action.roomID) == id }
    }

    /// The server's time, as far as the device knows it.
    var now: Date { environment.now().addingTimeInterval(base.state.skew) }

    /// The files, once they are open and shown.
    func opened() async throws -> Files {
        // While they are being opened they are there before they are shown.
        if opening == nil, let files { return files }
        let task =
            opening
            ?? Task {
                defer { opening = nil }
                do {
                    return try await open()
                } catch {
                    files = nil
                    rooms.fail(error)
                    assignments.fail(error)
                    challenges.fail(error)
                    plays.fail(error)
                    throw error
                }
            }
        opening = task
        return try await task.value
    }

    private func open() async throws -> Files {
        let found = try await Self.open(folder, now: environment.now())
        (base, wasRebuilt) = (found.base, wasRebuilt || found.wasRebuilt)
        damagedOutbox = found.damagedOutbox ?? damagedOutbox
        files = found.files
        versions = try await Self.versions(found.files)
        try await readComments(of: Set(openRooms.keys))
        try await refresh()
        return found.files
    }

    private struct Found: Sendable {
        var files: Files
        var base: Base
        var wasRebuilt = false
        var damagedOutbox: URL?
    }

    private nonisolated static func open(_ folder: URL, now: Date) async throws -> Found {
        var wasRebuilt = false
        let replica = try ReplicaFile(in: folder, wasDamaged: &wasRebuilt)
        let (outbox, damaged) = try OutboxFile.openOrSetAside(in: folder, now: now)
        let base: Base
        do {
            base = try await replica.load()
        } catch is DecodingError {
            try await replica.erase()
            (base, wasRebuilt) = (try await replica.load(), true)
        }
        return Found(files: Files(replica: replica, outbox: outbox), base: base, wasRebuilt: wasRebuilt, damagedOutbox: damaged)
    }
}
