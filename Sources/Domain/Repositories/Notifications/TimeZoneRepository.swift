import Postgres

/// Checks the time zone names in the rows of all tenants.
struct TimeZoneRepository: Sendable {
    let database: Database

    /// Returns the names that PostgreSQL doesn't know, each with the number of rows that have it.
    /// - Parameter columns: the columns of all areas that hold time zone names.
    func unknown(in columns: [ZoneColumn]) async throws -> [(name: String, count: Int)] {
        var counts: [String: Int] = [:]
        for column in columns {
            // The areas declare the column and its table in the program.
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
