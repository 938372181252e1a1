import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Programs
import TestSupport
import Testing

@Suite("rules 1 and 2: operators' commands")
struct OperatorTests {
    /// Shows rule 1.1.
    @Test("A slug has 2 to 40 characters of a–z, 0–9 and -, and slug and hosts are unique")
    func create() async throws {
        try await TestServer.with { server in
            let create = { (slug: String, hosts: [String]) in
                try await server.operators.createTenant(slug: slug, name: "The Attic", features: [.watch], signup: .open, hosts: hosts)
            }
            let longest = String(repeating: "a", count: 40)
            for slug in ["a1", longest, "a--"] { _ = try await create(slug, ["\(slug.count).example.org"]) }
            func isTaken(nameOf length: Int) async throws -> Bool {
                let (slug, name) = ("named\(length)", String(repeating: "n", count: length))
                do {
                    _ = try await server.operators.createTenant(slug: slug, name: name, features: [.watch], signup: .open, hosts: [])
                    return true
                } catch let problem as Problem where problem.code == .invalid { return false }
            }
            for (length, expected) in [(0, false), (1, true), (200, true), (201, false)] {
                #expect(try await isTaken(nameOf: length) == expected)
            }
            let faulty = ["", "a", "-attic", "Attic", "at tic", "at_tic", "ättic", longest + "a", "sofa"].map { ($0, [String](), "slug") }
            for (slug, hosts, field) in faulty + ["2.EXAMPLE.org", "", "a b", "a/b", "a.org:80"].map({ ("attic", [$0], "hosts") }) {
                await #expect {
                    try await create(slug, hosts)
                } throws: { error in
                    (error as? Problem)?.errors?.map(\.field) == [field]
                }
            }
        }
    }

    /// Shows rule 1.7.
    @Test("A suspended tenant is 404 like an unknown one, and unchanged once it is resumed")
    func suspend() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            try await server.operators.suspendTenant(server.tenant, .suspended)
            #expect(try await server.call(.get, "/v1/me", token: ada.token).code == .tenantNotFound)
            #expect(try await server.tryLogIn(ada).code == .tenantNotFound)
            let found = try await server.operators.findTenant(slug: "sofa")
            try await server.operators.suspendTenant(found, .open)
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 1.11.
    @Test("A tenant that is being moved is 503 with Retry-After, also for log-ins, keys and long polls, and 404 only once it is gone")
    func moving() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let key = try await server.as(ada).createAccessKey(NewAccessKey(purpose: .calendar))
            let since = try await server.call(.get, "/v1/changes?since=now", token: ada.token).expecting(200, Changes.self).next
            async let waiting = server.call(.get, "/v1/changes?wait=25&since=\(since)", token: ada.token)
            try await eventually("a request waits") { server.changeNotifier.longPolls.count == 1 }
            try await server.operators.suspendTenant(server.tenant, .moving)
            #expect(try await waiting.code == .unavailable)
            for path in ["/v1/me", "/v1/tenant", "/v1/changes?since=\(since)", key.url] {
                let answer = try await server.call(.get, path, token: path == key.url ? nil : ada.token)
                #expect(answer.code == .unavailable && answer.headers["retry-after"] == "1", "\(path)")
            }
            #expect(try await server.tryLogIn(ada).code == .unavailable)
            try await server.operators.suspendTenant(server.tenant, .suspended)
            #expect(try await server.call(.get, "/v1/me", token: ada.token).code == .tenantNotFound)
            #expect(try await server.call(.get, key.url).status == 404)
            try await server.operators.suspendTenant(server.tenant, .open)
            #expect(try await server.isSignedIn(ada.token))
        }
    }

    /// Shows rule 1.11.
    @Test("The host names of tenants are printed for the map of a proxy, without those that are suspended")
    func hosts() async throws {
        try await TestServer.with { server in
            let script = """
                for slug in attic barn cellar; do
                    davenport tenant create $slug --name $slug --host $slug.example.org --host $slug.example.com > /dev/null
                done
                davenport tenant suspend attic --moving > /dev/null; davenport tenant suspend barn > /dev/null
                davenport tenant hosts --deployment one; davenport tenant hosts --deployment two --nginx
                """
            let outcome = try await Shell.run(script, environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
            let hosts = ["attic.example.com", "attic.example.org", "cellar.example.com", "cellar.example.org"]
            let lines = hosts.map { "\($0) one" } + hosts.map { "\($0) two;" }
            #expect(outcome.output == lines.joined(separator: "\n") + "\n", "\(outcome)")
        }
    }

    /// Shows rule 1.7.
    @Test("A tenant can be renamed to 1 to 200 characters and keeps its slug")
    func rename() async throws {
        try await TestServer.with { server in
            try await server.operators.renameTenant(server.tenant, name: "  The Big Sofa ")
            let info = try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(info.name == "The Big Sofa" && info.slug == "sofa")
            for name in ["", "  ", "a\0b", "\u{1B}[2J", "a\u{202E}b", "a\u{2028}b", String(repeating: "x", count: 201)] {
                await #expect(throws: Problem.self) { try await server.operators.renameTenant(server.tenant, name: name) }
            }
        }
    }

    /// Shows rules 1.6 and 11.34.
    @Test("An operator sets a tenant's features; data of disabled ones stays, and the role of users without invite follows")
    func features() async throws {
        try await TestServer.withRoom { server, ada, room in
            try await server.operators.changeTenantFeatures(server.tenant, [.class, .class])
            let info = try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(info.features == [.class])
            #expect(try await server.call(.get, "/v1/rooms", token: ada.token).code == .featureOff)
            #expect(try await server.operators.findTenant(slug: "sofa").defaultRole == .student)
            try await server.operators.changeTenantFeatures(server.tenant, [.class, .watch])
            #expect(try await server.call(.get, "/v1/rooms/\(room.id)", token: ada.token).status == 200)
            try await server.operators.changeTenantFeatures(server.tenant, [.watch, .class])
            let events = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).map(\.event)
            #expect(events.count { $0 == "tenant.features_changed" } == 2, "what changes nothing isn't recorded")
        }
    }

    /// Shows rule 1.7.
    @Test("A deleted tenant leaves no row behind, and other tenants are untouched")
    func delete() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            try await server.comment(ada, in: room, "hello")
            try await server.delete(room, by: ada)
            let second = try await server.room(ada, with: [bea])
            try await server.comment(bea, in: second, "hello again")
            _ = try await server.invite(by: ada)
            try await server.block(ada, bea)
            let other = try await server.person("ada", in: try await server.otherTenant())
            try await server.operators.deleteTenant(server.tenant)
            let id = server.tenant.id.uuidString.lowercased()
            // The audit outlives the tenant, since it holds ids alone.
            #expect(try await server.database.dump().filter { $0.contains(id) && !$0.hasPrefix("audit_entries: ") } == [])
            #expect(try await !server.isSignedIn(ada.token))
            #expect(try await server.isSignedIn(other.token))
        }
    }

    /// Shows rule 1.7.
    @Test("A tenant's tables are emptied before the tables that they refer to")
    func deletedTables() async throws {
        try await TestDatabase.with { database in
            let order = Areas.all.reversed().flatMap { $0.tables } + ["tenants"]
            let rows = try await database.owner.roundTrip {
                try await $0.query(
                    """
                    SELECT conrelid::regclass::text AS referring, confrelid::regclass::text AS referred FROM pg_constraint
                    WHERE contype = 'f' AND confdeltype <> 'c'
                    """)
            }
            #expect(!rows.isEmpty)
            for row in rows {
                let (referring, referred): (String, String) = (try row["referring"], try row["referred"])
                let places = (order.firstIndex(of: referring), order.firstIndex(of: referred))
                guard let before = places.0, let after = places.1 else { throw Unnamed(tables: "\(referring), \(referred)") }
                #expect(before < after, "\(referring) refers to \(referred)")
            }
        }
    }

    private struct Unnamed: Error {
        let tables: String
    }

    /// Shows rule 2.10.
    @Test("A password reset, a change over HTTP and a suspension each end the old tokens")
    func tokens() async throws {
        try await TestServer.with { server in
            let (ada, owner) = (try await server.person("ada"), try await server.person("olive", role: .owner))
            let user = try await server.operators.resetPassword(server.tenant, email: " ADA@example.org", to: reset("battery staple"))
            #expect(user.id == ada.id)
            #expect(try await !server.isSignedIn(ada.token))
            #expect(try await server.tryLogIn(ada).status == 401)
            let first = try await server.logIn(ada, password: "battery staple")
            let second = try await server.logIn(ada, password: "battery staple")
            let body: Body = ["currentPassword": "battery staple", "newPassword": "correct horse"]
            #expect(try await server.call(.put, "/v1/me/password", token: first, json: body).status == 204)
            #expect(try await server.isSignedIn(first))
            #expect(try await !server.isSignedIn(second))
            _ = try await server.operators.changeUser(server.tenant, email: ada.email, suspended: true)
            #expect(try await !server.isSignedIn(first))
            _ = try await server.operators.changeUser(server.tenant, email: ada.email, suspended: false)
            #expect(try await !server.isSignedIn(first))
            let third = try await server.logIn(ada)
            let suspension: Body = ["suspended": true]
            #expect(try await server.call(.patch, "/v1/members/\(ada.id)", token: owner.token, json: suspension).status == 200)
            #expect(try await !server.isSignedIn(third))
        }
    }

    /// Shows rule 2.6.
    @Test("A reset obeys the password rules, and finds accounts of this tenant alone")
    func resetRules() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("adalovelace")
            _ = try await server.person("bea", in: try await server.otherTenant())
            for password in ["password123", "adalovelace"] {
                await #expect(throws: Problem.self) {
                    try await server.operators.resetPassword(server.tenant, email: ada.email, to: reset(password))
                }
            }
            await #expect(throws: Problem(.notFound)) {
                try await server.operators.resetPassword(server.tenant, email: "bea@example.org", to: reset("battery staple"))
            }
            #expect(try await server.tryLogIn(ada).status == 201)
        }
    }

    /// Shows rule 2.3.
    @Test("An operator appoints and suspends owners, but never suspends the last one")
    func lastOwner() async throws {
        try await TestServer.with { server in
            let (ada, bea) = (try await server.person("ada", role: .owner), try await server.person("bea"))
            for change in [(role: Role.member as Role?, suspended: nil as Bool?), (nil, true)] {
                await #expect(throws: Problem(.lastOwner)) {
                    try await server.operators.changeUser(server.tenant, email: ada.email, role: change.role, suspended: change.suspended)
                }
            }
            _ = try await server.operators.changeUser(server.tenant, email: bea.email, role: .owner)
            #expect(try await server.operators.changeUser(server.tenant, email: ada.email, suspended: true).suspended)
            await #expect(throws: Problem.self) {
                try await server.operators.changeUser(server.tenant, email: bea.email, role: .teacher)
            }
            let listed = try await server.operators.listUsers(server.tenant)
            #expect(listed.map(\.username) == ["ada", "bea"])
            #expect(listed.map(\.role) == [.owner, .owner])
        }
    }

    private func reset(_ password: String) -> PasswordReset {
        var fields = Fields(path: [:], query: ["password": password], body: nil)
        return PasswordReset(&fields)
    }
}

extension TestServer {
    fileprivate func delete(_ room: Room, by person: Person) async throws {
        _ = try await call(.delete, "/v1/rooms/\(room.id)", token: person.token)
    }
}
