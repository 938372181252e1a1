import Postgres

/// Describes a column of a table that moves with a tenant.
struct ExportedColumn: Sendable {
    let name: String
    /// The type's name in PostgreSQL.
    let type: String

    /// Whether lines contain the value as base64.
    var isBytes: Bool { type == "bytea" }
    /// The name in quotes, for statements.
    var quoted: String { "\"\(name)\"" }
}

/// Describes the tables that move with a tenant, as this database has them.
struct ExportedColumns: Sendable {
    private var columns: [String: [ExportedColumn]] = [:]
    private var keys: [String: [String]] = [:]
    /// The tables whose rows contain large values of bytes, which PostgreSQL stores outside of the row.
    private var large: Set<String> = []

    /// Reads the database's catalog.
    /// - Parameter tables: the tables, without their parts.
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

    /// Returns the columns of a table that its lines contain.
    /// - Parameter names: the columns that a file has for the table. By default, all that move.
    func lines(of table: ExportedTable, as names: Set<String>? = nil, secrets: Bool) -> [ExportedColumn] {
        (columns[table.name] ?? []).filter { column in
            names.map { $0.contains(column.name) } ?? (secrets || table.secrets[column.name] == nil)
        }
    }

    /// Returns the columns by which rows are ordered. Parts refer to the first of them.
    func key(of table: ExportedTable) -> [String] {
        table.key ?? keys[table.name].flatMap { $0.isEmpty ? nil : $0 } ?? [Self.tenantColumn(of: table.name)]
    }

    /// Returns how many rows are held in memory at once.
    func page(of table: ExportedTable) -> Int { large.contains(table.name) ? 4 : 200 }

    /// Returns the column that holds the tenant's id.
    static func tenantColumn(of table: String) -> String { table == ExportedTable.tenants ? "id" : "tenant_id" }
}
