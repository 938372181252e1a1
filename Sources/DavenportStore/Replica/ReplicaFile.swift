import DavenportAPI
import Foundation
import GRDB

/// The file of the server's data. It may be deleted at any time: then everything is fetched again.
final class ReplicaFile: Sendable {
    /// The format of the file. A file of another format is deleted, which only costs a new fetch.
    static let format = 4
    static let name = "replica.sqlite"

    let database: DatabaseQueue
    let url: URL

    /// Opens or creates the file of a folder. A damaged file is deleted.
    /// - Parameter wasDamaged: set to true if the file was damaged.
    /// - Throws: SQLite's error.
    init(in folder: URL, wasDamaged: inout Bool) throws {
        url = folder.appending(path: Self.name)
        do {
            database = try Self.open(url)
        } catch  where DatabaseFile.isDamage(error) {
            wasDamaged = true
            try DatabaseFile.delete(url)
            database = try Self.open(url)
        }
    }

    private static func open(_ url: URL) throws -> DatabaseQueue {
        let database = try DatabaseFile.open(url, synchronous: .normal)
        try DatabaseFile.check(database)
        let isOther = try database.write { db in
            let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            if found == format { return false }
            if found != 0 { return true }
            try make(db)
            return false
        }
        guard isOther else { return database }
        try database.close()
        try DatabaseFile.delete(url)
        return try open(url)
    }

    private static func make(_ db: Database) throws {
        try db.execute(
            sql: """
                -- pass, complete: the number of the last pass that sent the row, or all of its comments; 0 if none did.
                CREATE TABLE rooms (
                    id BLOB PRIMARY KEY, body BLOB NOT NULL, archives_at REAL, pass INTEGER NOT NULL, complete INTEGER NOT NULL DEFAULT 0,
                    opened_at REAL
                ) WITHOUT ROWID;
                CREATE TABLE comments (
                    id BLOB PRIMARY KEY, room BLOB NOT NULL, number INTEGER NOT NULL, author BLOB, body BLOB NOT NULL, pass INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX comments_of_rooms ON comments (room, number);
                CREATE TABLE people (id BLOB PRIMARY KEY, body BLOB NOT NULL, pass INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE documents (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
                """)
        try makeItems(db)
        try db.execute(sql: "PRAGMA user_version = \(format)")
    }

    /// Loads everything except comments and entries.
    func load() async throws -> Base {
        try await database.read { db in
            let decoder = JSONDecoder()
            var base = Base(state: try Self.state(db))
            for row in try Row.fetchAll(db, sql: "SELECT body FROM rooms") {
                let room = try decoder.decode(Room.self, from: row[0])
                base.rooms[room.id] = room
            }
            for row in try Row.fetchAll(db, sql: "SELECT body FROM people") {
                let stub = try decoder.decode(UserStub.self, from: row[0])
                base.people[stub.id] = stub
            }
            base.items = try Self.items(db)
            base.documents.me = try Self.document("me", db)
            base.documents.friends = try Self.document("friends", db)
            base.documents.blocks = try Self.document("blocks", db)
            base.documents.notifications = try Self.document("notifications", db)
            base.documents.mutes = try Self.document("mutes", db)
            base.documents.dashboard = try Self.document("dashboard", db)
            return base
        }
    }

    /// A room's comments in the order of creation, and whether they are complete.
    func comments(of roomID: UUID) async throws -> (comments: [Comment], areAll: Bool) {
        try await database.read { db in
            let decoder = JSONDecoder()
            let rows = try Row.fetchAll(db, sql: "SELECT body FROM comments WHERE room = ? ORDER BY number", arguments: [roomID])
            let complete = try Int.fetchOne(db, sql: "SELECT complete FROM rooms WHERE id = ?", arguments: [roomID]) ?? 0
            return (try rows.map { try decoder.decode(Comment.self, from: $0[0]) }, complete > 0)
        }
    }

    /// A comment's number in its room; nil if the comment isn't stored.
    func number(of commentID: UUID) async throws -> Int? {
        try await database.read { try Int.fetchOne($0, sql: "SELECT number FROM comments WHERE id = ?", arguments: [commentID]) }
    }

    /// How many comments of others have a higher number; nil if the room's comments aren't complete.
    func unread(in roomID: UUID, above number: Int, by userID: UUID) async throws -> Int? {
        try await database.read { db in
            guard try Int.fetchOne(db, sql: "SELECT complete FROM rooms WHERE id = ?", arguments: [roomID]) ?? 0 > 0 else { return nil }
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM comments WHERE room = ? AND number > ? AND author IS NOT ?",
                arguments: [roomID, number, userID])
        }
    }

    /// Records that a room was opened. The archived rooms opened last keep their comments.
    func note(opened roomID: UUID, at moment: Date) async throws {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE rooms SET opened_at = ? WHERE id = ?", arguments: [moment.timeIntervalSinceReferenceDate, roomID])
        }
    }

    /// Deletes all data, so that nothing of it can be found in the file.
    func erase() async throws {
        try await database.writeWithoutTransaction { db in
            try db.inTransaction {
                for table in ["rooms", "comments", "people", "documents", "items"] { try db.execute(sql: "DELETE FROM \(table)") }
                // Pages that another process requested meanwhile belong to no pass any more.
                let before = try Self.state(db)
                try Self.set(ReplicaState(pass: before.pass + 1), db)
                return .commit
            }
            // The rows are deleted by now. While another process reads, their bytes stay in the file until it is done.
            try? db.execute(sql: "VACUUM")
            _ = try? db.checkpoint(.truncate)
        }
    }

    func close() throws { try database.close() }
}

extension ReplicaFile {
    static func state(_ db: Database) throws -> ReplicaState { try document("state", db) ?? ReplicaState() }

    static func set(_ state: ReplicaState, _ db: Database) throws { try set(state, "state", db) }

    static func document<Value: Decodable>(_ name: String, _ db: Database) throws -> Value? {
        let data = try Data.fetchOne(db, sql: "SELECT body FROM documents WHERE name = ?", arguments: [name])
        return try data.map { try JSONDecoder().decode(Value.self, from: $0) }
    }

    static func set(_ value: some Encodable, _ name: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO documents (name, body) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body",
            arguments: [name, try JSONEncoder().encode(value)])
    }
}
