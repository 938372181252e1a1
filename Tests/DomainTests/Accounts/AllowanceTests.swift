import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 20: rate limits per user")
struct AllowanceTests {
    /// Shows rule 20.9.
    @Test("Friend requests are limited per hour, cancelled ones included; repeating a request or accepting one doesn't count")
    func friendRequests() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let (bea, cem, dora) = try await server.strangers("bea", "cem", "dora")
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.friendRequests] = 2 }
            let ask = { (other: Person) in try await server.call(.put, "/v1/friends/\(other.id)", token: ada.token).status }
            for _ in 0..<4 { #expect(try await ask(bea) == 200) }
            #expect(try await server.call(.delete, "/v1/friends/\(bea.id)", token: ada.token).status == 204)
            #expect(try await ask(bea) == 200)
            #expect(try await ask(cem) == 429)
            let asked = try await server.call(.put, "/v1/friends/\(ada.id)", token: dora.token).expecting(200, Friendship.self)
            #expect(asked.state == .requested)
            #expect(try await ask(dora) == 200)
            server.clock.advance(by: 3600)
            #expect(try await ask(cem) == 200)
        }
    }

    /// Shows rule 20.9.
    @Test("An operator sets a tenant's limits within bounds; they apply at once, to this tenant alone")
    func operators() async throws {
        try await TestServer.with { server in
            let attic = try await server.otherTenant()
            let before = try await server.operators.changeTenantLimits(server.tenant) { _ in }
            #expect(before[.invites] == 60 && before[.friendRequests] == 60)
            let after = try await server.operators.changeTenantLimits(server.tenant) { $0[.invites] = 1 }
            #expect(after[.invites] == 1 && after[.friendRequests] == 60)
            let (ada, bea) = (try await server.person("ada", in: server.tenant), try await server.person("bea", in: attic))
            for person in [ada, bea] { #expect(try await server.call(.post, "/v1/invites", token: person.token).status == 201) }
            #expect(try await server.call(.post, "/v1/invites", token: ada.token).status == 429)
            #expect(try await server.call(.post, "/v1/invites", token: bea.token).status == 201)
            for value in [0, -1, 1_000_001] {
                await #expect(throws: Problem.self) {
                    try await server.operators.changeTenantLimits(server.tenant) { $0[.invites] = value }
                }
            }
        }
    }

    /// Shows rule 20.9.
    @Test("An operator sets limits of any area on the command line, as a pair or an option, and an error lists the known ones")
    func commandLine() async throws {
        try await TestServer.with { server in
            func limit(_ arguments: String) async throws -> Shell.Outcome {
                try await Shell.run(
                    "davenport tenant limit sofa \(arguments)", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
            }
            let changed = try await limit("feedback-per-day=3 invites-per-hour=5 --comments-per-minute 120 --rooms-per-hour=7")
            #expect(
                changed.status == 0 && changed.output.hasPrefix("Each person of sofa may make:\n")
                    && changed.output.contains("  3 feedback a day\n  10 password links an hour\n")
                    && changed.output.contains("  5 invites an hour\n"), "\(changed)")
            let numbers = try JSONDecoder().decode([String: Int].self, from: Data(try await limit("--json").output.utf8))
            let expected = [
                "changesPerMinute": 300, "profileChangesPerHour": 120, "feedbackPerDay": 3, "passwordLinksPerHour": 10, "invitesPerHour": 5,
                "emailVerificationsPerHour": 3, "inviteMailsPerDay": 20,
                "friendRequestsPerHour": 60, "muteChangesPerHour": 120, "reportsPerHour": 20, "filterReportsPerDay": 10,
                "filterChangesPerHour": 60, "commentsPerMinute": 120, "editsPerMinute": 60, "marksPerMinute": 240,
                "playerEventsPerMinute": 240, "reactionsPerMinute": 60, "subtitlesPerHour": 60, "roomsPerHour": 7,
                "roomRequestsPerDay": 20, "historyPerDay": 20_000, "entriesPerMinute": 60, "tasksPerHour": 120,
                "filesPerHour": 120, "challengesPerHour": 60, "movesPerMinute": 240,
            ]
            #expect(numbers.filter { expected.keys.contains($0.key) } == expected)
            #expect(numbers.count == server.operators.areas.flatMap(\.limits).count)
            let unknown = try await limit("hugs-per-hour=5")
            #expect(unknown.status != 0)
            #expect(
                unknown.errors.contains("no limit called hugs-per-hour, but changes-per-minute, profile-changes-per-hour, feedback-per-day")
            )
            for wrong in ["invites-per-hour", "invites-per-hour=many", "--invites-per-hour"] {
                #expect(try await limit(wrong).errors.contains("as a whole number: invites-per-hour=60"), "\(wrong)")
            }
            #expect(try await limit("invites-per-hour=0").errors.contains("--invites-per-hour must be from 1 to 1000000"))
        }
    }
}
