import Foundation

/// What a replica has from outside besides its files and its client.
struct ReplicaEnvironment: Sendable {
    /// A place where a process may end: whoever comes after finds on disk what had been written by then.
    enum Place: String, CaseIterable {
        case leased, answered, noted, told, applied, listed, listWritten, ended, removed
    }

    /// The device's time.
    var now: @Sendable () -> Date = { Date() }
    /// Waits for so many seconds; throws where the task is cancelled.
    var sleep: @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    /// 0.8 to 1.2, so that not everybody comes back at once.
    var random: @Sendable () -> Double = { .random(in: 0.8...1.2) }
    /// Throws where the process ends there.
    var pass: @Sendable (Place) throws -> Void = { _ in }
    /// How many items and removals a page has.
    var limit = 200
    /// How many seconds the server may wait for something to tell.
    var wait = 25
}

/// Why a replica does nothing.
public enum ReplicaError: Error, Sendable, Equatable {
    /// A newer version of the app has written the outbox: this one can't read it, and leaves it alone.
    case newerFormat
    /// So many writes would be lost by logging out.
    case unsentWrites(Int)
    /// Nobody is logged in: the client has no token, or one that isn't good any more.
    case loggedOut
}
