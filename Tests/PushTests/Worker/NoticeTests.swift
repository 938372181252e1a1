import DavenportAPI
import Domain
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@testable import Push

@Suite("rules 9 and 21: notifications that areas declare")
struct NoticeTests {
    /// Shows rule 9.1.
    @Test("A kind that no area of the program declares is logged and retried for a newer worker, and delays nothing")
    func unknownKind() async throws {
        try await PushFixture.with { evening in
            let (ada, _, room) = try await evening.room()
            try await evening.server.watched(ada, room)
            try await evening.change(
                """
                INSERT INTO notifications (tenant_id, id, kind, recipient_id, actor_id, created_at, due_at, expires_at)
                SELECT tenant_id, gen_random_uuid(), 'invite.accepted', recipient_id, actor_id, created_at, due_at, expires_at
                FROM notifications WHERE state = 'pending'
                """)
            let log = LogRecorder()
            let worker = PushWorker(
                database: evening.database, masterKey: evening.masterKey, areas: Area.shared, apple: evening.apple.transport,
                realTime: evening.realTime.wall, logger: log.logger)
            try await worker.drain()
            #expect(evening.apple.texts == ["Invites: ada accepted your invite"])
            #expect(try await evening.states().contains("room.watched ada>bea sending unknown kind"))
            #expect(log.texts.contains { $0.hasPrefix("No area of this program has a text for this kind of notification") })
        }
    }

    @Test("Every declared kind has its branch in the view that decides whether a notification is still true")
    func branches() async throws {
        try await TestDatabase.with { database in
            let rows = try await database.owner.roundTrip {
                try await $0.query("SELECT pg_get_viewdef(oid) AS text FROM pg_class WHERE relkind = 'v' AND relname LIKE '%\\_notices'")
            }
            let views: [String] = try rows.map { try $0["text"] }
            for notice in Areas.all.flatMap({ $0.notices }) {
                #expect(views.count { $0.contains("'\(notice.kind.rawValue)'") } == 1, "\(notice.kind)")
            }
        }
    }

    /// Shows rule 9.1.
    @Test(
        "Season and episode numbers above 99 appear in full", arguments: [(0, 7, "S00E07"), (12, 34, "S12E34"), (101, 1234, "S101E1234")])
    func longRunning(season: Int, episode: Int, name: String) async throws {
        try await PushFixture.with { evening in
            let (ada, bea, _) = try await evening.room()
            let subject = NewSubject.tv(showID: 2, season: season, episode: episode, showTitle: "The Archers", episodeTitle: nil)
            _ = try await evening.server.room(ada, with: [bea], subject: subject)
            try await evening.drain()
            #expect(evening.apple.texts == ["The Archers: ada opened The Archers \(name) with you"])
        }
    }

    @Test("The states in Swift are those that the tables accept")
    func states() async throws {
        try await TestDatabase.with { database in
            let lists = [
                ("notifications_state_check", NotificationState.allCases.map(\.rawValue)),
                ("push_deliveries_state_check", DeliveryState.allCases.map(\.rawValue)),
            ]
            for (name, states) in lists {
                let rows = try await database.owner.roundTrip {
                    try await $0.query("SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = \(name)")
                }
                let text: String = try #require(rows.first)["text"]
                #expect(text.matches(of: /'(\w+)'/).map { String($0.1) }.sorted() == states.sorted())
            }
        }
    }
}
