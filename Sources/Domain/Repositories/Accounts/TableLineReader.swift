import Foundation
import Postgres

/// Reads the rows of one table of a tenant as lines for a file. It reads page by page, in the order of the table's key.
/// Only one task may use it.
final class TableLineReader {
    private let transaction: TenantTransaction
    private let cursor: String
    private let page: Int
    private var rows: Rows?
    private var index = 0

    /// A row as a line of the file, and the key by which rows of other tables refer to it.
    struct Line {
        let key: String
        /// The row as JSON, without a line feed.
        let text: String
    }

    /// Opens a database cursor before the first row. The cursor is closed at the latest when the transaction ends.
    /// - Parameter limit: the latest creation time of the rows to read, for a table whose rows outlive their tenant;
    ///   nil for all rows.
    init(
        _ table: ExportedTable, _ columns: [ExportedColumn], key: [String], page: Int, until limit: Date?, _ transaction: TenantTransaction
    ) async throws {
        // The table, its key and its moment are declared in the program, and columns come from this database's catalog.
        (self.transaction, cursor, self.page) = (transaction, "moved_" + table.name, page)
        let list = columns.map { $0.isBytes ? "translate(encode(m.\($0.quoted), 'base64'), E'\\n', '') AS \($0.quoted)" : "m.\($0.quoted)" }
        let order = key.map { "m.\"\($0)\"" }
        var condition: SQL = table.condition.map { "AND (\(fragment: $0))" } ?? ""
        if let moment = table.moment, let limit { condition = "\(fragment: condition) AND m.\(unsafeRaw: moment) <= \(limit)" }
        try await transaction.query(
            """
            DECLARE \(unsafeRaw: cursor) NO SCROLL CURSOR FOR
            SELECT m.\(unsafeRaw: "\"\(key[0])\"")::text AS key, row_to_json(l)::text AS line
            FROM \(unsafeRaw: table.name) AS m
            CROSS JOIN LATERAL (SELECT \(unsafeRaw: (["'\(table.name)' AS t"] + list).joined(separator: ", "))) AS l
            WHERE m.\(unsafeRaw: ExportedColumns.tenantColumn(of: table.name)) = \(transaction.tenantID) \(fragment: condition)
            ORDER BY \(unsafeRaw: order.joined(separator: ", "))
            """, isPrepared: false)
    }

    /// Returns the current row, and reads the next page if necessary. Returns nil after the last row.
    func next() async throws -> Line? {
        if index >= rows?.count ?? 0 {
            if let rows, rows.count < page { return nil }
            // The cursor's name is made of a table's (`init`).
            rows = try await transaction.query("FETCH \(unsafeRaw: String(page)) FROM \(unsafeRaw: cursor)", isPrepared: false)
            index = 0
        }
        guard let rows, index < rows.count else { return nil }
        return Line(key: try rows[index]["key"], text: try rows[index]["line"])
    }

    /// Moves on to the row after the one that `next` returned.
    func pass() { index += 1 }

    /// Closes the database cursor.
    func close() async throws {
        // The cursor's name is made of a table's (`init`).
        try await transaction.query("CLOSE \(unsafeRaw: cursor)", isPrepared: false)
    }
}

/// Reads all rows of a tenant that an export contains, as lines in the order of the file.
struct TenantExportReader {
    let transaction: TenantTransaction
    let tables: [ExportedTable]
    let columns: ExportedColumns

    /// Reads the columns of the tables from the database's catalog.
    /// - Parameter tables: the exported tables. The tables in their `parts` are read together with them.
    init(_ transaction: TenantTransaction, _ tables: [ExportedTable]) async throws {
        (self.transaction, self.tables) = (transaction, tables)
        columns = try await ExportedColumns(of: tables, transaction)
    }

    /// Returns the name of the last migration that was run on this database.
    func schema() async throws -> String {
        let rows = try await transaction.query("SELECT coalesce(max(name), '') AS name FROM schema_migrations")
        guard let row = rows.first else { throw PostgresError.misuse("an aggregate without a row") }
        return try row["name"]
    }

    /// Reads all rows. Each row is followed by the rows of other tables that belong to it.
    /// - Parameters:
    ///   - secrets: whether secrets are read too.
    ///   - named: the columns to read, by table. For other tables, all exported columns are read.
    ///   - limit: the latest creation time of the rows to read, for tables whose rows outlive their tenant; nil for all
    ///     rows.
    ///   - take: receives each line, including its line feed.
    func read(
        secrets: Bool, named: [String: Set<String>] = [:], until limit: Date? = nil,
        _ take: (_ table: String, _ line: [UInt8]) async throws -> Void
    ) async throws {
        for table in tables {
            let rows = try await self.rows(of: table, secrets, named, limit)
            var parts: [(name: String, rows: TableLineReader)] = []
            for part in table.parts { parts.append((part.name, try await self.rows(of: part, secrets, named, limit))) }
            while let row = try await rows.next() {
                try await take(table.name, Self.bytes(row))
                rows.pass()
                for part in parts {
                    while let own = try await part.rows.next(), own.key == row.key {
                        try await take(part.name, Self.bytes(own))
                        part.rows.pass()
                    }
                }
            }
            for rows in [rows] + parts.map(\.rows) { try await rows.close() }
        }
    }

    private func rows(
        of table: ExportedTable, _ secrets: Bool, _ named: [String: Set<String>], _ limit: Date?
    ) async throws -> TableLineReader {
        try await TableLineReader(
            table, columns.lines(of: table, as: named[table.name], secrets: secrets), key: columns.key(of: table),
            page: columns.pageSize(of: table), until: limit, transaction)
    }

    private static func bytes(_ line: TableLineReader.Line) -> [UInt8] { Array(line.text.utf8) + [UInt8(ascii: "\n")] }
}
