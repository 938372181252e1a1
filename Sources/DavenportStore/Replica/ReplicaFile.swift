import DavenportAPI
import Foundation
import GRDB

/// The file of the server's data. It may be deleted at any time: then everything is fetched again.
final class ReplicaFile: Sendable {
    /// The format of the file. A file of another format is deleted, which only costs a new fetch.
    static let format = 11
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
                \(ItemRow.table)
                -- seen_in_pass: as in items.
                CREATE TABLE people (id BLOB PRIMARY KEY, body BLOB NOT NULL, seen_in_pass INTEGER NOT NULL) WITHOUT ROWID;
                CREATE TABLE documents (name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
                """)
        try db.execute(sql: "PRAGMA user_version = \(format)")
    }

    /// Loads everything except threads.
    func load() async throws -> Base {
        try await database.read { db in
            let decoder = JSONDecoder()
            var base = Base(state: try Self.state(db))
            for body in try Data.fetchAll(db, sql: "SELECT body FROM people") {
                let stub = try decoder.decode(UserStub.self, from: body)
                base.people[stub.id] = stub
            }
            for part in ReplicaAreas.parts { try part.load(into: &base, db) }
            return base
        }
    }

    /// Deletes all data, so that nothing of it can be found in the file.
    func erase() async throws {
        try await database.writeWithoutTransaction { db in
            try db.inTransaction {
                for table in ["people", "documents", "items"] { try db.execute(sql: "DELETE FROM \(table)") }
                // With the new pass number, pages that another process has already requested can't be applied.
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
