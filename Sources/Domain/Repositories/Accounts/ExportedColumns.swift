import Postgres

/// A column of a table that the export of a tenant contains.
struct ExportedColumn: Sendable {
    let name: String
    /// The type's name in PostgreSQL.
    let type: String

    /// Whether the file contains the column's values as base64.
    var isBytes: Bool { type == "bytea" }
    /// The name in quotes, for statements.
    var quoted: String { "\"\(name)\"" }
}

/// The columns of the exported tables, as this database's catalog describes them.
struct ExportedColumns: Sendable {
    private var columns: [String: [ExportedColumn]] = [:]
    private var keys: [String: [String]] = [:]
    /// The tables that have large `bytea` values, which PostgreSQL stores outside of the row.
    private var large: Set<String> = []

    /// Reads the columns of these tables, and of the tables that belong to them, from the database's catalog.
    /// - Parameter tables: the exported tables. The tables in their `parts` are read too.
    init(of tables: [ExportedTable], _ transaction: TenantTransaction) async throws {
        let all = tables.flatMap(\.withParts)
        let rows = try await transaction.query(
            """
            SELECT c.relname::text AS "table", a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS type,
                a.attstorage = 'e' AND a.atttypid = 'bytea'::regtype AS is_large,
                array_position(i.indkey::int2[], a.attnum) AS place
            FROM pg_class AS c
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
            WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY (\(all.map(\.name)))
                AND a.attgenerated = '' AND a.atttypid <> 'xid8'::regtype
            ORDER BY c.relname, a.attnum
            """)
        let house = Dictionary(all.map { ($0.name, $0.deploymentColumns) }) { first, _ in first }
        var places: [String: [(place: Int, name: String)]] = [:]
        for row in rows {
            let (table, name): (String, String) = (try row["table"], try row["name"])
            guard name != Self.tenantColumn(of: table) else { continue }
            if let place: Int = try row["place"] { places[table, default: []].append((place, name)) }
            if try row["is_large"] { large.insert(table) }
            guard house[table]?.contains(name) != true else { continue }
            columns[table, default: []].append(ExportedColumn(name: name, type: try row["type"]))
        }
        keys = places.mapValues { $0.sorted { $0.place < $1.place }.map(\.name) }
    }

    /// Returns the columns that a file contains for a table.
    /// - Parameter names: the names of the columns that an existing file has; nil for a new file.
    /// - Parameter secrets: whether a new file contains secrets.
    func lines(of table: ExportedTable, as names: Set<String>? = nil, secrets: Bool) -> [ExportedColumn] {
        (columns[table.name] ?? []).filter { column in
            names.map { $0.contains(column.name) } ?? (secrets || table.secrets[column.name] == nil)
        }
    }

    /// Returns the columns by which a table's rows are sorted. Rows of the tables that belong to this table refer to
    /// the first of these columns.
    func key(of table: ExportedTable) -> [String] {
        table.key ?? keys[table.name].flatMap { $0.isEmpty ? nil : $0 } ?? [Self.tenantColumn(of: table.name)]
    }

    /// Returns the number of a table's rows that are in memory at once. It is lower for tables with large values.
    func pageSize(of table: ExportedTable) -> Int { large.contains(table.name) ? 4 : 200 }

    /// Returns the name of the column that holds the tenant's id.
    static func tenantColumn(of table: String) -> String { table == ExportedTable.tenants ? "id" : "tenant_id" }
}
