import DavenportAPI
import Foundation
import GRDB

extension ReplicaFile {
    /// Writes a page and its cursor in one transaction.
    /// - Parameters:
    ///   - asked: the copy's state when the page was requested.
    ///   - answers: the answers that were counted before the request, for the case that a new pass begins.
    ///   - now: the device's time when the page arrived.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func apply(_ page: Changes, asked: ReplicaState, after answers: AnswerCount, now: Date) async throws -> Effect? {
        try await database.write { db in
            var state = try Self.state(db)
            guard state.isAt(asked) else { return nil }
            if state.phase == .idle {
                state.pass += 1
                state.phase = .paging
                state.isFull = state.cursor == nil
                state.begunAfter = answers
            }
            state.cursor = page.next
            state.skew = page.now.timeIntervalSince(now)
            if let me = page.me { state.userID = me.id }
            if !page.more { state.phase = .listing }
            var effect = Effect(state: state)
            try Self.write(page, &effect, db)
            try Self.set(state, db)
            return effect
        }
    }

    private static func write(_ page: Changes, _ effect: inout Effect, _ db: Database) throws {
        effect.page = page
        for part in ReplicaAreas.parts { try part.write(page, &effect, db) }
        try write(effect.people, effect.state.pass, db)
    }

    private static func write(_ people: [UserStub], _ pass: Int, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO people (id, body, seen_in_pass) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE
                SET body = excluded.body, seen_in_pass = excluded.seen_in_pass
                """)
        // The documents come last. If a page mentions a person twice, both mentions are from the same moment.
        for stub in Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values {
            try statement.execute(arguments: [stub.id, try JSONEncoder().encode(stub), pass])
        }
    }
}

extension ReplicaFile {
    /// Returns the threads that must be fetched from their lists before the pass may end.
    /// - Parameter open: the threads that are open in the app. They are fetched even if they are archived.
    func missing(_ threads: any AnyThreads, _ state: ReplicaState, open: Set<UUID>, now: Date) async throws -> [UUID] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, archives_at FROM items WHERE kind = ? AND complete < ? AND seen_in_pass >= ?",
                arguments: [threads.parent, state.isFull ? state.pass : 1, state.isFull ? state.pass : 0])
            return rows.compactMap { row in
                let (id, archivesAt): (UUID, Double?) = (row[0], row[1])
                let isActive = archivesAt.map { $0 > now.timeIntervalSinceReferenceDate } ?? true
                return isActive || open.contains(id) ? id : nil
            }
        }
    }

    /// Writes a whole thread from its list.
    /// - Parameter asked: the copy's state when the list was requested. Changes that arrived since then might be older
    ///   than the list.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func write<Threads: AnyThreads>(
        list: [Threads.Item], of id: UUID, _ threads: Threads, asked: ReplicaState
    ) async throws -> Effect? {
        try await database.write { db in
            let state = try Self.state(db)
            guard state.isAt(asked) else { return nil }
            try db.execute(sql: "DELETE FROM items WHERE thread = ?", arguments: [id])
            let people = try threads.write(list, state.pass, db)
            try Self.write(people, state.pass, db)
            // At least 1, because 0 means incomplete. A list may be read before the first pass that contains the item
            // has ended.
            try db.execute(
                sql: "UPDATE items SET complete = ? WHERE kind = ? AND id = ?", arguments: [max(state.pass, 1), threads.parent, id])
            return Effect(state: state, threads: [id], people: people)
        }
    }

    /// Ends a pass: deletes what a full pass didn't send. Of archived items, only those opened last keep their threads.
    /// - Parameter kept: how many archived items keep their threads.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func end(_ asked: ReplicaState, now: Date, kept: Int = 200) async throws -> Effect? {
        try await database.write { db in
            var state = try Self.state(db)
            guard state.isAt(asked), state.phase == .listing else { return nil }
            var effect = Effect(state: state)
            if state.isFull { try Self.removeUnseen(&effect, db) }
            try db.execute(
                sql: """
                    UPDATE items SET complete = 0 WHERE complete > 0 AND archives_at <= ? AND id NOT IN (
                        SELECT id FROM items WHERE archives_at <= ? AND opened_at IS NOT NULL ORDER BY opened_at DESC LIMIT ?
                    )
                    """, arguments: [now.timeIntervalSinceReferenceDate, now.timeIntervalSinceReferenceDate, kept])
            for threads in ReplicaAreas.threads { try Self.removeIncomplete(threads, &effect, db) }
            (state.phase, state.isFull, state.isWhole) = (.idle, false, true)
            state.endedAfter = state.begunAfter
            try Self.set(state, db)
            effect.state = state
            return effect
        }
    }

    /// Deletes what a full pass didn't send.
    private static func removeUnseen(_ effect: inout Effect, _ db: Database) throws {
        let pass = effect.state.pass
        let rows = try Row.fetchAll(
            db, sql: "SELECT kind, id FROM items WHERE thread IS NULL AND seen_in_pass < ?", arguments: [pass])
        for row in rows {
            let (kind, id): (String, UUID) = (row[0], row[1])
            try ItemRow.remove(kind, id, db)
            effect.removed[kind, default: []].append(id)
        }
        try db.execute(sql: "DELETE FROM people WHERE seen_in_pass < ?", arguments: [pass])
        try db.execute(sql: "UPDATE items SET complete = 0 WHERE complete < ?", arguments: [pass])
    }

    /// Deletes the threads that aren't complete.
    private static func removeIncomplete(_ threads: any AnyThreads, _ effect: inout Effect, _ db: Database) throws {
        let ids = try UUID.fetchAll(
            db,
            sql: """
                SELECT DISTINCT thread FROM items AS i WHERE kind = ? AND NOT EXISTS (
                    SELECT 1 FROM items AS p WHERE p.kind = ? AND p.id = i.thread AND p.complete > 0)
                """, arguments: [threads.name, threads.parent])
        for id in ids { try db.execute(sql: "DELETE FROM items WHERE thread = ?", arguments: [id]) }
        effect.threads.formUnion(ids)
    }

    /// Begins a full pass, because the server can't list the changes since the cursor. Until it ends, the present data
    /// is shown.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func beginAnew(_ asked: ReplicaState) async throws -> Effect? {
        try await database.write { db in
            var state = try Self.state(db)
            guard state.isAt(asked) else { return nil }
            (state.cursor, state.phase, state.isFull) = (nil, .idle, false)
            // With the new pass number, pages that were requested before can't be applied.
            state.pass += 1
            try Self.set(state, db)
            return Effect(state: state)
        }
    }
}
