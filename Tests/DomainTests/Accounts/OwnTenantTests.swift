import DavenportAPI
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 1.9 and 1.10: communities that begin by themselves")
struct OwnTenantTests {
    private let loft: Body = [
        "name": "The Loft", "slug": "loft", "email": "lou@example.org", "password": "correct horse", "givenName": "Lou",
    ]

    private func create(_ server: TestServer, _ fields: Body = [:], from address: String = "203.0.113.7") async throws -> Answer {
        try await server.call(.post, "/v1/tenants", json: loft.merging(fields) { $1 }, headers: ["X-Forwarded-For": address])
    }

    /// Shows rule 1.9.
    @Test("Somebody creates a community, becomes its owner and logs in; operators see who made it and when")
    func creating() async throws {
        try await TestServer.with(createsTenants: true) { server in
            let created = try await create(server, ["slug": "loft"]).expecting(201, CreatedTenant.self)
            #expect(
                created.tenant
                    == TenantInfo(
                        name: "The Loft", slug: "loft", features: [.watch, .play], signup: .invite,
                        identityColor: created.tenant.identityColor))
            #expect(created.owner.role == .owner && created.owner.username == "lou")
            let signedIn = try await server.tryLogIn("lou@example.org", "correct horse", tenant: "loft").expecting(201, SignedIn.self)
            #expect(signedIn.user == created.owner)
            let invite = try await server.call(.post, "/v1/invites", token: signedIn.token, json: [:] as Body)
            #expect(invite.status == 201)
            #expect(try await server.call(.get, "/v1/dashboard", token: signedIn.token).status == 200)
            let all = try await server.operators.listTenants()
            #expect(all.map(\.slug) == ["loft", "sofa"] && all.map(\.selfMade) == [true, false] && all[1].maker == nil)
            let listed = try await server.operators.listTenants(selfMade: true)
            #expect(listed.map(\.slug) == ["loft"])
            #expect(listed.first?.maker == "lou@example.org" && listed.first?.createdAt == server.clock.now)
            let tenant = try await server.operators.findTenant(slug: "loft")
            let entries = try await server.operators.listTenantAudit(tenant.id, limit: 100)
            #expect(Set(entries.map(\.event)).isSuperset(of: ["tenant.created", "user.signed_up"]))
            #expect(entries.first { $0.event == "tenant.created" }?.actorID == created.owner.id)
        }
    }

    /// Shows rules 1.3 and 1.9.
    @Test("A community that somebody made takes nobody's place: requests that name none still reach the operator's only one")
    func place() async throws {
        try await TestServer.with(createsTenants: true) { server in
            let ada = try await server.person("ada")
            // Neither a token nor a header of another community matters.
            let answer = try await server.call(
                .post, "/v1/tenants", token: ada.token, json: loft, headers: ["Davenport-Tenant": "nowhere"])
            #expect(answer.status == 201)
            #expect(try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self).slug == "sofa")
            try await server.rows("UPDATE tenants SET self_made = true WHERE slug = 'sofa'")
            #expect(try await server.call(.get, "/v1/tenant").code == .tenantRequired)
        }
    }

    /// Shows rule 1.9.
    @Test("While it is off, nobody creates a community, and nothing is hashed or counted")
    func off() async throws {
        try await TestServer.with { server in
            let before = server.hasher.hashCount
            let answer = try await create(server)
            #expect(answer.status == 404 && answer.code == .featureOff)
            #expect(server.hasher.hashCount == before)
            #expect(try await server.database.count("deployment_throttles") == 0)
            #expect(try await server.database.count("tenants") == 1)
        }
    }

    /// Shows rule 1.10.
    @Test(
        "A reserved, taken or odd slug is a fault of the field, before any hash",
        arguments: [
            "sofa", "attic", "www", "api", "admin", "a-d-m-i-n", "w-ww", "app", "mail", "static", "assets", "status", "help", "support",
            "docs",
            "blog", "xn--80ak6aa92e", "a--b", "loft-", "-loft", "Loft", "LOFT", "WWW", "l", "lo ft", "lo.ft", "lo_ft", "löft", "lоft",
            "ｌｏｆｔ",
            "loft\u{0}", "loft\u{301}", "lo\u{200B}ft", "", "../loft", "loft/x",
        ])
    func slugs(slug: String) async throws {
        try await TestServer.with(createsTenants: true) { server in
            let attic = try await server.otherTenant()
            try await server.operators.suspendTenant(attic, .suspended)
            let before = server.hasher.hashCount
            let answer = try await create(server, ["slug": .string(slug)])
            #expect(answer.status == 422 && answer.faultyFields == ["slug"], "\(answer)")
            #expect(server.hasher.hashCount == before)
            #expect(try await create(server).status == 201, "a refused request doesn't count")
        }
    }

    /// Shows rule 1.9.
    @Test("The account has the same rules as at a sign-up, and all faults are named")
    func account() async throws {
        try await TestServer.with(createsTenants: true) { server in
            for (fields, fault) in [
                (["password": "password"], "password"), (["password": "lou@example.org"], "password"), (["username": "loft"], "username"),
                (["username": "admin"], "username"), (["email": "nobody"], "email"), (["name": "\u{202E}"], "name"),
                (["name": " "], "name"),
                (["givenName": "\u{200B}"], "givenName"),
            ] as [(Body, String)] {
                #expect(try await create(server, fields).faultyFields == [fault], "\(fields)")
            }
            let empty = try await server.call(.post, "/v1/tenants", json: [:] as Body)
            #expect(Set(empty.faultyFields) == ["name", "slug", "email", "password"])
        }
    }

    /// Shows rule 1.9.
    @Test("One an hour from an address as the proxy names it, whatever the client claims; a /48 of IPv6 has four")
    func addresses() async throws {
        try await TestServer.with(trustedProxies: 1, createsTenants: true) { server in
            #expect(try await create(server, ["slug": "one"]).status == 201)
            let before = server.hasher.hashCount
            for claimed in ["203.0.113.7", "198.51.100.1, 203.0.113.7", "::ffff:203.0.113.7"] {
                let refused = try await create(server, ["slug": "two"], from: claimed)
                #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "3600", "\(claimed): \(refused)")
            }
            #expect(server.hasher.hashCount == before)
            #expect(try await create(server, ["slug": "two"], from: "203.0.113.8").status == 201)
            for index in 0..<5 {
                let answer = try await create(server, ["slug": .string("six\(index)")], from: "2001:db8:7:\(index)::1")
                #expect(answer.status == (index < 4 ? 201 : 429))
            }
            #expect(try await create(server, ["slug": "seven"], from: "2001:db8:7:1::99").status == 429)
            server.clock.advance(by: 3599)
            #expect(try await create(server, ["slug": "three"]).status == 429)
            server.clock.advance(by: 1)
            #expect(try await create(server, ["slug": "three"]).status == 201)
            let keys: [String] = try await server.rows("SELECT key FROM deployment_throttles").map { try $0["key"] }
            #expect(keys.allSatisfy { Data(base64Encoded: $0)?.count == 32 }, "no address is readable")
        }
    }

    /// Shows rule 1.9.
    @Test("A hundred a day in the deployment, whatever their addresses, and then again the next day")
    func day() async throws {
        try await TestServer.with(trustedProxies: 1, createsTenants: true) { server in
            #expect(try await create(server, ["slug": "first"]).status == 201)
            try await server.rows("UPDATE deployment_throttles SET count = 99 WHERE expires_at > \(server.clock.now + 3601)")
            #expect(try await create(server, ["slug": "hundredth"], from: "203.0.113.8").status == 201)
            let refused = try await create(server, ["slug": "another"], from: "203.0.113.9")
            #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "86400")
            server.clock.advance(by: 86_400)
            #expect(try await create(server, ["slug": "another"], from: "203.0.113.9").status == 201)
            #expect(try await server.database.count("deployment_throttles") == 2, "windows that have ended are deleted")
        }
    }

    /// Shows rules 1.1 and 1.9.
    @Test("Of many at once from one address one is made, and of many for one slug from many addresses too")
    func race() async throws {
        try await TestServer.with(trustedProxies: 1, createsTenants: true) { server in
            func atOnce(_ request: @escaping @Sendable (Int) async throws -> Answer) async throws -> [Int: Int] {
                try await concurrently(0..<20) { index in try await request(index).status }.counts
            }
            // Some find no free place for a password hash.
            let oneAddress = try await atOnce { try await create(server, ["slug": .string("room\($0)")]) }
            #expect(oneAddress[201] == 1 && Set(oneAddress.keys).isSubset(of: [201, 429, 503]), "\(oneAddress)")
            let oneSlug = try await atOnce { try await create(server, ["slug": "loft"], from: "198.51.100.\($0)") }
            #expect(oneSlug[201] == 1 && Set(oneSlug.keys).isSubset(of: [201, 422, 503]), "\(oneSlug)")
            #expect(try await server.database.count("tenants") == 3)
        }
    }

    /// Shows rule 1.9.
    @Test(
        "The server's role creates no tenant but the one of its transaction, and changes only the filter and the description of that one",
        .enabled(if: !TestRoles.isSingle))
    func rights() async throws {
        try await TestServer.with(createsTenants: true) { server in
            let rights = try await server.rows(
                """
                SELECT array_agg(attname::text ORDER BY attname) FILTER (
                        WHERE has_column_privilege('davenport_app', attrelid, attnum, 'UPDATE')
                    ) AS updates,
                    has_table_privilege('davenport_app', 'tenants', 'DELETE') AS deletes
                FROM pg_attribute
                WHERE attrelid = 'tenants'::regclass AND attnum > 0 AND NOT attisdropped
                """)
            #expect(try rights[0]["updates"] as [String] == ["description", "filter_action", "filter_id", "filter_words"])
            #expect(try !(rights[0]["deletes"] as Bool))
            let other = try await server.otherTenant()
            _ = try await server.database.app.roundTrip(opening: ["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) {
                try await $0.query("UPDATE tenants SET filter_action = 'report' WHERE id = \(other.id)")
            }
            let others = try await server.rows("SELECT filter_action AS action FROM tenants WHERE id = \(other.id)")
            #expect(try others[0]["action"] as String == "refuse")
            let statements: [SQL] = [
                "INSERT INTO tenants (id, slug, name, features, signup) VALUES (gen_random_uuid(), 'x1', 'x', '{}', 'open')",
                "INSERT INTO tenant_hosts (tenant_id, host) VALUES (\(server.tenant.id), 'x.example.org')",
            ]
            for statement in statements {
                await #expect(throws: PostgresError.self) {
                    try await server.database.app.roundTrip(opening: ["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) {
                        try await $0.query(statement)
                    }
                }
            }
        }
    }
}
