import Domain
import Foundation
import Postgres

/// Deletes stored answers that are no longer needed, and computes statistics of them for operators.
struct CatalogueCleanup: Sendable {
    let transaction: Transaction
    /// The current time, from which the ages of answers are computed.
    let now: Date

    /// Deletes one batch of stored answers, and of rows for which the provider never gave an answer.
    ///
    /// It deletes answers that are too old to be returned. If there are more answers than the capacity, it also deletes
    /// the least recently used ones, beginning with answers that the provider has no such show, movie or episode.
    ///
    /// The mark that a show was renumbered is never deleted, because rooms with the old numbers may exist forever. No
    /// server sees the rooms of all tenants, so none can know whether such rooms still exist.
    /// - Parameter part: the maximum number of answers in a batch.
    /// - Returns: the number of deleted answers.
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

    /// Makes an answer and all answers below it old, so that the next look-up refetches them.
    /// - Parameter key: the answer's key without the language, such as `tv/95396`. `tv/95396/season/1` is below it.
    /// - Returns: the number of affected answers.
    func age(_ key: String) async throws -> Int {
        let rows = try await transaction.query(
            """
            UPDATE catalogue_entries SET fetched_at = least(fetched_at, \(now - CatalogueRules.fresh)), rest_until = NULL
            WHERE fetched_at IS NOT NULL
                AND (split_part(key, ' ', 2) = \(key)::text OR starts_with(split_part(key, ' ', 2), \(key)::text || '/'))
            """)
        return rows.affected
    }

    /// Returns statistics of all stored answers.
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
            """
            SELECT provider, remaining, total, renewed_at FROM catalogue_quotas WHERE renewed_at > clock_timestamp() ORDER BY provider
            """,
        ])
        return CatalogueStatus(
            kinds: try rows[0].map(CatalogueStatus.Kind.init), pausedUntil: try rows[1].first?["until"],
            quotas: try rows[2].map(CatalogueStatus.Quota.init))
    }
}

extension CatalogueStatus.Quota {
    init(_ row: Row) throws {
        self.init(
            provider: try row["provider"], remaining: try row["remaining"], total: try row["total"], renewedAt: try row["renewed_at"])
    }
}

extension CatalogueStatus.Kind {
    init(_ row: Row) throws {
        self.init(
            kind: try row["kind"], count: try row["count"], young: try row["young"], unknown: try row["unknown"],
            failed: try row["failed"], bytes: try row["bytes"])
    }
}
