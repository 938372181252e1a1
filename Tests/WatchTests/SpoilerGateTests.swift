import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 17: the spoiler gate")
struct SpoilerGateTests {
    /// Shows rule 17.5.
    @Test("Somebody without a position sees their own comments alone; with one, what they have reached; after watching, all")
    func reading() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            for (person, content, seconds) in [
                (bea, "before", 100), (bea, "after", 900), (cem, "general", 0), (bea, "finale", 0), (ada, "mine", 2000),
            ] {
                try await server.comment(person, in: room, content, seconds: seconds)
            }
            try await server.watched(bea, room)
            func seen(_ limit: Int = 50) async throws -> [String] {
                let page = try await server.as(ada).listComments(CommentQuery(roomID: room.id, gate: .position, limit: limit))
                #expect(page.hiddenCount == 5 - page.items.count)
                return page.items.map(\.content)
            }
            #expect(try await seen() == ["mine"])
            _ = try await server.as(ada).setPosition(roomID: room.id, seconds: 870, running: true)
            #expect(try await seen() == ["general", "before", "mine"])
            #expect(try await seen(500) == ["general", "before", "mine"], "a large page is read by another statement")
            server.clock.advance(by: 30)
            #expect(try await seen() == ["general", "before", "after", "mine"])
            server.clock.advance(by: 150)
            #expect(try await seen() == ["general", "before", "mine"], "the position counts as paused")
            let open = try await server.as(ada).listComments(CommentQuery(roomID: room.id))
            #expect(open.items.count == 5 && open.hiddenCount == nil)
            try await server.watched(ada, room)
            #expect(try await seen() == ["general", "finale", "before", "after", "mine"])
        }
    }

    /// Shows rules 17.6 and 17.7.
    @Test("Pages and threads leave the hidden ones out, and the count is the whole room's; other gates and strangers are refused")
    func pages() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            for second in 1...9 { try await server.comment(bea, in: room, "c\(second)", seconds: second * 100) }
            _ = try await server.as(ada).setPosition(roomID: room.id, seconds: 550, running: false)
            let client = server.as(ada)
            let first = try await client.listComments(CommentQuery(roomID: room.id, gate: .position, limit: 3))
            #expect(first.items.map(\.seconds) == [100, 200, 300] && first.hiddenCount == 4)
            let all = try await client.all(Endpoints.listComments, CommentQuery(roomID: room.id, gate: .position, limit: 2)).array()
            #expect(all.map(\.seconds) == [100, 200, 300, 400, 500])
            let ahead = try await client.listComments(CommentQuery(roomID: room.id, seconds: 600, gate: .position))
            #expect(ahead.items.isEmpty && ahead.next == nil && ahead.hiddenCount == 4, "nothing tells whether anybody wrote there")
            let other = try await server.call(.get, "/v1/rooms/\(room.id)/comments?gate=none", token: ada.token)
            #expect(other.status == 422 && other.faultyFields == ["gate"])
            #expect(try await server.call(.get, "/v1/rooms/\(room.id)/comments?gate=position", token: cem.token).status == 404)
        }
    }

    /// Shows rule 17.5.
    @Test("The SQL of the gate and SpoilerGate agree about every member and comment of 10,000 random rooms")
    func agree() async throws {
        try await TestServer.with { server in
            let rooms = try await RandomRooms(server, count: 10_000, seed: 37)
            let found = try await rooms.sqlHides()
            #expect(found.count == rooms.rooms.reduce(0) { $0 + $1.members.count * $1.comments.count })
            var (wrong, hidden) = ([String](), 0)
            for room in rooms.rooms {
                for member in room.members {
                    let reader = room.reader(member.user.id)
                    for comment in room.comments {
                        let hides = SpoilerGate.hides(comment, from: reader)
                        hidden += hides ? 1 : 0
                        let key = RandomRooms.Key(user: member.user.id, comment: comment.id)
                        if found[key] != hides { wrong.append("\(room) \(member.user.id) \(comment)") }
                    }
                }
            }
            #expect(wrong.prefix(3).isEmpty)
            #expect(hidden > 10_000 && hidden < found.count - 10_000)
        }
    }

    /// Shows rules 17.5, 17.6 and 17.30.
    @Test("A member ten minutes in never receives anything that lies ahead of 100 random rooms; after watching, everything")
    func nothingAhead() async throws {
        try await TestServer.with { server in
            let rooms = try await RandomRooms(server, count: 100, seed: 600, second: 600)
            let reader = rooms.people[0]
            for room in rooms.rooms where room.members.contains(where: { $0.user.id == reader.id }) {
                let hidden = room.comments.filter { SpoilerGate.hides($0, from: room.reader(reader.id)) }
                let path = "/v1/rooms/\(room.id)/comments?gate=position"
                var (answers, after) = ("", "")
                repeat {
                    let answer = try await server.call(.get, path + "&limit=2" + after, token: reader.token)
                    answers += answer.text
                    after = try answer.json(CommentPage.self).next.map { "&after=\($0)" } ?? ""
                } while !after.isEmpty
                for comment in hidden {
                    #expect(!answers.contains(comment.id.uuidString.lowercased()) && !answers.contains(comment.content))
                }
                let seen = room.comments.count { answers.contains($0.id.uuidString.lowercased()) }
                #expect(seen + hidden.count == room.comments.count)
                _ = try await server.as(reader).markWatched(roomID: room.id)
                let all = try await server.call(.get, path, token: reader.token).json(CommentPage.self)
                #expect(all.items.count == room.comments.count && all.hiddenCount == 0)
            }
        }
    }
}

/// Rooms with random members, marks, positions and comments, written to the database by a few statements.
struct RandomRooms {
    struct Made {
        let id: UUID
        let members: [Member]
        let comments: [Comment]
        /// The position of each member who has one, with its age.
        let positions: [UUID: Position]

        func reader(_ userID: UUID) -> SpoilerGate.Reader {
            SpoilerGate.Reader(userID: userID, second: positions[userID].map { $0.second(at: $0.age) }, members: members)
        }
    }

    struct Key: Hashable {
        let user: UUID
        let comment: UUID
    }

    let server: TestServer
    let people: [Person]
    let rooms: [Made]

    /// - Parameter second: the position of the first person in every room, who hasn't watched any; nil for random ones.
    init(_ server: TestServer, count: Int, seed: UInt64, second: Int? = nil) async throws {
        var people: [Person] = []
        for name in ["ada", "bea", "cem", "dora"] { people.append(try await server.person(name)) }
        var random = SplitMix64(seed: seed)
        (self.server, self.people) = (server, people)
        rooms = (0..<count).map { _ in Self.room(people, second, server.clock.now, &random) }
        try await write()
    }

    private static func room(_ people: [Person], _ second: Int?, _ now: Date, _ random: inout SplitMix64) -> Made {
        let stubs = people.map { UserStub(id: $0.id, username: $0.username, identityColor: "") }
        let present = stubs.enumerated().filter { ($0.offset == 0 && second != nil) || Int.random(in: 0..<3, using: &random) > 0 }.map(
            \.element)
        let chosen = present.isEmpty ? [stubs[0]] : present
        let members = chosen.map { stub in
            let isReader = second != nil && stub.id == people[0].id
            let hasWatched = !isReader && Int.random(in: 0..<4, using: &random) == 0
            return Member(user: stub, watchedAt: hasWatched ? now - 60 : nil, joinedAt: now - 3600, isHost: stub.id == chosen[0].id)
        }
        var positions: [UUID: Position] = [:]
        for member in members where member.watchedAt == nil && Int.random(in: 0..<5, using: &random) > 0 {
            positions[member.user.id] = Position(
                seconds: Int.random(in: 0..<1200, using: &random), running: Bool.random(using: &random),
                age: Int.random(in: 0..<300, using: &random))
        }
        if let second { positions[people[0].id] = Position(seconds: second, running: false, age: 0) }
        let roomID = UUID.random(using: &random)
        var ids: [UUID] = []
        let comments = (1...Int.random(in: 1...4, using: &random)).map { number in
            let seconds = Int.random(in: 0..<3, using: &random) == 0 ? 0 : Int.random(in: 1..<1400, using: &random)
            let id = UUID.random(using: &random)
            // After edits it may answer a comment at any second.
            let answered = Bool.random(using: &random) ? ids.randomElement(using: &random) : nil
            ids.append(id)
            return Comment(
                id: id, roomID: roomID, number: number, seconds: seconds, content: "text of \(id)",
                author: Int.random(in: 0..<9, using: &random) == 0 ? nil : stubs.randomElement(using: &random), createdAt: now - 60,
                editedAt: nil, replyTo: answered)
        }
        return Made(id: roomID, members: members, comments: comments, positions: positions)
    }

    /// Writes everything as an import does, past the triggers.
    private func write() async throws {
        let (tenant, now) = (server.tenant.id, server.clock.now)
        let members = rooms.flatMap { room in room.members.map { (room, $0) } }
        let watched = members.map { "\($0.1.watchedAt != nil)" }
        let comments = rooms.flatMap(\.comments)
        let authors = comments.map { $0.author?.id.uuidString ?? "" }
        let answered = comments.map { $0.replyTo?.uuidString ?? "" }
        let positions = rooms.flatMap { room in room.positions.map { (room.id, $0.key, $0.value) } }
        try await server.beside { transaction in
            try await transaction.query("SELECT set_config('app.importing', 'on', true)")
            try await transaction.query(
                """
                INSERT INTO rooms (tenant_id, id, kind, subject_key, title, host_id, created_by, request_digest)
                SELECT \(tenant), id, 'custom', id::text, id::text, host, host, ''
                FROM unnest(\(rooms.map(\.id))::uuid[], \(rooms.map { $0.members[0].user.id })::uuid[]) AS r (id, host)
                """)
            try await transaction.query(
                """
                INSERT INTO memberships (tenant_id, room_id, user_id, kind, joined_at, watched_at, marked_at)
                SELECT \(tenant), room, person, 'custom', \(now - 3600), CASE WHEN watched::boolean THEN \(now - 60)::timestamptz END,
                    CASE WHEN watched::boolean THEN \(now - 60)::timestamptz END
                FROM unnest(\(members.map(\.0.id))::uuid[], \(members.map(\.1.user.id))::uuid[], \(watched)::text[]) AS m (room, person, watched)
                """)
            try await transaction.query(
                """
                INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, author_id, request_digest, reply_to)
                SELECT \(tenant), id, room, number, seconds, 'text of ' || id, nullif(author, '')::uuid, '', nullif(answered, '')::uuid
                FROM unnest(\(comments.map(\.id))::uuid[], \(comments.map(\.roomID))::uuid[], \(comments.map(\.number))::bigint[],
                    \(comments.map(\.seconds))::bigint[], \(authors)::text[], \(answered)::text[])
                    AS c (id, room, number, seconds, author, answered)
                """)
            try await transaction.query(
                """
                INSERT INTO positions (tenant_id, room_id, user_id, seconds, running, set_at)
                SELECT \(tenant), room, person, seconds, running::boolean, \(now)::timestamptz - make_interval(secs => age)
                FROM unnest(\(positions.map(\.0))::uuid[], \(positions.map(\.1))::uuid[], \(positions.map(\.2.seconds))::bigint[],
                    \(positions.map { "\($0.2.running)" })::text[], \(positions.map(\.2.age))::bigint[]) AS p (room, person, seconds, running, age)
                """)
            try await transaction.query(
                """
                UPDATE rooms AS r
                SET member_ids = m.ids, member_joined_at = m.joined, member_watched_at = m.watched, comment_count = c.count,
                    last_number = c.count
                FROM (
                    SELECT room_id, array_agg(user_id ORDER BY user_id) AS ids, array_agg(joined_at ORDER BY user_id) AS joined,
                        array_agg(coalesce(watched_at, 'infinity') ORDER BY user_id) AS watched
                    FROM memberships WHERE tenant_id = \(tenant) GROUP BY room_id) AS m
                JOIN (SELECT room_id, count(*) AS count FROM comments WHERE tenant_id = \(tenant) GROUP BY room_id) AS c USING (room_id)
                WHERE r.tenant_id = \(tenant) AND r.id = m.room_id
                """)
        }
    }

    /// Returns what the gate's SQL hides from each member of each room.
    func sqlHides() async throws -> [Key: Bool] {
        let tenant = server.tenant.id
        let rows = try await server.database.owner.roundTrip(opening: ["SELECT enter(\(tenant), \(server.clock.now))"]) {
            try await $0.query(
                """
                SELECT g.user_id, c.id,
                    gate_hides(c.seconds, c.author_id, g.user_id, g.reached, g.member_ids, g.member_watched_at) AS hides
                FROM spoiler_gates AS g JOIN comments AS c ON c.tenant_id = g.tenant_id AND c.room_id = g.room_id
                WHERE g.tenant_id = \(tenant)
                """)
        }
        return Dictionary(
            uniqueKeysWithValues: try rows.map { (Key(user: try $0["user_id"], comment: try $0["id"]), try $0["hides"] as Bool) })
    }
}

extension UUID {
    fileprivate static func random(using random: inout SplitMix64) -> UUID {
        let (high, low) = (random.next(), random.next())
        return withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
