import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Counts attempts and created things in windows of time, for rate limits.
struct ThrottleRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Records that one event was counted, and until when its window lasts.
    struct Counted: Sendable {
        let key: String
        let expiresAt: Date
    }

    /// Counts one event in each window, or in none of them.
    /// - Returns: the counted events, in the order of the windows.
    /// - Throws: `tooManyRequests` if a window is full. Then the caller must not commit the transaction.
    func count(_ windows: [ThrottleWindow]) async throws -> [Counted] {
        let wanted = try await keyed(windows)
        let rows = try await transaction.pipeline([counting(wanted), fullUntil(wanted)])
        let counted: [String: Date] = try rows[0].reduce(into: [:]) { $0[try $1["key"]] = try $1["expires_at"] }
        let inOrder = wanted.compactMap { window in counted[window.key].map { Counted(key: window.key, expiresAt: $0) } }
        guard inOrder.count == windows.count else {
            throw Problem.tooManyRequests(until: try rows[1].first?["until"], at: transaction.now)
        }
        return inOrder
    }

    /// Takes back counted events, unless their window has been replaced by a new one. It locks rows in the same order as
    /// counting does.
    func giveBack(_ counted: [Counted]) async throws {
        try await transaction.query(
            """
            WITH counted AS (
                SELECT t.key FROM throttles AS t
                JOIN unnest(\(counted.map(\.key))::text[], \(counted.map(\.expiresAt))::timestamptz[]) AS c (key, expires_at)
                    ON t.key = c.key AND t.expires_at = c.expires_at
                WHERE t.tenant_id = \(transaction.tenantID)
                ORDER BY t.key FOR UPDATE OF t)
            UPDATE throttles AS t SET count = t.count - 1 FROM counted
            WHERE t.tenant_id = \(transaction.tenantID) AND t.key = counted.key AND t.count > 0
            """)
    }

    /// Deletes a batch of expired windows. It waits for no lock, and locks rows in no particular order, so it must come
    /// last in its transaction.
    func tidy() async throws {
        try await transaction.query(
            """
            DELETE FROM throttles WHERE tenant_id = \(transaction.tenantID) AND key IN (
                SELECT key FROM throttles WHERE tenant_id = \(transaction.tenantID) AND expires_at <= \(transaction.now)
                LIMIT \(Upkeep.part) FOR UPDATE SKIP LOCKED)
            """)
    }

    /// Holds a window as it is stored.
    private struct StoredWindow {
        let key: String
        let limit: Int
        let expiresAt: Date
    }

    private func keyed(_ windows: [ThrottleWindow]) async throws -> [StoredWindow] {
        let names = windows.compactMap { if case .ofTenant(let allowance) = $0.limit { allowance.name } else { nil } }
        let rows = try await transaction.query(
            """
            SELECT t.throttle_key, l.name, l.value FROM tenants AS t
            LEFT JOIN tenant_limits AS l ON l.tenant_id = \(transaction.tenantID) AND l.name = ANY (\(names))
            WHERE t.id = \(transaction.tenantID)
            """)
        guard let tenant = rows.first else { throw Problem(.tenantNotFound) }
        let secret: [UInt8] = try tenant["throttle_key"]
        let changed: [String: Int] = try rows.reduce(into: [:]) { changed, row in
            if let name: String = try row["name"] { changed[name] = try row["value"] as Int }
        }
        return windows.map { window in
            let limit =
                switch window.limit {
                case .fixed(let limit): limit
                case .ofTenant(let allowance): changed[allowance.name] ?? allowance.usual
                }
            return StoredWindow(
                key: Data(Digest.hmacSHA256(key: secret, window.name.utf8)).base64EncodedString(), limit: limit,
                expiresAt: transaction.now.addingTimeInterval(window.seconds))
        }
    }

    /// Returns the statement that counts. It locks each row and checks the count again before it adds one, so that
    /// concurrent requests can't exceed the limit. It locks rows in the order of their keys, so that two transactions
    /// can't deadlock.
    private func counting(_ wanted: [StoredWindow]) -> SQL {
        """
        INSERT INTO throttles AS t (tenant_id, key, count, expires_at, counted_at, most)
        SELECT \(transaction.tenantID), key, 1, expires_at, \(transaction.now), max FROM \(fragment: rows(wanted)) ORDER BY key COLLATE "C"
        ON CONFLICT (tenant_id, key) DO UPDATE
        SET count = CASE WHEN t.expires_at > excluded.counted_at THEN t.count + 1 ELSE 1 END,
            expires_at = CASE WHEN t.expires_at > excluded.counted_at THEN t.expires_at ELSE excluded.expires_at END,
            counted_at = excluded.counted_at, most = excluded.most
        WHERE t.expires_at <= excluded.counted_at OR t.count < excluded.most
        RETURNING key, expires_at
        """
    }

    private func fullUntil(_ wanted: [StoredWindow]) -> SQL {
        """
        SELECT max(t.expires_at) AS until FROM throttles AS t JOIN \(fragment: rows(wanted)) ON w.key = t.key
        WHERE t.tenant_id = \(transaction.tenantID) AND t.expires_at > \(transaction.now) AND t.count >= w.max
        """
    }

    private func rows(_ wanted: [StoredWindow]) -> SQL {
        """
        unnest(\(wanted.map(\.key))::text[], \(wanted.map(\.limit))::integer[],
            \(wanted.map(\.expiresAt))::timestamptz[]) AS w (key, max, expires_at)
        """
    }
}
