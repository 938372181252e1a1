import Foundation
import GRDB
import Locking

/// A store's file: a row for each item, in the items' order.
final class ItemFile<Item: Codable & Equatable & Sendable>: Sendable {
    private let url: URL
    private let opened = Lock<DatabaseQueue?>(nil)

    init(_ url: URL) {
        self.url = url
    }

    /// Loads all items by row number, the highest row number, and the rows that can't be decoded.
    /// - Throws: SQLite's error, if the file can't be opened or read.
    func load() async throws -> (entries: [StoredRow<Item>], lastRow: Int64, faults: [StoreFault]) {
        let rows = try await database().read { db in
            try Row.fetchAll(db, sql: "SELECT row, body FROM items ORDER BY row").map { (row: $0[0] as Int64, body: $0[1] as Data) }
        }
        let decoder = JSONDecoder()
        var (entries, faults): ([StoredRow<Item>], [StoreFault]) = ([], [])
        for (row, body) in rows {
            do {
                entries.append(StoredRow(row: row, item: try decoder.decode(Item.self, from: body)))
            } catch {
                faults.append(StoreFault(data: body, error: error))
            }
        }
        return (entries, rows.last?.row ?? 0, faults)
    }

    /// Writes a change in one transaction.
    /// - Throws: SQLite's error, or an error of an item's encoding; then nothing is written.
    func write(_ difference: StoreContents<Item>.Difference) async throws {
        let encoder = JSONEncoder()
        let written = try difference.writtenRows.map { (row: $0.row, body: try encoder.encode($0.item)) }
        try await database().write { db in
            if difference.emptiesRows { try db.execute(sql: "DELETE FROM items") }
            let delete = try db.cachedStatement(sql: "DELETE FROM items WHERE row = ?")
            for row in difference.deletedRows { try delete.execute(arguments: [row]) }
            let write = try db.cachedStatement(
                sql: "INSERT INTO items (row, body) VALUES (?, ?) ON CONFLICT (row) DO UPDATE SET body = excluded.body")
            for (row, body) in written { try write.execute(arguments: [row, body]) }
        }
    }

    private func database() throws -> DatabaseQueue {
        try opened.withLock { opened in
            if let opened { return opened }
            let database = try DatabaseFile.open(url, synchronous: .full)
            try database.write { db in
                try db.execute(sql: "CREATE TABLE IF NOT EXISTS items (row INTEGER PRIMARY KEY, body BLOB NOT NULL)")
            }
            opened = database
            return database
        }
    }
}
