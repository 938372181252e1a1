import DavenportAPI
import Foundation
import GRDB
import Locking

/// The file of what is to be sent. Nothing in it goes before the server has answered and was read again, or the app has said so.
///
/// Every call is one transaction; other processes may have the file open too.
final class OutboxFile: Sendable {
    static let format = 1
    /// Bears the folder's writes until they are answered.
    static let name = "outbox.sqlite"

    let database: DatabaseQueue
    /// Which outbox this is: another file counts its answers anew.
    let id: UUID
    /// Tells this one from other processes, and from others in this process.
    let holder = "\(ProcessInfo.processInfo.processIdentifier):\(UUID().uuidString)"
    /// What was decoded before, by the bytes that it was decoded from.
    private let decoded = Lock<[Int64: (body: Data, action: Write.Action)]>([:])

    /// Opens the file of a folder, or makes it.
    /// - Throws: what SQLite says, or `ReplicaError.newerFormat`.
    init(in folder: URL) throws {
        database = try DatabaseFile.open(folder.appending(path: Self.name), synchronous: .full)
        try DatabaseFile.check(database)
        id = try database.write { db in
            let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard format <= Self.format else { throw ReplicaError.newerFormat }
            if format < 1 { try Self.make(db) }
            return try Self.value("outbox", db) ?? UUID()
        }
    }

    /// Opens the file of a folder. A damaged one is set aside, and another begun.
    /// - Returns: the outbox, and where the damaged one lies now.
    static func openOrSetAside(in folder: URL, now: Date) throws -> (outbox: OutboxFile, damaged: URL?) {
        do {
            return (try OutboxFile(in: folder), nil)
        } catch  where DatabaseFile.isDamage(error) {
            let url = folder.appending(path: name)
            let date = Timestamp.text(now).replacing(":", with: "-")
            let damaged = folder.appending(path: "outbox-damaged-\(date).sqlite")
            for (old, new) in zip(DatabaseFile.paths(of: url), DatabaseFile.paths(of: damaged))
            where FileManager.default.fileExists(atPath: old) {
                try FileManager.default.moveItem(atPath: old, toPath: new)
            }
            return (try OutboxFile(in: folder), damaged)
        }
    }

    /// Everything in it, in the order of writing.
    func entries() async throws -> [OutboxEntry] {
        try await database.read { try self.entries($0) }
    }

    /// Takes a write, merged with what was never sent.
    func add(_ action: Write.Action, at moment: Date) async throws {
        try await database.write { db in
            let entries = try self.entries(db)
            let merging = Merging(action, into: entries)
            for id in merging.removed { try Self.delete(id, db) }
            if let changed = merging.changed { try Self.setAction(changed.action, of: changed.id, db) }
            guard let appended = merging.appended else { return }
            // What builds on something that has failed can't be sent either.
            let root = entries.first { $0.failure != nil && appended.buildsOn($0.action) }
            try db.execute(
                sql: "INSERT INTO writes (action, written_at, failure, failed_with) VALUES (?, ?, ?, ?)",
                arguments: [
                    try JSONEncoder().encode(appended), moment.timeIntervalSinceReferenceDate,
                    try root?.failure.map { try JSONEncoder().encode($0) }, root.map { $0.failedWith ?? $0.id },
                ])
        }
    }

    /// How many answers have been counted.
    func answers() async throws -> AnswerCount {
        AnswerCount(outbox: id, count: try await database.read { try Self.value("answers", $0) ?? 0 })
    }

    /// Removes what a pass has brought back that began after its answer.
    func removeAnswered(upTo count: AnswerCount) async throws {
        guard count.outbox == id else { return }
        try await database.write { db in
            try db.execute(sql: "DELETE FROM writes WHERE answer <= ?", arguments: [count.count])
        }
    }

    func close() throws { try database.close() }
}

extension OutboxFile {
    private static func make(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE writes (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    action BLOB NOT NULL,
                    written_at REAL NOT NULL,
                    -- How often it was sent, when last, and after how long it may be sent again: by the device's clock, in seconds.
                    attempts INTEGER NOT NULL DEFAULT 0,
                    attempted_at REAL,
                    pause REAL NOT NULL DEFAULT 0,
                    -- Whether the server has said so.
                    pause_is_told INTEGER NOT NULL DEFAULT 0,
                    answer INTEGER,
                    failure BLOB,
                    failed_with INTEGER
                );
                CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL);
                """)
        try setValue(UUID(), "outbox", db)
        try db.execute(sql: "PRAGMA user_version = \(format)")
    }

    func entries(_ db: Database) throws -> [OutboxEntry] {
        let decoder = JSONDecoder()
        let rows = try Row.fetchAll(
            db, sql: "SELECT id, action, written_at, attempts, answer, failure, failed_with FROM writes ORDER BY id")
        return try decoded.withLock { decoded in
            var known: [Int64: (body: Data, action: Write.Action)] = [:]
            let entries = try rows.map { row in
                let (id, body): (Int64, Data) = (row[0], row[1])
                let before = decoded[id].flatMap { $0.body == body ? $0.action : nil }
                let action = try before ?? decoder.decode(Write.Action.self, from: body)
                known[id] = (body, action)
                return OutboxEntry(
                    id: id, action: action, writtenAt: Date(timeIntervalSinceReferenceDate: row[2]), isSent: row[3] as Int > 0,
                    answer: row[4], failure: try (row[5] as Data?).map { try decoder.decode(Write.Failure.self, from: $0) },
                    failedWith: row[6])
            }
            decoded = known
            return entries
        }
    }

    static func delete(_ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM writes WHERE id = ?", arguments: [id])
    }

    static func setAction(_ action: Write.Action, of id: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE writes SET action = ? WHERE id = ?", arguments: [try JSONEncoder().encode(action), id])
    }

    static func value<Value: Decodable>(_ name: String, _ db: Database) throws -> Value? {
        let data = try Data.fetchOne(db, sql: "SELECT value FROM facts WHERE name = ?", arguments: [name])
        return try data.map { try JSONDecoder().decode(Value.self, from: $0) }
    }

    static func setValue(_ value: some Encodable, _ name: String, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            arguments: [name, try JSONEncoder().encode(value)])
    }

    static func removeValue(_ name: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM facts WHERE name = ?", arguments: [name])
    }
}
