import Synchronization

/// The time zones that there are, asked of PostgreSQL once: it takes tens of milliseconds for them, which anybody could spend as often as
/// they like.
final class TimeZoneNames: Sendable {
    private let known = Mutex<Set<String>?>(nil)

    /// Whether there is a time zone of this name.
    func contains(_ name: String, or ask: () async throws -> Set<String>) async throws -> Bool {
        if let names = known.withLock({ $0 }) { return names.contains(name) }
        let names = try await ask()
        known.withLock { $0 = names }
        return names.contains(name)
    }
}
