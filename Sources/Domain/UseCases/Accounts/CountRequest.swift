import DavenportAPI
import Foundation
import Synchronization

/// Counts users' requests that change something against rate limits, before any work is done for them (rule 20.9).
///
/// Each server counts for itself and in memory: the limits protect the server's processor, and a count in the database
/// would cost as much as some of the requests. Repeated and failed requests count too, unless a field is wrong. What a
/// use case creates is counted by `SpendAllowance` instead, in the database that all servers share.
package final class CountRequest: Sendable {
    private let database: Database
    private let windows = Mutex(RequestWindows())

    package init(_ useCases: UseCases) {
        database = useCases.database
    }

    /// Counts a request.
    /// - Parameter sender: a user or a program that works for one. Requests of other senders aren't counted.
    /// - Throws: `tooManyRequests` if the user has reached the limit.
    package func callAsFunction(_ allowance: Allowance, by sender: some Principal) async throws {
        guard let userID = (sender as? Caller)?.userID ?? (sender as? KeyHolder)?.userID else { return }
        let now = database.clock.now
        let key = RequestWindows.Key(userID: userID, name: allowance.name)
        if windows.withLock({ $0.count(key, at: now) }) { return }
        // Since the window began, an operator may have changed the limit, or the user may have stopped being a
        // newcomer.
        let limit = try await database.transaction(for: sender, .singleRoundTrip) {
            try await TenantLimitRepository($0).limit(allowance, of: userID)
        }
        if let until = windows.withLock({ $0.count(key, at: now, limit: limit, seconds: allowance.seconds) }) {
            throw Problem.tooManyRequests(until: until, at: now)
        }
    }
}

/// The counted requests. As in `Throttle`, a window of time begins with its first request.
private struct RequestWindows {
    /// The maximum number of windows, of which each takes some 100 bytes. Beyond it those are dropped that have ended, and
    /// if that isn't enough, all.
    private static let most = 100_000

    struct Key: Hashable {
        let userID: UUID
        let name: String
    }

    private struct Window {
        var count = 0
        var limit: Int
        let end: Date
    }

    private var windows: [Key: Window] = [:]

    /// Counts a request in its window.
    /// - Returns: false, without counting it, if there is no window or it has no room.
    mutating func count(_ key: Key, at now: Date) -> Bool {
        guard let window = windows[key], now < window.end, window.count < window.limit else { return false }
        windows[key]?.count += 1
        return true
    }

    /// Counts a request with a limit that was just read, and begins a window if there is none.
    /// - Returns: the end of the window, without counting the request, if it has no room; nil otherwise.
    mutating func count(_ key: Key, at now: Date, limit: Int, seconds: TimeInterval) -> Date? {
        if windows.count >= Self.most { windows = windows.filter { now < $0.value.end } }
        if windows.count >= Self.most { windows = [:] }
        let open = windows[key].flatMap { now < $0.end ? $0 : nil }
        var window = open ?? Window(limit: limit, end: now.addingTimeInterval(seconds))
        window.limit = limit
        let hasRoom = window.count < limit
        if hasRoom { window.count += 1 }
        windows[key] = window
        return hasRoom ? nil : window.end
    }
}
