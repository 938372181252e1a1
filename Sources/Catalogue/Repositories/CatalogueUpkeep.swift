import Domain
import Foundation
import Postgres

/// What operators see of what is kept, and what goes.
struct CatalogueUpkeep: Sendable {
    let transaction: Transaction
    /// The moment that ages are reckoned by.
    let now: Date

    /// Forgets a part of what is older than may be kept, of what nothing ever came of, and of what was used longest ago beyond a number:
    /// what the provider doesn't know before what it does. Of a show whose episodes have other numbers than once that mark alone stays, for
    /// as long as there may be rooms with the old ones: nobody's, since no server sees all rooms.
    /// - Returns: how many went.
    func tidy(keeping capacity: Int = CatalogueRules.capacity, part: Int) async throws -> Int {
        let rows = try await transaction.query(
            """
            WITH entries AS (
                SELECT key, lease_until, renumbered, fetched_at IS NULL AND renumbered AS is_mark, used_at,
                    answer IS NOT NULL OR renumbered AS is_known, coalesce(
                        fetched_at NOT BETWEEN \(now - CatalogueRules.kept) AND \(now + CatalogueRules.kept),
                        used_at < \(now - CatalogueRules.fresh)) AS is_over
                FROM catalogue_entries
            ), gone AS (
                SELECT key, renumbered FROM (
                    SELECT * FROM entries WHERE is_over
                    UNION (SELECT * FROM entries ORDER BY is_known DESC, used_at DESC OFFSET \(capacity))) AS e
                WHERE NOT is_mark AND (lease_until IS NULL OR lease_until < clock_timestamp()) LIMIT \(part)
            ), emptied AS (
                UPDATE catalogue_entries SET answer = NULL, fetched_at = NULL WHERE key IN (SELECT key FROM gone WHERE renumbered)
            ), deleted AS (
                DELETE FROM catalogue_entries WHERE key IN (SELECT key FROM gone WHERE NOT renumbered)
            )
            SELECT count(*) AS count FROM gone
            """)
        return try rows.first?["count"] ?? 0
    }

    /// Makes a thing, and all below it, old, so that it is asked for again at the next look.
    /// - Parameter key: without the language, as `tv/95396`.
    /// - Returns: how many.
    func age(_ key: String) async throws -> Int {
        let rows = try await transaction.query(
            """
            UPDATE catalogue_entries SET fetched_at = least(fetched_at, \(now - CatalogueRules.fresh)), rest_until = NULL
            WHERE fetched_at IS NOT NULL
                AND (split_part(key, ' ', 2) = \(key)::text OR starts_with(split_part(key, ' ', 2), \(key)::text || '/'))
            """)
        return rows.affected
    }

    /// How it stands.
    func status() async throws -> CatalogueStatus {
        let rows = try await transaction.pipeline([
            """
            SELECT split_part(split_part(key, ' ', 2), '/', 1) AS kind, count(*) AS count,
                count(*) FILTER (WHERE fetched_at BETWEEN \(now - CatalogueRules.fresh) AND \(now + CatalogueRules.skew)) AS young,
                count(*) FILTER (WHERE fetched_at IS NOT NULL AND answer IS NULL) AS unknown,
                count(*) FILTER (WHERE fetched_at IS NULL AND NOT renumbered) AS failed,
                coalesce(sum(octet_length(answer)), 0)::bigint AS bytes
            FROM catalogue_entries GROUP BY 1 ORDER BY 1
            """,
            "SELECT max(until) AS until FROM catalogue_pauses WHERE until > clock_timestamp()",
        ])
        return CatalogueStatus(kinds: try rows[0].map(CatalogueStatus.Kind.init), pausedUntil: try rows[1].first?["until"])
    }
}

extension CatalogueStatus.Kind {
    init(_ row: Row) throws {
        self.init(
            kind: try row["kind"], count: try row["count"], young: try row["young"], unknown: try row["unknown"],
            failed: try row["failed"], bytes: try row["bytes"])
    }
}
