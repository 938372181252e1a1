import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Mail
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 26: invites by e-mail")
struct InviteMailTests {
    private static func invite(_ house: MailFixture, by maker: Person, to email: String) async throws -> Answer {
        try await house.server.call(.post, "/v1/invites", token: maker.token, json: ["email": .string(email)] as Body)
    }

    /// Shows rule 26.10.
    @Test("An invite is sent to somebody without an account, and its link lets them join")
    func sends() async throws {
        try await MailFixture.with { house in
            let server = house.server
            let made = try await Self.invite(house, by: house.ada, to: "bea@example.org").expecting(201, InviteWithCode.self)
            let mail = try #require(try await house.drain().first)
            #expect(mail.to == Mailbox(name: "", address: "bea@example.org"))
            #expect(mail.subject == "ada invites you to \(server.tenant.name)")
            #expect(mail.link?.absoluteString == "https://sofa.example.org/join#\(made.code)")
            #expect(mail.paragraphs.joined(separator: " ").split(separator: " ").count <= 60)
            #expect(mail.unsubscribe?.absoluteString.hasPrefix("https://sofa.example.org/v1/mail-stops/") == true)
            #expect(try await server.call(.post, "/v1/invites/lookup", json: ["code": .string(made.code)] as Body).status == 200)
            #expect(try await server.database.count("mails") == 0)
        }
    }

    /// Shows rule 26.10.
    @Test("Two invites a week go to an address from the whole deployment, and twenty a day from a person; nothing is half made")
    func limits() async throws {
        try await MailFixture.with { house in
            let bea = try await house.server.person("bea")
            for (maker, status) in [(house.ada, 201), (bea, 201), (bea, 429), (house.ada, 429)] {
                #expect(try await Self.invite(house, by: maker, to: "CEM@example.org").status == status)
            }
            #expect(try await house.server.database.count("invites WHERE maker_id IS NOT NULL") == 2)
            for index in 0..<20 {
                #expect(try await Self.invite(house, by: house.ada, to: "p\(index)@example.org").status == (index < 19 ? 201 : 429))
            }
            house.server.clock.advance(by: 7 * 24 * 3600)
            #expect(try await Self.invite(house, by: house.ada, to: "cem@example.org").status == 201)
            #expect(try await Self.invite(house, by: house.ada, to: "no address").code == .invalid)
        }
    }

    /// Shows rule 26.11.
    @Test("A reader ends invites to their address with one request, as mail programs send it; other codes end nothing")
    func stops() async throws {
        try await MailFixture.with { house in
            let server = house.server
            #expect(try await Self.invite(house, by: house.ada, to: "bea@example.org").status == 201)
            let mail = try #require(try await house.drain().first)
            let path = try #require(mail.unsubscribe).path
            let form = Array("List-Unsubscribe=One-Click".utf8)
            let headers = ["Content-Type": "application/x-www-form-urlencoded"]
            for wrong in ["/v1/mail-stops/x", path + "x", "/v1/mail-stops/invites.."] {
                #expect(try await server.call(.post, wrong, body: form, headers: headers).code == .linkInvalid, "\(wrong)")
            }
            #expect(try await Self.invite(house, by: house.ada, to: "cem@example.org").status == 201)
            for _ in 0..<2 { #expect(try await server.call(.post, path, body: form, headers: headers).status == 204) }
            let refused = try await Self.invite(house, by: house.ada, to: "Bea@example.org")
            #expect(refused.status == 422 && refused.text.contains("\"email\""))
            #expect(try await server.database.count("stopped_mail_addresses WHERE digest LIKE '%bea%'") == 0)
            #expect(mail.footer?.link.absoluteString.hasPrefix("https://sofa.example.org/no-mails#") == true)
        }
    }

    /// Shows rule 26.1.
    @Test("Without mail an invite with an address is refused, and none is made")
    func off() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await server.call(.post, "/v1/invites", token: ada.token, json: ["email": "bea@example.org"] as Body)
            #expect(answer.code == .featureOff)
            #expect(try await server.database.count("invites WHERE maker_id IS NOT NULL") == 0)
        }
    }
}
