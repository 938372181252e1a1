import Foundation

/// What a replica needs besides its files and its client; tests replace it.
struct ReplicaEnvironment: Sendable {
    /// A point at which a test may simulate the end of the process. The next process finds what was written until then.
    enum CrashPoint: String, CaseIterable {
        case leased, answered, noted, received, applied, listed, listWritten, ended, removed
    }

    /// Returns the device's time.
    var now: @Sendable () -> Date = { Date() }
    /// Sleeps for a number of seconds; throws if the task is cancelled.
    var sleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    /// Returns a factor from 0.8 to 1.2 for pauses, so that not all clients return at once.
    var random: @Sendable () -> Double = { .random(in: 0.8...1.2) }
    /// Called at each point in `CrashPoint`. Throws at the one where a test ends the process.
    var reach: @Sendable (CrashPoint) throws -> Void = { _ in }
    /// The most items and removals that one `GET /changes` may return.
    var limit = 200
    /// How long the server may hold a long poll, in seconds.
    var wait = 25
}

/// The reason why a replica refuses a call.
public enum ReplicaError: Error, Sendable, Equatable {
    /// A newer version of the app has written the outbox. This version can't read it and doesn't touch it.
    case newerFormat
    /// Logging out would lose this many writes.
    case unsentWrites(Int)
    /// The client has no token, or one that is no longer valid.
    case loggedOut
}
