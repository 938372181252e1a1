import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 20: the append-only security audit")
struct AuditTests {
    /// Shows rule 20.11.
    @Test("Sign-ups, log-ins, failed log-ins and log-outs are audited")
    func accounts() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .admin)
            let phone = try await server.tryLogIn(ada.email, ada.password).expecting(201, SignedIn.self)
            _ = try await server.tryLogIn(ada.email, "wrong")
            _ = try await server.tryLogIn("nobody@example.org", "wrong")
            _ = try await server.call(.delete, "/v1/sessions/\(phone.session.id)", token: ada.token)
            _ = try await server.call(.delete, "/v1/sessions/\(phone.session.id)", token: ada.token)
            _ = try await server.call(.delete, "/v1/sessions", token: ada.token)
            _ = try await server.call(.delete, "/v1/sessions/current", token: ada.token)
            let entries = try await server.audit()
            try #require(
                entries.map(\.event) == [
                    "tenant.created", "invite.created", "user.signed_up", "login.succeeded", "login.failed", "login.failed",
                    "session.ended", "session.others_ended", "session.ended",
                ])
            let (signUp, logIn, wrong, unknown, end) = (entries[2], entries[3], entries[4], entries[5], entries[6])
            #expect(signUp.actor == "user" && signUp.actorID == ada.id && signUp.detail == "admin")
            #expect(logIn.actorID == ada.id)
            #expect(wrong.actor == "anybody" && wrong.actorID == nil && wrong.subjectID == ada.id)
            #expect(unknown.actor == "anybody" && unknown.subjectID == nil)
            #expect(end.actorID == ada.id && end.subjectID == phone.session.id)
        }
    }

    /// Shows rule 20.11.
    @Test("Changes of password, e-mail, role and suspension, and account deletions are audited with their actor")
    func people() async throws {
        try await TestServer.with { server in
            let (owner, bea) = (try await server.person("olive", role: .owner), try await server.person("bea"))
            let before = try await server.audit().count
            let member = "/v1/members/\(bea.id)"
            let changes: [Body] = [["role": "admin"], ["role": "admin"], ["suspended": true], ["suspended": false]]
            for change in changes { #expect(try await server.call(.patch, member, token: owner.token, json: change).status == 200) }
            let mine: [(DavenportAPI.Method, String, Body)] = [
                (.patch, "/v1/me", ["givenName": "Olive"]),
                (.patch, "/v1/me", ["email": "new@example.org", "currentPassword": .string(owner.password)]),
                (.put, "/v1/me/password", ["currentPassword": "wrong password", "newPassword": "another horse"]),
                (.put, "/v1/me/password", ["currentPassword": .string(owner.password), "newPassword": "another horse"]),
            ]
            for (method, path, body) in mine { _ = try await server.call(method, path, token: owner.token, json: body) }
            let phone = try await server.tryLogIn(bea.email, bea.password).expecting(201, SignedIn.self)
            let deletion: Body = ["currentPassword": .string(bea.password)]
            #expect(try await server.call(.post, "/v1/me/deletion", token: phone.token, json: deletion).status == 204)
            let entries = try await server.audit().dropFirst(before)
            #expect(
                entries.map(\.event) == [
                    "role.changed", "user.suspended", "user.resumed", "email.changed", "password.wrong", "password.changed",
                    "login.succeeded", "user.deleted",
                ])
            #expect(entries.map(\.actorID) == Array(repeating: owner.id, count: 6) + [bea.id, bea.id])
            #expect(entries.prefix(3).allSatisfy { $0.subjectID == bea.id })
            #expect(entries.first?.detail == "admin")
        }
    }

    /// Shows rule 20.11.
    @Test("A tenant's audit entries outlive the tenant")
    func tenant() async throws {
        try await TestServer.with { server in
            try await server.operators.suspendTenant(server.tenant, .suspended)
            try await server.operators.suspendTenant(server.tenant, .suspended)
            try await server.operators.suspendTenant(server.tenant, .open)
            try await server.operators.renameTenant(server.tenant, name: "The Settee")
            try await server.operators.deleteTenant(server.tenant)
            #expect(
                try await server.audit().map(\.event) == [
                    "tenant.created", "tenant.suspended", "tenant.resumed", "tenant.renamed", "tenant.deleted",
                ])
            #expect(try await server.operators.listTenantAudit(server.tenant.id, limit: 10).count == 5)
        }
    }

    /// Shows rule 20.11.
    @Test("Operators' actions are audited")
    func operators() async throws {
        try await TestServer.with { server in
            let user = NewUser(email: "ada@example.org", password: "correct horse", username: "ada")
            let ada = try await server.operators.createUser(server.tenant, user, role: .owner)
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.invites] = 5 }
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.invites] = 5 }
            let entries = try await server.audit()
            #expect(entries.map(\.event) == ["tenant.created", "user.created", "tenant.limits_changed"])
            #expect(entries.allSatisfy { $0.actor == "operator" && $0.actorID == nil })
            let made = try #require(entries.first { $0.event == "user.created" })
            #expect(made.subjectID == ada.id && made.detail == "owner")
        }
    }

    /// Shows rule 20.11.
    @Test("An entry is written in the transaction of its cause or not at all, and a refused request writes none")
    func withItsCause() async throws {
        try await TestServer.with(signup: .open) { server in
            let ada = try await server.person("ada")
            let before = try await server.audit().count
            let body: Body = ["email": .string(ada.email), "username": "other", "password": "correct horse"]
            #expect(try await server.call(.post, "/v1/users", json: body).code == .emailTaken)
            #expect(try await server.audit().count == before)
            for _ in 0..<15 { _ = try await server.tryLogIn(ada.email, "wrong") }
            #expect(try await server.audit().count == before + 10)
        }
    }

    /// Shows rules 2.17 and 20.11.
    @Test("Entries contain ids alone, and no text that a user typed")
    func idsOnly() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada-lovelace")
            _ = try await server.tryLogIn(ada.email, "wrong")
            let rows = try await server.rows("SELECT e::text AS text FROM audit_entries AS e")
            #expect(rows.count == 4, "a tenant, an invite, a sign-up and a failure")
            for row in rows {
                let text: String = try row["text"]
                #expect(!text.contains("ada-lovelace") && !text.contains("127.0.0.1") && !text.contains("example.org"))
            }
        }
    }

    /// Shows rule 20.11.
    @Test("The server's role reads no log-ins, log-outs and wrong passwords", .separateRoles)
    func unreadable() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let phone = try await server.tryLogIn(ada.email, ada.password).expecting(201, SignedIn.self)
            _ = try await server.tryLogIn(ada.email, "wrong")
            let wrong: Body = ["currentPassword": "wrong password", "newPassword": "another horse"]
            _ = try await server.call(.put, "/v1/me/password", token: ada.token, json: wrong)
            _ = try await server.call(.delete, "/v1/sessions", token: ada.token)
            _ = try await server.call(.delete, "/v1/sessions/current", token: phone.token)
            _ = try await server.call(.delete, "/v1/sessions/current", token: ada.token)
            let rows = try await server.database.freeApp.roundTrip(opening: ["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) {
                try await $0.query("SELECT event FROM audit_entries WHERE tenant_id = \(server.tenant.id)")
            }
            #expect(try Set(rows.map { try $0["event"] as String }) == ["tenant.created", "invite.created", "user.signed_up"])
            #expect(Set(try await server.audit().map(\.event)).isSuperset(of: ["login.succeeded", "login.failed", "password.wrong"]))
        }
    }

    /// Shows rule 20.11.
    @Test(
        "The server's role can add entries, and can't change or delete any", .separateRoles,
        arguments: [
            "UPDATE audit_entries SET event = 'a.b'", "DELETE FROM audit_entries",
            "TRUNCATE audit_entries",
        ])
    func appendOnly(statement: String) async throws {
        try await TestServer.with { server in
            let error = await #expect(throws: PostgresError.self) {
                try await server.database.freeApp.roundTrip(opening: ["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) {
                    _ = try await $0.query("\(unsafeRaw: statement)")
                }
            }
            #expect(error?.sqlState == .insufficientPrivilege)
        }
    }

    /// Shows rule 20.11.
    @Test("The list has the latest entries of one tenant first, up to the requested number")
    func list() async throws {
        try await TestServer.with { server in
            let attic = try await server.otherTenant()
            for name in ["ada", "bea"] {
                server.clock.advance(by: 1)
                _ = try await server.person(name, in: server.tenant)
            }
            let latest = try await server.operators.listTenantAudit(server.tenant.id, limit: 3)
            #expect(latest.map(\.at) == latest.map(\.at).sorted(by: >))
            #expect(latest.count == 3)
            #expect(try await server.operators.listTenantAudit(attic.id, limit: 10).map(\.event) == ["tenant.created"])
            await #expect(throws: Problem.self) { try await server.operators.listTenantAudit(attic.id, limit: 0) }
        }
    }
}

/// A stored entry.
private struct Entry {
    let event: String
    let actor: String
    let actorID: UUID?
    let subjectID: UUID?
    let detail: String?
}

extension TestServer {
    /// Returns the tenant's entries in the order of their writing. For equal times the list's own order is random.
    fileprivate func audit() async throws -> [Entry] {
        try await rows("SELECT * FROM audit_entries WHERE tenant_id = \(tenant.id) ORDER BY xmin::text::bigint").map { row in
            Entry(
                event: try row["event"], actor: try row["actor"], actorID: try row["actor_id"], subjectID: try row["subject_id"],
                detail: try row["detail"])
        }
    }
}
