import Foundation
import GRDB

/// A row of the table `items`, which has the items of all collections.
struct ItemRow {
    private let kind: String
    private let id: UUID
    private let thread: UUID?
    private let number: Int?
    private let author: UUID?
    private let archivesAt: Date?
    private let body: Data

    init(
        _ kind: String, _ item: some ReplicaItem, thread: UUID? = nil, number: Int? = nil, author: UUID? = nil, archivesAt: Date? = nil
    ) throws {
        (self.kind, id, self.thread, self.number, self.author) = (kind, item.id, thread, number, author)
        (self.archivesAt, body) = (archivesAt, try JSONEncoder().encode(item))
    }

    static let table = """
        -- kind: the collection. thread, number: the item that has this one, such as a comment's room, and the place there.
        -- seen_in_pass, complete: the number of the last pass that sent the row, or all of its thread; 0 if none did.
        CREATE TABLE items (
            kind TEXT NOT NULL, id BLOB NOT NULL, thread BLOB, number INTEGER, author BLOB, archives_at REAL, opened_at REAL,
            body BLOB NOT NULL, seen_in_pass INTEGER NOT NULL, complete INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (kind, id)
        ) WITHOUT ROWID;
        CREATE INDEX items_of_threads ON items (thread, number) WHERE thread IS NOT NULL;
        """

    func write(_ pass: Int, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO items (kind, id, thread, number, author, archives_at, body, seen_in_pass) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (kind, id) DO UPDATE SET thread = excluded.thread, number = excluded.number, author = excluded.author,
                    archives_at = excluded.archives_at, body = excluded.body, seen_in_pass = excluded.seen_in_pass
                """
        ).execute(arguments: [kind, id, thread, number, author, archivesAt?.timeIntervalSinceReferenceDate, body, pass])
    }

    /// Removes an item with its thread.
    static func remove(_ kind: String, _ id: UUID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM items WHERE kind = ? AND id = ?", arguments: [kind, id])
        try db.execute(sql: "DELETE FROM items WHERE thread = ?", arguments: [id])
    }

    /// Records that the server has sent all of an item's thread in a pass, and deletes the thread's items that it
    /// didn't send.
    static func complete(_ kind: String, _ id: UUID, _ pass: Int, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM items WHERE thread = ? AND seen_in_pass < ?", arguments: [id, pass])
        try db.execute(sql: "UPDATE items SET complete = ? WHERE kind = ? AND id = ?", arguments: [pass, kind, id])
    }

    static func all<Item: Decodable>(_ kind: String, _ db: Database) throws -> [Item] {
        let decoder = JSONDecoder()
        return try Data.fetchAll(db, sql: "SELECT body FROM items WHERE kind = ?", arguments: [kind]).map {
            try decoder.decode(Item.self, from: $0)
        }
    }

    static func one<Item: Decodable>(_ kind: String, _ id: UUID, _ db: Database) throws -> Item? {
        let body = try Data.fetchOne(db, sql: "SELECT body FROM items WHERE kind = ? AND id = ?", arguments: [kind, id])
        return try body.map { try JSONDecoder().decode(Item.self, from: $0) }
    }
}

extension ReplicaFile {
    /// Returns a thread's items, by number.
    func thread<Item: Decodable & Sendable>(_ kind: String, _ id: UUID) async throws -> [Item] {
        try await database.read { db in
            let decoder = JSONDecoder()
            let bodies = try Data.fetchAll(
                db, sql: "SELECT body FROM items WHERE thread = ? AND kind = ? ORDER BY number", arguments: [id, kind])
            return try bodies.map { try decoder.decode(Item.self, from: $0) }
        }
    }

    /// Whether all of an item's thread is stored.
    func isComplete(_ kind: String, _ id: UUID) async throws -> Bool {
        try await database.read { try Self.isComplete(kind, id, $0) }
    }

    private static func isComplete(_ kind: String, _ id: UUID, _ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT complete FROM items WHERE kind = ? AND id = ?", arguments: [kind, id]) ?? 0 > 0
    }

    /// Whether an item is archived, or will be at a known time.
    func isArchivable(_ kind: String, _ id: UUID) async throws -> Bool {
        try await database.read { db in
            try Double.fetchOne(db, sql: "SELECT archives_at FROM items WHERE kind = ? AND id = ?", arguments: [kind, id]) != nil
        }
    }

    /// Returns an item's number in its thread; nil if the item isn't stored.
    func number(_ kind: String, _ id: UUID) async throws -> Int? {
        try await database.read { try Int.fetchOne($0, sql: "SELECT number FROM items WHERE kind = ? AND id = ?", arguments: [kind, id]) }
    }

    /// Returns how many items in a thread have a higher number and another author; nil if the thread isn't stored
    /// completely.
    /// - Parameter kind: the collection whose item has the thread.
    func unread(in kind: String, _ id: UUID, above number: Int, by userID: UUID) async throws -> Int? {
        try await database.read { db in
            guard try Self.isComplete(kind, id, db) else { return nil }
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM items WHERE thread = ? AND number > ? AND author IS NOT ?", arguments: [id, number, userID])
        }
    }

    /// Records that a thread was opened. The archived items opened last keep their threads.
    func note(opened id: UUID, _ kind: String, at moment: Date) async throws {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE items SET opened_at = ? WHERE kind = ? AND id = ?",
                arguments: [moment.timeIntervalSinceReferenceDate, kind, id])
        }
    }
}
