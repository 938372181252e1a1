import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 1: what a community shows of itself")
struct TenantAppearanceTests {
    private static let text = "Four friends, one sofa.\nNo spoilers."

    private func setPicture(_ server: TestServer, _ person: Person?, _ image: [UInt8]) async throws -> Answer {
        try await server.call(
            .put, "/v1/tenant/picture", token: person?.token, body: image, headers: ["Content-Type": "application/octet-stream"])
    }

    private func events(_ server: TestServer) async throws -> [String] {
        try await server.operators.listTenantAudit(server.tenant.id, limit: 100)
            .filter { $0.event.hasSuffix("_changed") }
            .map { [$0.actorID == nil ? "operator" : "user", $0.event, $0.detail ?? "set"].joined(separator: " ") }
            .sorted()
    }

    /// Shows rules 1.12 and 1.13.
    @Test("Owners describe their community, and everybody reads it without an account; what changes nothing isn't in the audit")
    func description() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .owner)
            let before = try await server.as(nil).showTenant()
            #expect(before.description == nil && before.pictureURL == nil)
            #expect(before.identityColor.wholeMatch(of: #/#[0-9a-f]{6}/#) != nil)
            for _ in 0..<2 {
                let changed = try await server.as(ada).changeTenant(TenantChange(description: .set("  \(Self.text)\n")))
                #expect(changed.description == Self.text && changed.identityColor == before.identityColor)
            }
            #expect(try await server.as(nil).showTenant().description == Self.text)
            #expect(try await server.as(ada).changeTenant(TenantChange()).description == Self.text)
            #expect(try await server.as(ada).changeTenant(TenantChange(description: .clear)).description == nil)
            #expect(
                try await events(server) == ["user tenant.description_changed removed", "user tenant.description_changed set"])
        }
    }

    /// Shows rule 1.12.
    @Test("A description has at most 500 characters, and no control characters but those that end lines")
    func descriptionLimits() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .owner)
            for text in [String(repeating: "é", count: 501), "", "  ", "a\u{0}b", "a\u{1B}[2J"] {
                let answer = try await server.call(.patch, "/v1/tenant", token: ada.token, json: ["description": .string(text)] as Body)
                #expect(answer.status == 422 && answer.faultyFields == ["description"], "\(text.prefix(9))")
            }
            let longest = String(repeating: "é", count: 500)
            #expect(try await server.as(ada).changeTenant(TenantChange(description: .set(longest))).description == longest)
        }
    }

    /// Shows rules 1.12 and 1.14.
    @Test("Only owners change description and picture, and of their own community")
    func roles() async throws {
        try await TestServer.with(features: Feature.allCases) { server in
            let attic = try await server.otherTenant()
            let owner = try await server.person("otto", role: .owner, in: attic)
            _ = try await server.as(owner).changeTenant(TenantChange(description: .set("Dust.")))
            #expect(try await setPicture(server, owner, Picture.png.bytes).status == 200)
            for role in Role.allCases where role != .owner {
                let person = try await server.person("p\(role.rawValue.prefix(3))", role: role, birthday: "1980-01-01")
                let change = try await refusal { try await server.as(person).changeTenant(TenantChange(description: .clear)) }
                #expect(change == .forbidden, "\(role)")
                #expect(try await setPicture(server, person, Picture.png.bytes).status == 403, "\(role)")
                #expect(try await server.call(.delete, "/v1/tenant/picture", token: person.token).status == 403, "\(role)")
            }
            #expect(try await setPicture(server, nil, Picture.png.bytes).status == 401)
            let sofa = try await server.call(.get, "/v1/tenant", headers: ["Davenport-Tenant": "sofa"]).expecting(200, TenantInfo.self)
            #expect(sofa.description == nil && sofa.pictureURL == nil)
        }
    }

    /// Shows rule 1.13.
    @Test("A picture is served to everybody, with the type of its content and without its metadata; a new one has a new address")
    func picture() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .owner)
            #expect(try await server.call(.get, "/v1/tenant/picture").code == .notFound)
            let first = try await setPicture(server, ada, Picture.png.bytes).expecting(200, TenantInfo.self).pictureURL
            let url = try #require(first)
            #expect(url.hasPrefix("/v1/tenant/picture?v="))
            let answer = try await server.call(.get, url)
            #expect(answer.status == 200 && answer.body == Picture.png.bytes)
            #expect(answer.headers["content-type"] == "image/png" && answer.headers["cache-control"] == "no-cache")
            let tag = try #require(answer.headers["etag"])
            #expect(try await server.call(.get, url, headers: ["If-None-Match": tag]).status == 304)
            #expect(try await setPicture(server, ada, Picture.png.bytes).expecting(200, TenantInfo.self).pictureURL == url)
            let second = try await setPicture(server, ada, Picture.webP.bytes).expecting(200, TenantInfo.self)
            #expect(second.pictureURL != url)
            #expect(try await server.as(nil).showTenant() == second)
            for _ in 0..<2 { #expect(try await server.call(.delete, "/v1/tenant/picture", token: ada.token).status == 204) }
            #expect(try await server.call(.get, url).status == 404)
            #expect(try await server.as(nil).showTenant().pictureURL == nil)
            let change = "user tenant.picture_changed"
            #expect(try await events(server) == ["\(change) removed", "\(change) set", "\(change) set"])
        }
    }

    /// Shows rule 1.13.
    @Test("A picture has the limits of people's pictures")
    func pictureLimits() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", role: .owner)
            #expect(try await setPicture(server, ada, Array("GIF89a".utf8)).status == 415)
            let wide = try await setPicture(server, ada, Picture.png(width: 4097, height: 1))
            #expect(wide.status == 422 && wide.faultyFields == ["image"])
            #expect(try await setPicture(server, ada, [UInt8](repeating: 0, count: 1024 * 1024 + 1)).status == 413)
        }
    }

    /// Shows rule 1.14.
    @Test("tenant describe shows, changes and removes both; a deleted community leaves no picture")
    func command() async throws {
        try await TestServer.with { server in
            func describe(_ arguments: String) async throws -> Shell.Outcome {
                let data = Data(Picture.png.bytes).base64EncodedString()
                return try await Shell.run(
                    "echo \(data) | base64 -d > sofa.png && davenport tenant describe sofa \(arguments)",
                    environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
            }
            #expect(try await describe("").output == "text     none\npicture  none\n")
            let set = try await describe("--text 'Four friends.' --picture sofa.png")
            #expect(set.output.hasPrefix("text     Four friends.\npicture  /v1/tenant/picture?v="), "\(set)")
            let url = try await server.as(nil).showTenant().pictureURL
            #expect(try await server.call(.get, url ?? "").body == Picture.png.bytes)
            #expect(try await describe("--picture nowhere.png").status != 0)
            #expect(try await describe("--text \(String(repeating: "a", count: 501))").status != 0)
            #expect(try await describe("--text '' --picture ''").output == "text     none\npicture  none\n")
            #expect(
                try await events(server) == [
                    "operator tenant.description_changed removed", "operator tenant.description_changed set",
                    "operator tenant.picture_changed removed", "operator tenant.picture_changed set",
                ])
            _ = try await describe("--picture sofa.png")
            try await server.operators.deleteTenant(server.tenant)
            #expect(try await server.database.count("tenant_pictures") == 0)
        }
    }

    /// Shows rule 1.15.
    @Test("Admins and owners count open reports that they may decide, invites that hold, and new feedback")
    func counts() async throws {
        try await Moderated.with { world in
            let server = world.server
            let nothing = try await server.as(world.olive).showTenantCounts()
            #expect(nothing.openReports == 0 && nothing.newFeedback == 0)
            for reporter in world.others.prefix(2) { _ = try await world.report(reporter, .spam) }
            _ = try await server.as(world.mal).createReport(NewReport(userID: world.adam.id, reason: .other))
            _ = try await server.as(world.mal).createFeedback(NewFeedback(text: "The list jumps."))
            let solved = try await server.as(world.mal).createFeedback(NewFeedback(text: "It works."))
            _ = try await server.as(world.adam).changeFeedback(feedbackID: solved.value.id, state: .resolved)
            let held = try await server.as(world.adam).createInvite(NewInvite())
            let counts = try await server.as(world.olive).showTenantCounts()
            #expect(
                counts == TenantCounts(openReports: 2, openInvites: nothing.openInvites + 1, newFeedback: 1),
                "reports of one thing count once")
            #expect(try await server.as(world.adam).showTenantCounts().openReports == 1, "none about oneself")
            _ = try await server.as(world.adam).withdrawInvite(inviteID: held.invite.id)
            #expect(try await server.as(world.adam).showTenantCounts().openInvites == nothing.openInvites)
            #expect(try await refusal { try await server.as(world.mal).showTenantCounts() } == .forbidden)
        }
    }
}
