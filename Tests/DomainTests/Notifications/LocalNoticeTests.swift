import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 9: notifications at a time by the recipient's clock")
struct LocalNoticeTests {
    /// Shows rule 9.11.
    @Test("A changed time zone moves a notification, never before its first moment; without one the home zone applies")
    func moved() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let path = "/v1/me/notifications"
            for person in [ada, bea] {
                try await write(server, person, "2026-03-29T08:00", home: "Europe/Berlin", notBefore: "2026-03-29T00:00Z")
            }
            for (zone, due) in [
                ("America/New_York", "2026-03-29 12:00"), ("Asia/Tokyo", "2026-03-29 00:00"), ("Europe/London", "2026-03-29 07:00"),
                ("Europe/London", "2026-03-29 07:00"), (nil, "2026-03-29 06:00"), ("Pacific/Pago_Pago", "2026-03-29 19:00"),
            ] as [(String?, String)] {
                var body: Body = ["muted": [], "mutedRooms": []]
                body["timeZone"] = zone.map { .string($0) }
                #expect(try await server.call(.put, path, token: ada.token, json: body).status == 200)
                #expect(try await waiting(server, ada) == ["\(due) for 24"], "\(zone ?? "none")")
                #expect(try await waiting(server, bea) == ["2026-03-29 06:00 for 24"], "it is another's")
            }
        }
    }

    /// Shows rule 9.11.
    @Test("Notifications that are sent, in progress or independent of clocks aren't moved")
    func kept() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            try await write(server, ada, "2026-03-29T08:00", home: "UTC", notBefore: "2026-03-29T00:00Z")
            try await server.rows("UPDATE notifications SET local_due = NULL, home_zone = NULL, not_before = NULL")
            for (day, state) in [("2026-03-30", "sending"), ("2026-03-31", "sent"), ("2026-04-01", "pending")] {
                try await write(server, ada, "\(day)T08:00", home: "UTC", notBefore: "\(day)T00:00Z", state: state)
            }
            try await server.setTimeZone(ada, "Asia/Kolkata")
            #expect(
                try await waiting(server, ada) == [
                    "2026-03-29 08:00 for 24", "2026-03-30 08:00 for 24", "2026-03-31 08:00 for 24", "2026-04-01 02:30 for 24",
                ])
        }
    }

    /// Shows rule 9.11.
    @Test(
        "A time zone that PostgreSQL no longer knows counts as none",
        arguments: [("Mars/Olympus", "UTC"), ("Mars/Olympus", "Mars/Phobos")])
    func unknownZone(zone: String, home: String) async throws {
        try await TestServer.with { server in
            let rows = try await server.rows(
                "SELECT due_locally('2026-03-29T08:00', \(zone), \(home), '2026-03-29T00:00Z') = '2026-03-29T08:00Z' AS same")
            #expect(try rows.first?["same"] == true)
        }
    }

    /// Shows rule 12.43.
    @Test("If a notification would be too late by the recipient's clock, it is due a day earlier, but not before its first moment")
    func tooLate() async throws {
        try await TestServer.with { server in
            for (zone, due) in [
                ("Asia/Tokyo", "2026-03-28T23:00Z"), ("UTC", "2026-03-29T08:00Z"), ("America/New_York", "2026-03-29T12:00Z"),
                ("America/Los_Angeles", "2026-03-28T15:00Z"), ("Pacific/Honolulu", "2026-03-28T18:00Z"),
                ("Asia/Kolkata", "2026-03-29T02:30Z"),
            ] {
                let rows = try await server.rows(
                    """
                    SELECT due_locally('2026-03-29T08:00', \(zone), 'UTC', '2026-03-28T15:00Z', '2026-03-29T15:00Z')
                        = \(due)::timestamptz AS same
                    """)
                #expect(try rows.first?["same"] == true, "\(zone)")
            }
        }
    }

    /// Shows rule 9.11.
    @Test("At most one notification of a kind is pending or sent for a user and day")
    func once() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            try await write(server, ada, "2026-03-29T08:00", home: "UTC", notBefore: "2026-03-29T00:00Z", state: "sent")
            let refused = await #expect(throws: PostgresError.self) {
                try await write(server, ada, "2026-03-29T09:00", home: "UTC", notBefore: "2026-03-29T00:00Z")
            }
            #expect(refused?.sqlState == .uniqueViolation)
        }
    }

    /// Writes a notification as an area does.
    private func write(
        _ server: TestServer, _ person: Person, _ local: String, home: String, notBefore: String, state: String = "pending"
    ) async throws {
        try await server.rows(
            """
            INSERT INTO notifications (tenant_id, id, kind, recipient_id, day, local_due, home_zone, not_before, state, created_at, due_at,
                expires_at)
            SELECT \(server.tenant.id), gen_random_uuid(), 'bed.dry', \(person.id), l.local::date, l.local, \(home), \(notBefore), \(state),
                \(server.clock.now), l.due, l.due + interval '24 hours'
            FROM (SELECT t.local, due_locally(t.local, NULL, \(home), \(notBefore)::timestamptz) AS due
                FROM (SELECT \(local)::timestamp AS local) AS t) AS l
            """)
    }

    /// Returns the due times of the user's notifications in UTC, and for how many hours each is tried.
    private func waiting(_ server: TestServer, _ person: Person) async throws -> [String] {
        let rows = try await server.rows(
            """
            SELECT to_char(n.due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' for '
                || extract(epoch FROM n.expires_at - n.due_at)::integer / 3600 AS text
            FROM notifications AS n WHERE n.recipient_id = \(person.id) ORDER BY text
            """)
        return try rows.map { try $0["text"] }
    }
}
