import Synchronization

/// Caches the time zone names that PostgreSQL knows. Querying the names takes tens of milliseconds, so clients must not
/// be able to repeat the query as often as they like.
final class TimeZoneNames: Sendable {
    private let known = Mutex<Set<String>?>(nil)

    /// Returns whether PostgreSQL knows a time zone with this name.
    ///
    /// - Parameter ask: queries the names, if they aren't cached yet.
    func contains(_ name: String, or ask: () async throws -> Set<String>) async throws -> Bool {
        if let names = known.withLock({ $0 }) { return names.contains(name) }
        let names = try await ask()
        known.withLock { $0 = names }
        return names.contains(name)
    }
}
