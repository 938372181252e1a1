import Postgres

/// Checks the time zone names that the rows of all tenants contain.
struct TimeZoneRepository: Sendable {
    let database: Database

    /// Counts rows by time zone name, for names that PostgreSQL doesn't know.
    func unknown(in columns: [ZoneColumn]) async throws -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for column in columns {
            let rows = try await database.registry { transaction in
                try await transaction.query(
                    """
                    SELECT t.\(unsafeRaw: column.name) AS name, count(*) AS count FROM \(unsafeRaw: column.table) AS t
                    WHERE t.\(unsafeRaw: column.name) IS NOT NULL AND known_time_zone(t.\(unsafeRaw: column.name)) IS NULL GROUP BY 1
                    """)
            }
            for row in rows { counts[try row["name"], default: 0] += try row["count"] }
        }
        return counts.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    }
}
