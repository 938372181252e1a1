import DavenportAPI
import Foundation
import GRDB
import Locking

/// The file of unsent writes. A write stays until a later sync pass contains its effect, or the app discards it.
///
/// Every call is one transaction. Other processes may have the file open too.
final class OutboxFile: Sendable {
    static let format = 3
    /// The file holds the folder's writes until they are answered.
    static let name = "outbox.sqlite"

    let database: DatabaseQueue
    /// The id of this outbox. A new file has a new id and counts its answers from 0.
    let id: UUID
    /// Distinguishes this instance from those of other processes and from others in this process.
    let holder = "\(ProcessInfo.processInfo.processIdentifier):\(UUID().uuidString)"
    /// A cache of decoded writes, with the bytes that they were decoded from.
    private let decoded = Lock<[Int64: (body: Data, action: any AreaWrite)]>([:])

    /// Opens or creates the outbox of a folder.
    /// - Throws: SQLite's error, or `ReplicaError.newerFormat`.
    init(in folder: URL) throws {
        database = try DatabaseFile.open(folder.appending(path: Self.name), synchronous: .full)
        try DatabaseFile.check(database)
        id = try database.write { db in
            let format = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard format <= Self.format else { throw ReplicaError.newerFormat }
            if format < 1 { try Self.make(db) }
            if format == 1 { try Self.renamePauseColumn(db) }
            if 1..<3 ~= format { try Self.addOwnerColumn(db) }
            // The process that logged out ended before it had deleted the file, whose writes are deleted already.
            try Self.removeValue("isClosed", db)
            return try Self.value("outbox", db) ?? UUID()
        }
    }

    /// Opens the outbox of a folder. If it is damaged, the file is renamed and a new one is created.
    /// - Returns: the outbox, and the new address of the damaged file.
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

    /// All writes of the current person, in the order of writing.
    func entries() async throws -> [OutboxEntry] {
        try await database.read { try self.entries($0) }
    }

    /// Adds a write, merged with the writes that were never sent.
    /// - Throws: `ReplicaError.loggedOut` if the person has logged out, so that the file is about to be deleted.
    func add<Action: AreaWrite>(_ action: Action, at moment: Date) async throws {
        try await database.write { db in
            let isClosed: Bool? = try Self.value("isClosed", db)
            if isClosed == true { throw ReplicaError.loggedOut }
            let entries = try self.entries(db)
            var merging = Merging(action, into: entries)
            action.merge(into: &merging)
            for id in merging.removed { try Self.delete(id, db) }
            if let (id, changed) = merging.changed { try Self.setAction(changed, of: id, db) }
            guard let appended = merging.appended else { return }
            // A write that depends on a failed one can't be sent either.
            let root = entries.first { $0.failure != nil && appended.buildsOn(any: $0.action) }
            try db.execute(
                sql: "INSERT INTO writes (action, written_at, failure, failed_with) VALUES (?, ?, ?, ?)",
                arguments: [
                    try JSONEncoder().encode(appended), moment.timeIntervalSinceReferenceDate,
                    try root?.failure.map { try JSONEncoder().encode($0) }, root.map { $0.failedWith ?? $0.id },
                ])
        }
    }

    /// How many answers the outbox has counted.
    func answers() async throws -> AnswerCount {
        AnswerCount(outbox: id, count: try await database.read { try Self.value("answers", $0) ?? 0 })
    }

    /// Deletes the answered writes whose effects a finished sync pass contains.
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
                    -- The attempts so far, the time of the last one by the device's clock, and the pause after it in seconds.
                    attempts INTEGER NOT NULL DEFAULT 0,
                    attempted_at REAL,
                    pause REAL NOT NULL DEFAULT 0,
                    -- Whether the server asked for the pause.
                    pause_is_required INTEGER NOT NULL DEFAULT 0,
                    -- Another person, for whose next log-in the write waits; null for the person of the session.
                    owner TEXT,
                    answer INTEGER,
                    failure BLOB,
                    failed_with INTEGER
                );
                CREATE TABLE facts (name TEXT PRIMARY KEY, value BLOB NOT NULL);
                """)
        try setValue(UUID(), "outbox", db)
        try db.execute(sql: "PRAGMA user_version = \(format)")
    }

    /// Brings a file of format 1 to format 2.
    private static func renamePauseColumn(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE writes RENAME COLUMN pause_is_told TO pause_is_required; PRAGMA user_version = 2")
    }

    /// Brings a file of format 2 to format 3.
    private static func addOwnerColumn(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE writes ADD COLUMN owner TEXT; PRAGMA user_version = 3")
    }

    func entries(_ db: Database) throws -> [OutboxEntry] {
        let decoder = JSONDecoder()
        let rows = try Row.fetchAll(
            db,
            sql: "SELECT id, action, written_at, attempts, answer, failure, failed_with FROM writes WHERE owner IS NULL ORDER BY id")
        return try decoded.withLock { decoded in
            var known: [Int64: (body: Data, action: any AreaWrite)] = [:]
            let entries = try rows.map { row in
                let (id, body): (Int64, Data) = (row[0], row[1])
                let before = decoded[id].flatMap { $0.body == body ? $0.action : nil }
                let action = try before ?? Self.action(body, by: decoder)
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

    /// Decodes a write of whichever area has it.
    private static func action(_ body: Data, by decoder: JSONDecoder) throws -> any AreaWrite {
        for type in ReplicaAreas.writes.dropLast() { if let action = try? type.decoded(body, by: decoder) { return action } }
        guard let last = ReplicaAreas.writes.last else { throw ReplicaError.newerFormat }
        return try last.decoded(body, by: decoder)
    }

    static func delete(_ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM writes WHERE id = ?", arguments: [id])
    }

    static func setAction(_ action: any AreaWrite, of id: Int64, _ db: Database) throws {
        try db.execute(sql: "UPDATE writes SET action = ? WHERE id = ?", arguments: [try JSONEncoder().encode(action), id])
    }

    /// Records why a write won't be sent again by itself.
    /// - Parameter root: the failed write that it depends on; nil if it failed by itself.
    static func setFailure(_ failure: Write.Failure, of id: Int64, with root: Int64? = nil, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE writes SET failure = ?, failed_with = ? WHERE id = ?",
            arguments: [try JSONEncoder().encode(failure), root, id])
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
