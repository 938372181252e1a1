import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Counts events in windows of time for limits of the whole deployment, which `ThrottleRepository` can't: it counts within a
/// tenant.
///
/// An event is counted in the transaction that causes it, so one that fails isn't counted.
struct DeploymentThrottleRepository: Repository {
    let transaction: TenantTransaction

    /// Requires that no window is full.
    /// - Throws: `tooManyRequests` if one is.
    func requireRoom(in windows: [ThrottleWindow]) async throws {
        let stored = try await stored(windows)
        let rows = try await transaction.query(
            """
            SELECT max(t.expires_at) AS until FROM deployment_throttles AS t JOIN \(fragment: rows(stored)) ON w.key = t.key
            WHERE t.expires_at > \(transaction.now) AND t.count >= w.most
            """)
        if let until: Date = try rows.first?["until"] { throw Problem.tooManyRequests(until: until, at: transaction.now) }
    }

    /// Counts one event in each window. It locks the rows in the order of their keys, so that two transactions can't deadlock, and
    /// checks the limits again for each locked row, so that concurrent requests can't exceed them.
    /// - Throws: `tooManyRequests` if one of the windows is full.
    func count(_ windows: [ThrottleWindow]) async throws {
        let stored = try await stored(windows)
        let counted = try await transaction.query(
            """
            INSERT INTO deployment_throttles AS t (key, count, expires_at, counted_at, most)
            SELECT w.key, 1, w.expires_at, \(transaction.now), w.most FROM \(fragment: rows(stored)) ORDER BY w.key COLLATE "C"
            ON CONFLICT (key) DO UPDATE
            SET count = CASE WHEN t.expires_at > excluded.counted_at THEN t.count + 1 ELSE 1 END,
                expires_at = CASE WHEN t.expires_at > excluded.counted_at THEN t.expires_at ELSE excluded.expires_at END,
                counted_at = excluded.counted_at, most = excluded.most
            WHERE t.expires_at <= excluded.counted_at OR t.count < excluded.most
            RETURNING key
            """)
        guard counted.count == windows.count else {
            try await requireRoom(in: windows)
            throw Problem.tooManyRequests(until: nil, at: transaction.now)
        }
    }

    /// Deletes a batch of windows that have ended. The statement skips locked rows and locks rows in no particular order, so it must
    /// be the last statement of its transaction.
    func tidy() async throws {
        try await transaction.query(
            """
            DELETE FROM deployment_throttles WHERE key IN (
                SELECT key FROM deployment_throttles WHERE expires_at <= \(transaction.now)
                LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED)
            """)
    }

    /// A window as the database stores it.
    private struct StoredWindow {
        let key: String
        let limit: Int
        let expiresAt: Date
    }

    private func stored(_ windows: [ThrottleWindow]) async throws -> [StoredWindow] {
        let secret = try await DeploymentSecretRepository(transaction).key("throttles")
        return windows.compactMap { window in
            guard case .fixed(let limit) = window.limit else { return nil }
            return StoredWindow(
                key: Data(Digest.hmacSHA256(key: secret, window.name.utf8)).base64EncodedString(), limit: limit,
                expiresAt: transaction.now.addingTimeInterval(window.seconds))
        }
    }

    private func rows(_ windows: [StoredWindow]) -> SQL {
        """
        unnest(\(windows.map(\.key))::text[], \(windows.map(\.limit))::integer[],
            \(windows.map(\.expiresAt))::timestamptz[]) AS w (key, most, expires_at)
        """
    }
}
