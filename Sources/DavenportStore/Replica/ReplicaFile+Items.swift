import DavenportAPI
import Foundation
import GRDB

/// The kinds of items that the server sends besides rooms and comments. They are stored as they were sent.
enum ItemKind: String, CaseIterable, Sendable {
    case assignment, entry, challenge, play
}

extension Assignment: Identifiable {}
extension Entry: Identifiable {}
extension ChallengeOutline: Identifiable {}
extension PlayOutline: Identifiable {}

extension Changes {
    /// The students, teachers and makers that assignments and challenges mention.
    var named: [UserStub] {
        let users = (assignments?.items ?? []).flatMap { [$0.student] + $0.task.teachers }
        let stubs = users.map { UserStub(id: $0.id, username: $0.username, identityColor: $0.identityColor, avatarURL: $0.avatarURL) }
        return stubs + (challenges?.items ?? []).compactMap { $0.maker }
    }
}

/// The assignments, challenges and plays that the server has sent.
struct ReplicaItems: Sendable {
    var assignments: [UUID: Assignment] = [:]
    var challenges: [UUID: ChallengeOutline] = [:]
    var plays: [UUID: PlayOutline] = [:]
}

extension ReplicaFile {
    static func makeItems(_ db: Database) throws {
        try db.execute(
            sql: """
                -- thread, number: an entry's assignment and its number there. pass, complete: as in rooms.
                CREATE TABLE items (
                    kind TEXT NOT NULL, id BLOB NOT NULL, thread BLOB, number INTEGER, body BLOB NOT NULL, pass INTEGER NOT NULL,
                    complete INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (kind, id)
                ) WITHOUT ROWID;
                CREATE INDEX items_of_threads ON items (thread, number) WHERE thread IS NOT NULL;
                """)
    }

    static func items(_ db: Database) throws -> ReplicaItems {
        ReplicaItems(
            assignments: try all(.assignment, Assignment.self, db), challenges: try all(.challenge, ChallengeOutline.self, db),
            plays: try all(.play, PlayOutline.self, db))
    }

    private static func all<Item: Decodable & Identifiable>(
        _ kind: ItemKind, _ type: Item.Type, _ db: Database
    ) throws -> [UUID: Item] where Item.ID == UUID {
        let decoder = JSONDecoder()
        return try Data.fetchAll(db, sql: "SELECT body FROM items WHERE kind = ?", arguments: [kind.rawValue]).reduce(into: [:]) {
            let item = try decoder.decode(Item.self, from: $1)
            $0[item.id] = item
        }
    }

    /// Writes a page's assignments, entries, challenges and plays.
    static func writeItems(_ page: Changes, _ effect: inout Effect, _ db: Database) throws {
        let pass = effect.state.pass
        for assignment in page.assignments?.items ?? [] { try write(assignment, .assignment, pass, db) }
        for id in page.assignments?.removed ?? [] { try remove(assignment: id, db) }
        for entry in page.entries?.items ?? [] { try write(entry, pass, db) }
        for removal in page.entries?.removed ?? [] { try remove(.entry, removal.id, db) }
        for id in page.entries?.complete ?? [] { try complete(assignment: id, pass, db) }
        for challenge in page.challenges?.items ?? [] { try write(challenge, .challenge, pass, db) }
        for id in page.challenges?.removed ?? [] { try remove(.challenge, id, db) }
        for play in page.plays?.items ?? [] { try write(play, .play, pass, db) }
        for id in page.plays?.removed ?? [] { try remove(.play, id, db) }
        effect.items = ReplicaItems(
            assignments: Dictionary((page.assignments?.items ?? []).map { ($0.id, $0) }) { $1 },
            challenges: Dictionary((page.challenges?.items ?? []).map { ($0.id, $0) }) { $1 },
            plays: Dictionary((page.plays?.items ?? []).map { ($0.id, $0) }) { $1 })
        effect.removedItems = (page.assignments?.removed ?? []) + (page.challenges?.removed ?? []) + (page.plays?.removed ?? [])
    }

    private static func write(
        _ item: some Encodable & Identifiable<UUID>, _ kind: ItemKind, thread: UUID? = nil, number: Int? = nil, _ pass: Int, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO items (kind, id, thread, number, body, pass) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE
                SET thread = excluded.thread, number = excluded.number, body = excluded.body, pass = excluded.pass
                """
        ).execute(arguments: [kind.rawValue, item.id, thread, number, try JSONEncoder().encode(item), pass])
    }

    private static func write(_ entry: Entry, _ pass: Int, _ db: Database) throws {
        try write(entry, .entry, thread: entry.assignmentID, number: entry.number, pass, db)
    }

    private static func remove(_ kind: ItemKind, _ id: UUID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM items WHERE kind = ? AND id = ?", arguments: [kind.rawValue, id])
    }

    private static func remove(assignment id: UUID, _ db: Database) throws {
        try remove(.assignment, id, db)
        try db.execute(sql: "DELETE FROM items WHERE thread = ?", arguments: [id])
    }

    /// Records that this pass has sent all entries of an assignment, and deletes those that it didn't send.
    private static func complete(assignment id: UUID, _ pass: Int, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM items WHERE thread = ? AND pass < ?", arguments: [id, pass])
        try db.execute(
            sql: "UPDATE items SET complete = ? WHERE kind = ? AND id = ?", arguments: [pass, ItemKind.assignment.rawValue, id])
    }

    /// Ends a pass: deletes the items that a full pass didn't send, and the entries of assignments whose entries aren't
    /// complete.
    static func endItems(_ state: ReplicaState, _ db: Database) throws {
        if state.isFull {
            try db.execute(sql: "DELETE FROM items WHERE thread IS NULL AND pass < ?", arguments: [state.pass])
            try db.execute(sql: "UPDATE items SET complete = 0 WHERE complete < ?", arguments: [state.pass])
        }
        try db.execute(
            sql: """
                DELETE FROM items WHERE thread IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM items AS a WHERE a.kind = ? AND a.id = items.thread AND a.complete > 0)
                """, arguments: [ItemKind.assignment.rawValue])
    }

    /// Returns an assignment's entries by number; nil if they aren't complete.
    func entries(of assignmentID: UUID) async throws -> [Entry]? {
        try await database.read { db in
            let complete = try Int.fetchOne(
                db, sql: "SELECT complete FROM items WHERE kind = ? AND id = ?", arguments: [ItemKind.assignment.rawValue, assignmentID])
            guard let complete, complete > 0 else { return nil }
            let decoder = JSONDecoder()
            return try Data.fetchAll(db, sql: "SELECT body FROM items WHERE thread = ? ORDER BY number", arguments: [assignmentID]).map {
                try decoder.decode(Entry.self, from: $0)
            }
        }
    }

    /// Stores all entries of an assignment from its list. If the copy has changed since the request, nothing is
    /// written, and the next call fetches them again.
    func write(entries: [Entry], of assignmentID: UUID, asked: ReplicaState) async throws {
        try await database.write { db in
            let state = try Self.state(db)
            guard state.isAt(asked) else { return }
            try db.execute(sql: "DELETE FROM items WHERE thread = ?", arguments: [assignmentID])
            for entry in entries { try Self.write(entry, state.pass, db) }
            try db.execute(
                sql: "UPDATE items SET complete = ? WHERE kind = ? AND id = ?",
                arguments: [max(state.pass, 1), ItemKind.assignment.rawValue, assignmentID])
        }
    }
}
