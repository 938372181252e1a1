import DavenportAPI
import Foundation
import Postgres
import Secrets

/// Counts events, such as failed log-ins, in windows of time. Rate limits use these counts.
struct ThrottleRepository: Repository {
    let transaction: TenantTransaction

    /// Counted events, and the end of the window in which they were counted.
    struct Counted: Sendable {
        let key: String
        let amount: Int
        /// The number of all events in the window, including these.
        let count: Int
        let expiresAt: Date
    }

    /// Counts events in each of the windows, or in none of them.
    /// - Parameter amount: the number of events, usually 1.
    /// - Returns: the counted events, in the order of the windows.
    /// - Throws: `tooManyRequests` if one of the windows has no room for them. In that case the caller must not commit the
    ///   transaction.
    func count(_ windows: [ThrottleWindow], by amount: Int = 1) async throws -> [Counted] {
        let wanted = try await keyed(windows)
        let rows = try await transaction.pipeline([counting(wanted, amount), fullUntil(wanted, amount)])
        let counted: [String: Counted] = try rows[0].reduce(into: [:]) { counted, row in
            let key: String = try row["key"]
            counted[key] = Counted(key: key, amount: amount, count: try row["count"], expiresAt: try row["expires_at"])
        }
        let inOrder = wanted.compactMap { counted[$0.key] }
        guard inOrder.count == windows.count else {
            throw Problem.tooManyRequests(until: try rows[1].first?["until"], at: transaction.now)
        }
        return inOrder
    }

    /// Subtracts counted events again, unless their window has ended. It locks rows in the same order as the counting
    /// of events, so that the two can't deadlock.
    func giveBack(_ counted: [Counted]) async throws {
        try await transaction.query(
            """
            WITH counted AS (
                SELECT t.key, c.amount FROM throttles AS t
                JOIN unnest(\(counted.map(\.key))::text[], \(counted.map(\.amount))::integer[], \(counted.map(\.expiresAt))::timestamptz[])
                    AS c (key, amount, expires_at)
                    ON t.key = c.key AND t.expires_at = c.expires_at
                WHERE t.tenant_id = \(transaction.tenantID)
                ORDER BY t.key FOR UPDATE OF t)
            UPDATE throttles AS t SET count = t.count - counted.amount FROM counted
            WHERE t.tenant_id = \(transaction.tenantID) AND t.key = counted.key AND t.count >= counted.amount
            """)
    }

    /// Deletes a batch of windows that have ended. The statement skips locked rows and locks rows in no particular
    /// order, so it must be the last statement of its transaction.
    func tidy() async throws {
        try await transaction.query(
            """
            DELETE FROM throttles WHERE tenant_id = \(transaction.tenantID) AND key IN (
                SELECT key FROM throttles WHERE tenant_id = \(transaction.tenantID) AND expires_at <= \(transaction.now)
                LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED)
            """)
    }

    /// A window as the database stores it.
    private struct StoredWindow {
        let key: String
        let limit: Int
        let expiresAt: Date
    }

    private func keyed(_ windows: [ThrottleWindow]) async throws -> [StoredWindow] {
        let names = windows.compactMap { if case .ofTenant(let allowance, _) = $0.limit { allowance.name } else { nil } }
        let userID: UUID? = windows.lazy.compactMap { if case .ofTenant(_, let userID) = $0.limit { userID } else { nil } }.first
        let newcomer: SQL =
            userID.map { id in
                "(SELECT u.braked_until > \(transaction.now) FROM users AS u WHERE u.tenant_id = \(transaction.tenantID) AND u.id = \(id))"
            } ?? "false"
        let rows = try await transaction.query(
            """
            SELECT t.throttle_key, l.name, l.value, coalesce(\(fragment: newcomer), false) AS is_newcomer FROM tenants AS t
            LEFT JOIN tenant_limits AS l ON l.tenant_id = \(transaction.tenantID) AND l.name = ANY (\(names))
            WHERE t.id = \(transaction.tenantID)
            """)
        guard let tenant = rows.first else { throw Problem(.tenantNotFound) }
        let secret: [UInt8] = try tenant["throttle_key"]
        let isNewcomer: Bool = try tenant["is_newcomer"]
        let changed: [String: Int] = try rows.reduce(into: [:]) { changed, row in
            if let name: String = try row["name"] { changed[name] = try row["value"] as Int }
        }
        return windows.map { window in
            let (limit, isShared) =
                switch window.limit {
                case .fixed(let limit): (limit, false)
                case .ofTenant(let allowance, _): (changed[allowance.name] ?? allowance.usual, allowance.isShared)
                }
            return StoredWindow(
                key: Data(Digest.hmacSHA256(key: secret, window.name.utf8)).base64EncodedString(),
                limit: isNewcomer && !isShared ? ModerationRules.newcomerLimit(limit) : limit,
                expiresAt: transaction.now.addingTimeInterval(window.seconds))
        }
    }

    /// Returns the statement that counts events in each window.
    ///
    /// The statement locks each row and then checks the limit again, so that concurrent requests can't exceed the
    /// limit. It locks the rows in the order of their keys, so that two transactions can't deadlock.
    private func counting(_ wanted: [StoredWindow], _ amount: Int) -> SQL {
        """
        INSERT INTO throttles AS t (tenant_id, key, count, expires_at, counted_at, most)
        SELECT \(transaction.tenantID), key, \(amount)::integer, expires_at, \(transaction.now), max FROM \(fragment: rows(wanted))
        WHERE max >= \(amount)::integer ORDER BY key COLLATE "C"
        ON CONFLICT (tenant_id, key) DO UPDATE
        SET count = CASE WHEN t.expires_at > excluded.counted_at THEN t.count + excluded.count ELSE excluded.count END,
            expires_at = CASE WHEN t.expires_at > excluded.counted_at THEN t.expires_at ELSE excluded.expires_at END,
            counted_at = excluded.counted_at, most = excluded.most
        WHERE t.expires_at <= excluded.counted_at OR t.count + excluded.count <= excluded.most
        RETURNING key, count, expires_at
        """
    }

    private func fullUntil(_ wanted: [StoredWindow], _ amount: Int) -> SQL {
        """
        SELECT max(t.expires_at) AS until FROM throttles AS t JOIN \(fragment: rows(wanted)) ON w.key = t.key
        WHERE t.tenant_id = \(transaction.tenantID) AND t.expires_at > \(transaction.now) AND t.count + \(amount)::integer > w.max
        """
    }

    private func rows(_ wanted: [StoredWindow]) -> SQL {
        """
        unnest(\(wanted.map(\.key))::text[], \(wanted.map(\.limit))::integer[],
            \(wanted.map(\.expiresAt))::timestamptz[]) AS w (key, max, expires_at)
        """
    }
}
