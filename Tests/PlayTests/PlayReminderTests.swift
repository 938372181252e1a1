import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@testable import Play

@Suite("rules 12: reminders to play in the outbox")
struct PlayReminderTests {
    /// Shows rules 12.43 and 12.44.
    @Test("A day's first word schedules reminders for three days; further words and plays without a word schedule none")
    func ready() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let server = evening.server
            let play = try await evening.start(evening.ada)
            #expect(
                try await refusalProblem { _ = try await evening.send(evening.ada, play, [Move(at: 0, faces: [])]) }?.code == .moveRefused)
            try await evening.send(evening.bea, try await evening.start(evening.bea), [Move(at: 0, cubelet: Cubelet.all[26])], finish: true)
            #expect(try await server.reminders() == [])
            try await server.play(evening.ada, .untimed)
            let rows = (2...4).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 08:00" }
            let ending = "challenge.ending of 2026-03-01 at 2026-03-01 21:00"
            #expect(try await server.reminders() == [ending] + rows)
            try await server.rows("UPDATE notifications SET state = 'sent' WHERE day IS NOT NULL")
            try await server.play(evening.ada, finish: true)
            #expect(try await server.reminders() == [ending] + rows, "once each, whatever became of it")
            evening.at("2026-03-02T12:00:00Z")
            try await server.play(evening.ada)
            let more = ["challenge.ending of 2026-03-03 at 2026-03-03 21:00", "challenge.ready of 2026-03-05 at 2026-03-05 08:00"]
            #expect(try await server.reminders() == ([ending] + rows + more).sorted())
        }
    }

    /// Shows rule 12.43.
    @Test("A new user is reminded on the three following days by the tenant's day, once each, however they joined")
    func joined() async throws {
        // In Tokyo it is already the 2nd.
        try await PlayFixture.with(at: "2026-03-01T20:00:00Z", zone: "Asia/Tokyo") { evening in
            let server = evening.server
            let joined = (3...5).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0 - 1) 23:00" }
            let invited = try await server.person("ada")
            let other = try await server.invite(by: invited)
            let friend = try await server.as(nil).signUp(
                NewUser(invite: other.code, email: "bea@example.org", password: "correct horse", username: "bea"))
            let made = try await server.operators.createUser(
                server.tenant, NewUser(invite: nil, email: "cem@example.org", password: "correct horse", username: "cem"), role: .member)
            for id in [invited.id, friend.user.id, made.id] {
                #expect(try await server.reminders(of: id) == joined)
            }
            try await server.play(invited)
            #expect(try await server.reminders(of: invited.id) == joined, "playing on that day reminds of the same days")
            evening.at("2026-03-02T20:00:00Z")
            try await server.play(invited)
            let more = ["challenge.ending of 2026-03-04 at 2026-03-04 12:00", "challenge.ready of 2026-03-06 at 2026-03-05 23:00"]
            let all = try await server.reminders(of: invited.id)
            #expect(all == (joined + more).sorted())
        }
    }

    /// Shows rule 12.43.
    @Test("The first user of a tenant creates its play settings; if play is off, no reminder is written")
    func joinedFirst() async throws {
        try await TestServer.with(features: [.play]) { server in
            let ada = try await server.person("ada")
            #expect(try await server.reminders(of: ada.id).count == 3)
        }
        try await TestServer.with(features: [.watch]) { server in
            _ = try await server.person("ada")
            #expect(try await server.reminders() == [])
            #expect(try await server.rows("SELECT FROM play_settings").isEmpty)
        }
    }

    /// Shows rule 12.44.
    @Test("Starting an untimed puzzle schedules a reminder of its end, unless at most three hours are left; a timed one doesn't")
    func ending() async throws {
        try await PlayFixture.with("ada", "bea", "cem", zone: "Europe/Berlin") { evening in
            try await evening.start(evening.people[2])
            evening.at("2026-03-01T19:59:59.999Z")
            try await evening.start(evening.ada, .untimed)
            try await evening.start(evening.ada, .untimed)
            evening.at("2026-03-01T20:00:00Z")
            try await evening.start(evening.bea, .untimed)
            #expect(try await evening.server.reminders() == ["challenge.ending of 2026-03-01 at 2026-03-01 20:00"])
        }
    }

    /// Shows rule 12.47.
    @Test("A changed time zone moves unsent reminders, but not the end of challenges that exist already")
    func otherDays() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            let server = evening.server
            try await server.setTimeZone(evening.bea, "Asia/Tokyo")
            try await server.play(evening.ada, .untimed)
            try await server.play(evening.bea)
            let of = { (person: Person) in try await server.reminders(of: person.id) }
            let ending = "challenge.ending of 2026-03-01 at 2026-03-01 21:00"
            #expect(try await of(evening.ada) == [ending] + (2...4).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 08:00" })
            #expect(try await of(evening.bea) == (2...4).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 00:00" })
            try await server.setPlay(.init(dayZone: "America/New_York"))
            #expect(try await of(evening.ada) == [ending] + (2...4).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 13:00" })
            #expect(try await of(evening.bea) == (2...4).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 05:00" })
            try await server.setTimeZone(evening.bea, nil)
            #expect(try await of(evening.bea) == (2...4).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 13:00" })
            evening.at("2026-03-02T12:00:00Z")
            try await server.play(evening.ada)
            try await server.setPlay(.init(dayZone: "Asia/Tokyo"))
            let more = "challenge.ending of 2026-03-03 at 2026-03-03 12:00"
            #expect(try await of(evening.ada).filter { $0.contains("ending") } == [ending, more])
        }
    }

    /// Shows rule 12.47.
    /// Shows rule 12.11.
    @Test("Days also follow a zone's other names, and UTC if PostgreSQL knows none of its names")
    func unknownDayZone() async throws {
        try await PlayFixture.with("ada") { evening in
            let server = evening.server
            try await server.linkTimeZone("Test/Alias", to: "Asia/Tokyo")
            try await server.setPlay(.init(dayZone: "Test/Alias"))
            evening.at("2026-03-01T15:00:00Z")
            #expect(try await evening.today(evening.ada).day.description == "2026-03-02")
            try await server.rows("UPDATE play_settings SET day_zone = 'Mars/Olympus'")
            evening.at("2026-03-04T23:30:00Z")
            #expect(try await evening.today(evening.ada).day.description == "2026-03-04")
            try await server.play(evening.ada)
            #expect(try await server.reminders().first == "challenge.ready of 2026-03-05 at 2026-03-05 08:00")
        }
    }

    @Test("A user who changes their time zone while a play is stored is reminded by the new zone")
    func atOnce() async throws {
        try await PlayFixture.with("ada") { evening in
            let (server, ada) = (evening.server, evening.ada)
            try await server.play(ada)
            evening.at("2026-03-02T12:00:00Z")
            try await evening.start(ada)
            let held = await #expect(throws: Held.self) {
                try await server.database.owner.transaction { transaction -> Void in
                    // This lock stops a player's transaction in the middle, after it has read the old time zone.
                    _ = try await transaction.query(
                        """
                        INSERT INTO notifications (tenant_id, id, kind, recipient_id, day, created_at, due_at, expires_at)
                        SELECT \(server.tenant.id), gen_random_uuid(), 'challenge.ending', \(ada.id), '2026-03-03', m.at, m.at, m.at
                        FROM (SELECT \(server.clock.now)::timestamptz AS at) AS m
                        """)
                    let playing = Task { _ = try await server.play(ada) }
                    try await eventually("the play waits") { try await server.waiting() >= 1 }
                    let moving = Task { try await server.setTimeZone(ada, "America/Los_Angeles") }
                    try await eventually("the time zone waits for it, or is changed") {
                        let changed = try await server.rows("SELECT FROM notification_preferences").count
                        return try await server.waiting() + changed >= 2
                    }
                    throw Held(tasks: [playing, moving])
                }
            }
            for task in try #require(held).tasks { try await task.value }
            let ready = try await server.reminders(of: ada.id).filter { $0.contains("ready") }
            #expect(ready == (2...5).map { "challenge.ready of 2026-03-0\($0) at 2026-03-0\($0) 16:00" })
        }
    }

    /// The error that rolls back the transaction which blocks the others.
    private struct Held: Error {
        let tasks: [Task<Void, any Error>]
    }

    /// Shows rule 12.47.
    @Test("Deleting an account deletes its reminders")
    func deleted() async throws {
        try await PlayFixture.with("ada", "bea") { evening in
            for person in evening.people { try await evening.server.play(person, .untimed) }
            #expect(try await evening.server.delete(evening.ada).status == 204)
            #expect(try await evening.server.reminders() == (try await evening.server.reminders(of: evening.bea.id)))
            #expect(try await evening.server.reminders().count == 4)
        }
    }
}

extension TestServer {
    /// Returns the number of connections that wait for a lock.
    fileprivate func waiting() async throws -> Int {
        let rows = try await rows(
            """
            SELECT count(DISTINCT a.pid) AS count FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
            WHERE NOT l.granted AND a.datname = current_database()
            """)
        return try rows.first?["count"] ?? 0
    }

    /// Returns the pending reminders of challenges, of all users or one, in order: kind, day, and the due time in UTC.
    func reminders(of personID: UUID? = nil) async throws -> [String] {
        let rows = try await rows(
            """
            SELECT concat_ws(' ', n.kind, 'of', n.day, 'at', to_char(n.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')) AS text
            FROM notifications AS n WHERE n.day IS NOT NULL AND n.recipient_id = coalesce(\(personID), n.recipient_id) ORDER BY text
            """)
        return try rows.map { try $0["text"] }
    }
}
