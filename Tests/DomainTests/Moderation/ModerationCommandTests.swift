import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 24: operators' commands for moderation")
struct ModerationCommandTests {
    /// Shows rule 24.24.
    @Test("report list, show and resolve: an overdue report makes list exit with 1, and check names its community")
    func reports() async throws {
        try await Moderated.with { world in
            let server = world.server
            func davenport(_ command: String) async throws -> Shell.Outcome {
                let setting = ["MIGRATION_DATABASE_URL": server.database.ownerURI]
                return try await Shell.run("davenport \(command)", environment: setting)
            }
            // The commands go by the machine's clock.
            server.clock.advance(by: Date().timeIntervalSince(server.clock.now))
            let (reporter, mal) = (try await server.again(world.others[0]), try await server.again(world.mal))
            let made = try await world.report(reporter, .spam).value
            let fresh = try await davenport("report list --tenant sofa --overdue")
            #expect(fresh.status == 0 && fresh.output == "", "\(fresh)")
            let calm = try await davenport("check")
            #expect(calm.output.contains("ok    reports: none is overdue"), "\(calm)")
            try await server.rows("UPDATE report_cases SET act_by = act_by - interval '25 hours'")
            let overdue = try await davenport("report list --tenant sofa --overdue")
            #expect(overdue.status == 1 && overdue.output.contains("\(made.id.uuidString.lowercased())  OVERDUE"), "\(overdue)")
            let check = try await davenport("check")
            #expect(check.status == 1 && check.output.contains("WRONG reports: Reports wait longer than 24 hours, 1 in sofa"), "\(check)")
            let shown = try await davenport("report show \(made.id)")
            #expect(shown.status == 0 && shown.output.contains("    planted words") && shown.output.contains("about mal"), "\(shown)")
            let faulty = try await davenport("report resolve \(made.id) --action dismiss --action warn")
            #expect(faulty.status != 0 && faulty.errors.contains("actions"), "\(faulty)")
            let resolved = try await davenport("report resolve \(made.id) --action delete --action warn --text 'Enough'")
            #expect(resolved.status == 0 && resolved.output == "Resolved: delete, warn.\n", "\(resolved)")
            let again = try await davenport("report resolve \(made.id) --tenant sofa --action dismiss")
            #expect(again.status != 0 && again.errors.contains("resolved already"), "\(again)")
            #expect(try await server.as(mal).showMe().warnings?.count == 2)
            let nothing = try await davenport("report show \(UUID())")
            #expect(nothing.status != 0)
        }
    }

    /// Shows rules 24.24 and 24.25.
    @Test("tenant contact and tenant filter: both are checked, shown and changed")
    func tenant() async throws {
        try await TestServer.with { server in
            func davenport(_ command: String) async throws -> Shell.Outcome {
                let setting = ["MIGRATION_DATABASE_URL": server.database.ownerURI]
                return try await Shell.run(command, environment: setting)
            }
            let info = { try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self) }
            #expect(try await info().contact == nil)
            let set = try await davenport(
                "davenport tenant contact sofa --contact help@example.org --terms https://example.org/terms")
            #expect(set.status == 0, "\(set)")
            let changed = try await info()
            #expect(changed.contact == "help@example.org" && changed.terms == "https://example.org/terms")
            for options in ["--contact nobody", "--contact http://example.org", "--terms javascript:x", "--terms 'https://a b'"] {
                #expect(try await davenport("davenport tenant contact sofa \(options)").status != 0, "\(options)")
            }
            let removed = try await davenport("davenport tenant contact sofa --contact ''")
            #expect(removed.output == "contact  none\nterms    https://example.org/terms\n", "\(removed)")
            let filtered = try await davenport(
                "printf 'foo\\n\\n bar* \\n' > words && davenport tenant filter sofa --words words --action report")
            #expect(filtered.status == 0 && filtered.output == "report  2 words\n  foo\n  bar*\n", "\(filtered)")
            let bad = try await davenport("echo x > words && davenport tenant filter sofa --words words")
            #expect(bad.status != 0 && bad.errors.contains("words"), "\(bad)")
            let admin = try await server.person("adam", role: .admin)
            #expect(try await server.as(admin).showFilter() == WordFilter(words: ["foo", "bar*"], action: .report))
        }
    }
}

extension TestServer {
    /// Logs a user in again, whose session has ended.
    fileprivate func again(_ person: Person) async throws -> Person {
        Person(
            id: person.id, username: person.username, email: person.email, password: person.password, token: try await logIn(person))
    }
}
