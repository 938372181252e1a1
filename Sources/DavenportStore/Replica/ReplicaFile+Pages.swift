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
        let pass = effect.state.pass
        if let rooms = page.rooms {
            for room in rooms.items { try write(room, pass, db) }
            for id in rooms.removed { try remove(room: id, db) }
            (effect.rooms, effect.removedRooms) = (rooms.items, rooms.removed)
            effect.commented.formUnion(rooms.removed)
        }
        if let comments = page.comments {
            for comment in comments.items { try write(comment, pass, db) }
            for removal in comments.removed { try db.execute(sql: "DELETE FROM comments WHERE id = ?", arguments: [removal.id]) }
            for id in comments.complete { try complete(room: id, pass, db) }
            effect.commented.formUnion(comments.items.map { $0.roomID } + comments.removed.map { $0.roomID } + comments.complete)
        }
        effect.documents = Documents(
            me: page.me, friends: page.friends, blocks: page.blocks, notifications: page.notifications, mutes: page.mutes,
            dashboard: page.dashboard)
        effect.people = (page.rooms?.items ?? []).flatMap { $0.members.map { $0.user } }
        effect.people += try members(among: page.comments?.items ?? [], db)
        try writeItems(page, &effect, db)
        effect.people += page.named + effect.documents.people
        try write(effect.people, pass, db)
        if let me = page.me { try set(me, "me", db) }
        if let friends = page.friends { try set(friends, "friends", db) }
        if let blocks = page.blocks { try set(blocks, "blocks", db) }
        if let notifications = page.notifications { try set(notifications, "notifications", db) }
        if let mutes = page.mutes { try set(mutes, "mutes", db) }
        if let dashboard = page.dashboard { try set(dashboard, "dashboard", db) }
    }

    private static func write(_ room: Room, _ pass: Int, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO rooms (id, body, archives_at, pass) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
                SET body = excluded.body, archives_at = excluded.archives_at, pass = excluded.pass
                """
        ).execute(arguments: [room.id, try JSONEncoder().encode(room), room.archivesAt?.timeIntervalSinceReferenceDate, pass])
    }

    private static func write(_ comment: Comment, _ pass: Int, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO comments (id, room, number, author, body, pass) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
                SET room = excluded.room, number = excluded.number, author = excluded.author, body = excluded.body, pass = excluded.pass
                """
        ).execute(arguments: [comment.id, comment.roomID, comment.number, comment.author?.id, try JSONEncoder().encode(comment), pass])
    }

    private static func write(_ people: [UserStub], _ pass: Int, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO people (id, body, pass) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE
                SET body = excluded.body, pass = excluded.pass
                """)
        // The documents come last. If a page mentions a person twice, both mentions are from the same moment.
        for stub in Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { $1 }).values {
            try statement.execute(arguments: [stub.id, try JSONEncoder().encode(stub), pass])
        }
    }

    /// The authors who are members of the room that they wrote in, with their current names. The names of other authors
    /// may be outdated (rule 4.6).
    private static func members(among comments: [Comment], _ db: Database) throws -> [UserStub] {
        let rooms = try Set(comments.map { $0.roomID }).reduce(into: [UUID: Set<UUID>]()) { rooms, id in
            let body = try Data.fetchOne(db, sql: "SELECT body FROM rooms WHERE id = ?", arguments: [id])
            let room = try body.map { try JSONDecoder().decode(Room.self, from: $0) }
            rooms[id] = Set((room?.members ?? []).map { $0.user.id })
        }
        return comments.compactMap { comment in
            comment.author.flatMap { rooms[comment.roomID]?.contains($0.id) == true ? $0 : nil }
        }
    }

    private static func remove(room id: UUID, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM rooms WHERE id = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM comments WHERE room = ?", arguments: [id])
    }

    /// Records that this pass has sent all comments of a room, and deletes those that it didn't send.
    private static func complete(room id: UUID, _ pass: Int, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM comments WHERE room = ? AND pass < ?", arguments: [id, pass])
        try db.execute(sql: "UPDATE rooms SET complete = ? WHERE id = ?", arguments: [pass, id])
    }
}

extension ReplicaFile {
    /// Returns the rooms whose comments must be fetched from their lists before the pass may end.
    /// - Parameter open: the rooms that are open in the app. Their comments are fetched even if they are archived.
    func missing(_ state: ReplicaState, open: Set<UUID>, now: Date) async throws -> [UUID] {
        try await database.read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, archives_at FROM rooms WHERE complete < ? AND pass >= ?",
                arguments: [state.isFull ? state.pass : 1, state.isFull ? state.pass : 0])
            return rows.compactMap { row in
                let (id, archivesAt): (UUID, Double?) = (row[0], row[1])
                let isActive = archivesAt.map { $0 > now.timeIntervalSinceReferenceDate } ?? true
                return isActive || open.contains(id) ? id : nil
            }
        }
    }

    /// Writes all comments of a room from its list.
    /// - Parameter asked: the copy's state when the list was requested. Changes that arrived since then might be older
    ///   than the list.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func write(list: [Comment], of roomID: UUID, asked: ReplicaState) async throws -> Effect? {
        try await database.write { db in
            let state = try Self.state(db)
            guard state.isAt(asked) else { return nil }
            try db.execute(sql: "DELETE FROM comments WHERE room = ?", arguments: [roomID])
            for comment in list { try Self.write(comment, state.pass, db) }
            let people = try Self.members(among: list, db)
            try Self.write(people, state.pass, db)
            // At least 1, because 0 means incomplete. A list may be read before the first pass that contains the room
            // has ended.
            try db.execute(sql: "UPDATE rooms SET complete = ? WHERE id = ?", arguments: [max(state.pass, 1), roomID])
            return Effect(state: state, commented: [roomID], people: people)
        }
    }

    /// Ends a pass: deletes what a full pass didn't send. Of archived rooms, only those opened last keep their
    /// comments.
    /// - Parameter kept: how many archived rooms keep their comments.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func end(_ asked: ReplicaState, now: Date, kept: Int = 200) async throws -> Effect? {
        try await database.write { db in
            var state = try Self.state(db)
            guard state.isAt(asked), state.phase == .listing else { return nil }
            var effect = Effect(state: state)
            if state.isFull {
                effect.removedRooms = try UUID.fetchAll(db, sql: "SELECT id FROM rooms WHERE pass < ?", arguments: [state.pass])
                for id in effect.removedRooms { try Self.remove(room: id, db) }
                try db.execute(sql: "DELETE FROM people WHERE pass < ?", arguments: [state.pass])
                try db.execute(sql: "UPDATE rooms SET complete = 0 WHERE complete < ?", arguments: [state.pass])
            }
            try db.execute(
                sql: """
                    UPDATE rooms SET complete = 0 WHERE complete > 0 AND archives_at <= ? AND id NOT IN (
                        SELECT id FROM rooms WHERE archives_at <= ? AND opened_at IS NOT NULL ORDER BY opened_at DESC LIMIT ?
                    )
                    """, arguments: [now.timeIntervalSinceReferenceDate, now.timeIntervalSinceReferenceDate, kept])
            let incomplete = """
                SELECT room FROM comments LEFT JOIN rooms ON rooms.id = comments.room WHERE coalesce(rooms.complete, 0) = 0
                """
            effect.commented = Set(try UUID.fetchAll(db, sql: "SELECT DISTINCT room FROM (\(incomplete))"))
            try db.execute(sql: "DELETE FROM comments WHERE room IN (\(incomplete))")
            try Self.endItems(state, db)
            (state.phase, state.isFull, state.isWhole) = (.idle, false, true)
            state.endedAfter = state.begunAfter
            try Self.set(state, db)
            effect.state = state
            return effect
        }
    }

    /// Begins a full pass, because the server can't list the changes since the cursor. Until it ends, the present data
    /// is shown.
    /// - Returns: nil if the copy has changed since the request, so that nothing was written.
    func beginAnew(_ asked: ReplicaState) async throws -> Effect? {
        try await database.write { db in
            var state = try Self.state(db)
            guard state.isAt(asked) else { return nil }
            (state.cursor, state.phase, state.isFull) = (nil, .idle, false)
            // Pages that were requested before belong to no pass any more.
            state.pass += 1
            try Self.set(state, db)
            return Effect(state: state)
        }
    }
}
