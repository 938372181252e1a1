import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 1: tenants")
struct TenantTests {
    /// Shows rules 1.1 and 1.3.
    @Test("A single tenant needs no name, and with two a request must name one")
    func resolution() async throws {
        try await TestServer.with { server in
            let only = try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self)
            #expect(
                only
                    == TenantInfo(
                        name: "The Sofa", slug: "sofa", features: [.watch], signup: .invite, identityColor: only.identityColor))
            _ = try await server.otherTenant()
            let unnamed = try await server.call(.get, "/v1/tenant")
            #expect(unnamed.status == 400)
            #expect(unnamed.code == .tenantRequired)
            let named = try await server.call(.get, "/v1/tenant", headers: ["Davenport-Tenant": "attic"])
            #expect(try named.expecting(200, TenantInfo.self).name == "The Attic")
        }
    }

    /// Shows rule 1.3.
    @Test("The Host header names a tenant, regardless of case and port; the tenant header overrides it")
    func host() async throws {
        try await TestServer.with { server in
            _ = try await server.operators.createTenant(
                slug: "attic", name: "The Attic", features: [.watch], signup: .open, hosts: ["Attic.Example.org"])
            let byHost = try await server.call(.get, "/v1/tenant", headers: ["Host": "ATTIC.example.org:8443"])
            #expect(try byHost.expecting(200, TenantInfo.self).slug == "attic")
            let both = try await server.call(
                .get, "/v1/tenant", headers: ["Host": "attic.example.org", "Davenport-Tenant": "sofa"])
            #expect(try both.expecting(200, TenantInfo.self).slug == "sofa")
        }
    }

    /// Shows rule 1.3.
    @Test("The tenant of a token overrides header and host")
    func token() async throws {
        try await TestServer.with { server in
            let attic = try await server.otherTenant()
            let ada = try await server.person("ada", in: attic)
            let me = try await server.call(.get, "/v1/me", token: ada.token, headers: ["Davenport-Tenant": "sofa"])
            #expect(try me.expecting(200, Me.self).id == ada.id)
            let headers = ["Davenport-Tenant": "sofa"]
            let tenant = try await server.call(.get, "/v1/tenant", token: ada.token, headers: headers)
            #expect(try tenant.expecting(200, TenantInfo.self).slug == "attic")
            let bad = try await server.call(.get, "/v1/tenant", token: "nonsense", headers: headers)
            #expect(try bad.expecting(200, TenantInfo.self).slug == "sofa")
        }
    }

    /// Shows rule 1.4.
    @Test("On endpoints for users, missing credentials are 401 before any tenant is looked up")
    func unauthenticatedFirst() async throws {
        try await TestServer.with { server in
            let answer = try await server.call(.get, "/v1/me", headers: ["Davenport-Tenant": "nowhere"])
            #expect(answer.status == 401)
            #expect(answer.headers["www-authenticate"] == "Bearer")
        }
    }

    /// Shows rule 1.6.
    @Test("The endpoints of a disabled feature answer feature_off")
    func featureOff() async throws {
        try await TestServer.with(features: [.play]) { server in
            let ada = try await server.person("ada")
            let answer = try await server.call(.get, "/v1/dashboard", token: ada.token)
            #expect(answer.status == 404)
            #expect(answer.code == .featureOff)
        }
    }

    /// Shows rules 1.2 and 1.5.
    @Test("A user of two tenants has two accounts; e-mail and username are unique within each, in any case")
    func twoAccounts() async throws {
        try await TestServer.with(signup: .open) { server in
            let attic = try await server.otherTenant()
            let here = try await server.person("ada")
            let there = try await server.person("ada", in: attic)
            #expect(here.id != there.id)
            let body: Body = ["email": "ADA@example.org", "username": "other", "password": "correct horse"]
            let again = try await server.call(.post, "/v1/users", json: body, headers: ["Davenport-Tenant": "sofa"])
            #expect(again.status == 409)
            #expect(again.code == .emailTaken)
            let named: Body = ["email": "x@example.org", "username": "AdA", "password": "correct horse"]
            #expect(try await server.call(.post, "/v1/users", json: named, headers: ["Davenport-Tenant": "sofa"]).code == .usernameTaken)
        }
    }

    /// Shows rule 1.8.
    @Test("Row security is a second barrier: the server's role sees no row outside a tenant, and none of another")
    func rowSecurity() async throws {
        try await TestServer.with { server in
            _ = try await server.person("ada")
            let attic = try await server.otherTenant()
            let count = { (opening: [SQL]) in
                try await server.database.freeApp.roundTrip(opening: opening) { transaction -> Int in
                    let rows = try await transaction.query("SELECT count(*) AS count FROM users")
                    return try rows[0]["count"]
                }
            }
            #expect(try await count([]) == 0)
            #expect(try await count(["SELECT enter(\(attic.id), \(server.clock.now))"]) == 0)
            #expect(try await count(["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) == 1)
            #expect(try await count([]) == 0, "the tenant must not outlive its transaction")
        }
    }
}
