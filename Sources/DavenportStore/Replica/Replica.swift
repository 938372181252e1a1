import DavenportAPI
import DavenportClient
import Foundation
import Observation

/// A local copy of everything that a person sees, stored in a folder. It shows the copy and accepts writes without a
/// network, and is up to date after `sync()`.
///
/// The displayed state is the server's state with the pending writes applied. The folder belongs to one person of one
/// community: if the client's token belongs to another person, the first one's data is deleted. Any number of processes
/// may use the same folder.
@MainActor @Observable
public final class Replica {
    /// All users that collections and documents mention, with their current names.
    public internal(set) var people: [UUID: UserStub] = [:]
    /// The waiting and failed writes, in the order of writing.
    public internal(set) var writes: [Write] = []
    /// Whether a first full pass has ended, so that the copy is complete.
    public internal(set) var isWhole = false
    /// Whether the server no longer accepts the session. Then the copy is deleted, and waiting writes wait for a
    /// log-in.
    public internal(set) var isLoggedOut = false
    /// Whether the copy was damaged and is fetched again.
    public internal(set) var wasRebuilt = false
    /// The address of a damaged outbox that was set aside, whose writes couldn't be read.
    public internal(set) var damagedOutbox: URL?

    struct Files: Sendable {
        let replica: ReplicaFile
        let outbox: OutboxFile
    }

    @ObservationIgnored let folder: URL
    @ObservationIgnored let client: DavenportClient
    @ObservationIgnored let environment: ReplicaEnvironment
    /// Nil until the files are open.
    @ObservationIgnored var files: Files?
    @ObservationIgnored private var opening: Task<Files, any Error>?
    @ObservationIgnored var base = Base()
    @ObservationIgnored var entries: [OutboxEntry] = []
    /// This replica's instances of all areas.
    @ObservationIgnored let areas: [any ReplicaArea] = ReplicaAreas.all.map { $0.init() }
    /// The ids of existing items, by the ids of the items created on this device that turned out to be the same.
    @ObservationIgnored var successors: [UUID: UUID] = [:]
    /// The versions of the files when other processes' writes were last read.
    @ObservationIgnored var versions: [Int] = []
    /// The token that was used to identify the folder's person.
    @ObservationIgnored var knownToken: String?
    /// Runs the work that calls the server one piece at a time, in order.
    @ObservationIgnored let serialQueue = SerialQueue()
    /// Runs updates of the displayed state one at a time, in order.
    @ObservationIgnored let displayQueue = SerialQueue()
    /// Ends the current wait.
    @ObservationIgnored var wake: AsyncStream<Void>.Continuation?
    /// Whether `signal` was called since the last wait ended, so that the next one ends at once.
    @ObservationIgnored var isWoken = false
    /// Whether the next sync ignores the outbox's own back-off.
    @ObservationIgnored var isImpatient = false

    /// Opens a replica in a folder, which is created if it doesn't exist. Loading begins at once.
    /// - Parameters:
    ///   - folder: holds the data of one person and no other files.
    ///   - client: calls the API with that person's current token.
    public convenience init(folder: URL, client: DavenportClient) {
        self.init(folder: folder, client: client, environment: ReplicaEnvironment())
    }

    init(folder: URL, client: DavenportClient, environment: ReplicaEnvironment) {
        (self.folder, self.client, self.environment) = (folder, client, environment)
        Task { [weak self] in _ = try? await self?.opened() }
    }

    /// Waits until the stored data is shown.
    /// - Throws: the error if the files can't be opened. The next call tries again.
    public func hasLoaded() async throws { _ = try await opened() }

    /// Whether a write about the item with this id, such as a room or a comment, waits to be sent.
    public func isPending(_ id: UUID) -> Bool {
        writes.contains { $0.failure == nil && $0.content.subjectID == id }
    }

    /// Returns this replica's instance of an area.
    func area<Area: ReplicaArea>() -> Area {
        for area in areas { if let area = area as? Area { return area } }
        // Each replica has an instance of every area of ReplicaAreas.
        preconditionFailure("ReplicaAreas lists no \(Area.self)")
    }

    /// The server's time, as far as the device knows it.
    var now: Date { environment.now().addingTimeInterval(base.state.skew) }

    /// Returns the files, once they are open and their content is shown.
    func opened() async throws -> Files {
        // `files` is set before their content is shown, so check for an opening in progress.
        if opening == nil, let files { return files }
        let task =
            opening
            ?? Task {
                defer { opening = nil }
                do {
                    return try await open()
                } catch {
                    files = nil
                    for area in areas { area.fail(error) }
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
        try await readThreads()
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
