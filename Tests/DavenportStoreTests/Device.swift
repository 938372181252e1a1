import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport

@testable import DavenportStore

/// A device with a folder, on which an app runs that the test can kill at any point.
@MainActor final class Device {
    /// The error with which the simulated process ends.
    struct Killed: Error {}

    /// The environment of the device's replicas: clock, kills and pauses.
    final class World: Sendable {
        private let doomed = Mutex<[ReplicaEnvironment.CrashPoint]>([])
        private let slept = Mutex<[TimeInterval]>([])
        let clock: TestClock

        init(_ clock: TestClock) {
            self.clock = clock
        }

        /// The pauses so far, in seconds.
        var pauses: [TimeInterval] { slept.withLock { $0 } }

        /// Ends the simulated process when it next reaches this point.
        func kill(at paths: ReplicaEnvironment.CrashPoint) { doomed.withLock { $0.append(paths) } }

        func spare() { doomed.withLock { $0 = [] } }

        func reach(_ place: ReplicaEnvironment.CrashPoint) throws {
            let isDoomed = doomed.withLock { doomed in
                guard let index = doomed.firstIndex(of: place) else { return false }
                doomed.remove(at: index)
                return true
            }
            if isDoomed { throw Killed() }
        }

        func note(_ pause: TimeInterval) { slept.withLock { $0.append(pause) } }
    }

    let folder: URL
    let world: World
    private let client: () -> DavenportClient
    var limit = 200
    var replica: Replica

    init(_ folder: URL, _ clock: TestClock = TestClock(), limit: Int = 200, client: @escaping () -> DavenportClient) {
        (self.folder, self.client, self.limit, world) = (folder, client, limit, World(clock))
        replica = Replica(folder: folder, client: client(), environment: Self.environment(world, limit))
    }

    /// Starts the app again, as after a crash.
    @discardableResult
    func restart() -> Replica {
        world.spare()
        replica = another()
        return replica
    }

    /// Returns the replica of another process on the same folder.
    func another() -> Replica { Replica(folder: folder, client: client(), environment: Self.environment(world, limit)) }

    private static func environment(_ world: World, _ limit: Int) -> ReplicaEnvironment {
        ReplicaEnvironment(
            now: { world.clock.now },
            sleep: { seconds in
                world.note(seconds)
                // The pause ends only when it is cancelled, so that no time passes.
                let (never, held) = AsyncStream.makeStream(of: Void.self)
                defer { held.finish() }
                for await _ in never {}
                try Task.checkCancellation()
            },
            random: { 1 }, reach: { try world.reach($0) }, limit: limit)
    }
}

extension SmallServer {
    /// Creates a device whose app talks to this server.
    @MainActor func device(_ folder: Folder, _ name: String = "replica", limit: Int = 200) -> Device {
        Device(folder.file(name), TestClock(change { $0.now }), limit: limit) { self.client() }
    }

    /// Runs a test on a device that has fetched a room with two comments of another user.
    func withDevice(_ body: @MainActor (Device, Room) async throws -> Void) async throws {
        try await Folder.with { folder in
            let room = change { $0.room("one", comments: 2) }
            let fetched = device(folder)
            try await fetched.replica.sync()
            try await body(fetched, room)
        }
    }
}

/// Waits until a condition on the shown data holds.
@MainActor func shown(_ what: String, _ condition: @escaping @MainActor @Sendable () -> Bool) async throws {
    let look: @Sendable () async throws -> Bool = { await condition() }
    try await eventually(what, look)
}

extension ReplicaFile {
    /// A room's comments in the order of creation, and whether the copy has all of them.
    func comments(of roomID: UUID) async throws -> (comments: [Comment], areAll: Bool) {
        (try await thread(WatchArea.comments.name, roomID), try await isComplete(WatchArea.rooms.name, roomID))
    }
}
