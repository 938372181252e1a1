import Foundation
import Postgres

/// Reads how PostgreSQL's standbys and its archive follow it.
struct StandbyRepository: Sendable {
    let database: Database

    /// Returns what the current role may know about the standbys. A base backup in progress doesn't count as one.
    func facts() async throws -> StandbyFacts {
        let rows = try await database.pool.roundTrip { transaction in
            try await transaction.query(
                """
                SELECT count(*) AS count, count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) AS synchronous,
                    coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, sent_lsn))), 0)::bigint AS lag,
                    current_setting('synchronous_standby_names') <> '' AS waits,
                    pg_has_role(session_user, 'pg_read_all_stats', 'USAGE') AS sees
                FROM pg_stat_replication
                WHERE state IS DISTINCT FROM 'backup'
                """)
        }
        let row = rows[0]
        let sees: Bool = try row["sees"]
        return StandbyFacts(
            count: try row["count"], synchronous: sees ? try row["synchronous"] : nil, lag: sees ? try row["lag"] : nil,
            waits: try row["waits"])
    }

    /// Returns the state of the archive of the write-ahead log. Every role may know it.
    func archive() async throws -> ArchiveState {
        let rows = try await database.pool.roundTrip { transaction in
            try await transaction.query(
                """
                SELECT current_setting('archive_mode') <> 'off' AS is_on,
                    CASE WHEN last_failed_time > coalesce(last_archived_time, '-infinity') THEN last_failed_time END AS failed_at
                FROM pg_stat_archiver
                """)
        }
        guard try rows[0]["is_on"] else { return .off }
        let failedAt: Date? = try rows[0]["failed_at"]
        return failedAt.map { .fails(since: $0) } ?? .works
    }
}
