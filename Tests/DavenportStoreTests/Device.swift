import DavenportAPI
import DavenportClient
import Foundation
import Synchronization
import TestSupport

@testable import DavenportStore

/// A device with a folder, on which an app runs that may be killed anywhere.
@MainActor final class Device {
    /// The process has ended.
    struct Killed: Error {}

    /// What its replicas have from outside.
    final class World: Sendable {
        private let doomed = Mutex<[ReplicaEnvironment.Place]>([])
        private let slept = Mutex<[TimeInterval]>([])
        let clock: TestClock

        init(_ clock: TestClock) {
            self.clock = clock
        }

        /// How long was waited for, in seconds.
        var pauses: [TimeInterval] { slept.withLock { $0 } }

        /// The process ends at this place, the next time that it comes there.
        func kill(at place: ReplicaEnvironment.Place) { doomed.withLock { $0.append(place) } }

        func spare() { doomed.withLock { $0 = [] } }

        func pass(_ place: ReplicaEnvironment.Place) throws {
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

    /// The app starts anew, as after a crash.
    @discardableResult
    func restart() -> Replica {
        world.spare()
        replica = another()
        return replica
    }

    /// Another process on the same folder.
    func another() -> Replica { Replica(folder: folder, client: client(), environment: Self.environment(world, limit)) }

    private static func environment(_ world: World, _ limit: Int) -> ReplicaEnvironment {
        ReplicaEnvironment(
            now: { world.clock.now },
            sleep: { seconds in
                world.note(seconds)
                // Until it is cancelled: nobody really waits.
                let (never, held) = AsyncStream.makeStream(of: Void.self)
                defer { held.finish() }
                for await _ in never {}
                try Task.checkCancellation()
            },
            random: { 1 }, pass: { try world.pass($0) }, limit: limit)
    }
}

/// Waits for something to be shown.
@MainActor func shown(_ what: String, _ condition: @escaping @MainActor @Sendable () -> Bool) async throws {
    let look: @Sendable () async throws -> Bool = { await condition() }
    try await eventually(what, look)
}
