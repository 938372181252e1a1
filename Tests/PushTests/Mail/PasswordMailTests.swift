import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Logging
import Mail
import Postgres
import TestSupport
import Testing

@testable import Push

@Suite("rules 26: links for new passwords by e-mail")
struct PasswordMailTests {
    /// Shows rules 26.1 and 26.2.
    @Test("The person with the address gets one mail, whose link sets the password; nobody else does, and the answer is the same")
    func link() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            #expect(try await server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self).email)
            let known = try await house.ask(ada.email.uppercased())
            let unknown = try await house.ask("nobody@example.org")
            for answer in [known, unknown] { #expect(answer.status == 202 && answer.body.isEmpty) }
            let sent = try await house.drain()
            #expect(sent.map(\.to.name) == ["ada"])
            let mail = try #require(sent.first)
            #expect(mail.link?.absoluteString.hasPrefix("https://sofa.example.org/new-password#") == true)
            #expect(mail.subject.contains(server.tenant.name) && mail.paragraphs.joined().contains("ada"))
            #expect(mail.paragraphs.joined(separator: " ").split(separator: " ").count <= 60)
            #expect(try await server.database.count("mails") == 0)
            #expect(try await server.database.count("mail_addresses") == 0)
            let use: Body = ["code": try house.code(mail), "password": "staple battery"]
            #expect(try await server.call(.post, "/v1/password-links/use", json: use).status == 201)
            #expect(try await server.call(.post, "/v1/password-links/use", json: use).code == .linkInvalid)
            #expect(try await server.tryLogIn(ada, password: "staple battery").status == 201)
            #expect(try await house.drain().isEmpty)
        }
    }

    /// Shows rule 16.51.
    @Test("A mail is in the language that its reader chose")
    func language() async throws {
        try await MailFixture.with { house in
            _ = try await house.server.as(house.ada).changeMe(AccountChange(language: .set(.french)))
            #expect(try await house.ask(house.ada.email).status == 202)
            let mail = try #require(try await house.drain().first)
            let french = Translations.product.words(in: .french)
            #expect(mail.subject == french.filled("A new password for %2$@", ["ada", house.server.tenant.name]))
            #expect(mail.subject != "A new password for \(house.server.tenant.name)" && mail.paragraphs.count == 3)
            #expect(!mail.paragraphs.joined().contains("password") && mail.paragraphs.joined().contains("ada"))
        }
    }

    /// Shows rule 26.2.
    @Test("A link that was sent ends after 24 hours, with a newer one, a new password, a new address and at its reader's wish")
    func ends() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            func sent() async throws -> JSONValue {
                #expect(try await house.ask(ada.email).status == 202)
                return try house.code(try #require(try await house.drain().first))
            }
            func works(_ code: JSONValue) async throws -> Bool {
                try await server.call(.post, "/v1/password-links/lookup", json: ["code": code] as Body).status == 200
            }
            let first = try await sent()
            let second = try await sent()
            #expect(try await !works(first))
            #expect(try await works(second))
            #expect(try await server.as(ada).showMe().passwordLink == nil)
            _ = try await server.as(ada).endPasswordLink()
            #expect(try await !works(second))
            let third = try await sent()
            let change: Body = ["currentPassword": .string(ada.password), "newPassword": "battery staple"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: change).status == 204)
            #expect(try await !works(third))
            server.clock.advance(by: 3600)
            let fourth = try await sent()
            let address: Body = ["email": "ada@elsewhere.example", "currentPassword": "battery staple"]
            #expect(try await server.call(.patch, "/v1/me", token: ada.token, json: address).status == 200)
            #expect(try await !works(fourth))
            _ = try await house.drain()
            #expect(try await house.ask("ada@elsewhere.example").status == 202)
            let last = try house.code(try #require(try await house.drain().first))
            server.clock.advance(by: 24 * 3600 - 1)
            #expect(try await works(last))
            server.clock.advance(by: 1)
            #expect(try await !works(last))
        }
    }

    /// Shows rule 26.3.
    @Test("Three mails an hour go to an address, ten are asked for from one network address, and the community has a limit a day")
    func limits() async throws {
        try await MailFixture.with { house in
            for email in ["ada@example.org", "nobody@example.org"] {
                for index in 0..<4 { #expect(try await house.ask(email).status == (index < 3 ? 202 : 429)) }
            }
            for index in 0..<5 { #expect(try await house.ask("n\(index)@example.org").status == (index < 4 ? 202 : 429)) }
            house.server.clock.advance(by: 3600)
            #expect(Allowance.mails.usual == 500)
            _ = try await house.server.operators.changeTenantLimits(house.server.tenant) { $0[.mails] = 11 }
            #expect(try await house.ask("ada@example.org").status == 202)
            #expect(try await house.ask("ada@example.org").status == 429)
        }
    }

    /// Shows rule 26.4.
    @Test("A mail that isn't taken is tried again with the same id, for 24 hours; one that is refused is dead")
    func retries() async throws {
        try await MailFixture.with { house in
            let server = house.server
            #expect(try await house.ask(house.ada.email).status == 202)
            house.mailServer.answer(.retry(reason: "451 busy"))
            let first = try #require(try await house.drain().first)
            #expect(try await house.drain().isEmpty)
            server.clock.advance(by: 70)
            let second = try #require(try await house.drain().first)
            #expect(second.messageID == first.messageID)
            #expect(try await house.ask(house.ada.email).status == 202)
            house.mailServer.answer(.refused(code: 550, text: "no such user", atRecipient: true))
            #expect(try await house.drain().count == 1)
            server.clock.advance(by: 3600)
            #expect(try await house.drain().isEmpty)
            let status = try await server.operators.showMailStatus()
            #expect(status == [TenantMailStatus(slug: "sofa", due: 0, oldestDueAge: nil, dead: ["550 no such user": 1])])
            #expect(try await server.operators.retryMails(server.tenant) == 1)
            house.mailServer.answer(.refused(code: 550, text: "no such user", atRecipient: true))
            #expect(try await house.drain().count == 1)
            #expect(try await house.ask(house.ada.email).status == 202)
            for _ in 0..<40 {
                house.mailServer.answer(.retry(reason: "no connection"))
                _ = try await house.drain()
                server.clock.advance(by: 3600)
            }
            #expect(try await server.database.count("mails WHERE dead_at IS NOT NULL") == 2)
            server.clock.advance(by: 31 * 24 * 3600)
            _ = try await house.drain()
            #expect(try await server.database.count("mails") == 0)
        }
    }

    /// Shows rule 26.2.
    @Test("A link goes to the address as the account has it, and never to another one that is compared as equal")
    func lookAlikes() async throws {
        try await MailFixture.with { house in
            #expect(try await house.trySignUp("max", email: "max@strasse.example").status == 201)
            _ = try await house.drain()
            for alike in ["max@straße.example", "max@\u{17F}trasse.example", "MAX@strasse.example"] {
                #expect(try await house.ask(alike).status == 202)
                #expect(try await house.drain().map(\.to.address) == ["max@strasse.example"], "\(alike)")
            }
        }
    }

    /// Shows rule 26.4.
    @Test("Another worker sends what a killed one had claimed, and two at once send each mail once")
    func leases() async throws {
        try await MailFixture.with { house in
            let server = house.server
            #expect(try await house.ask(house.ada.email).status == 202)
            let queue = MailQueue(Database(pool: server.database.worker, clock: server.clock.wall))
            let lost = try #require(try await queue.claim(limit: 1).first)
            #expect(try await server.database.count("mails WHERE leased_until <= clock_timestamp() + interval '30 seconds'") == 1)
            #expect(try await house.drain().isEmpty)
            try await server.rows("UPDATE mails SET leased_until = clock_timestamp() - interval '1 second'")
            let taken = try #require(try await queue.claim(limit: 1).first)
            #expect(taken.id == lost.id && taken.address == house.ada.email)
            // The worker that was thought dead can't end the other's lease.
            try await queue.finish(lost, .sent)
            #expect(try await server.database.count("mails") == 1)
            try await queue.finish(taken, .sent)
            #expect(try await server.database.count("mails") == 0)
            for index in 0..<5 {
                _ = try await server.person("p\(index)")
                #expect(try await house.ask("p\(index)@example.org").status == 202)
            }
            async let one: Void = house.worker().drain()
            async let other: Void = house.worker().drain()
            _ = try await (one, other)
            // Each of the five has a mail about their address, and one with a link.
            #expect(house.mailServer.takeAll().count == 10)
        }
    }

    /// Shows rule 26.4.
    @Test("A mail for which no worker ran in 24 hours is dead, and isn't sent")
    func late() async throws {
        try await MailFixture.with { house in
            #expect(try await house.ask(house.ada.email).status == 202)
            house.server.clock.advance(by: 24 * 3600)
            #expect(try await house.drain().isEmpty)
            let status = try await house.server.operators.showMailStatus()
            #expect(status.map(\.dead) == [["not sent in time": 1]])
            for (seconds, count) in [(30 * 24 * 3600.0 - 1, 1), (1, 0)] {
                house.server.clock.advance(by: seconds)
                _ = try await house.drain()
                #expect(try await house.server.database.count("mails") == count)
            }
        }
    }

    /// Shows rule 26.4.
    @Test("A worker that keeps running sends a mail when it is woken, and ends when it is stopped")
    func watches() async throws {
        try await MailFixture.with { house in
            let (worker, (wakes, wake)) = (house.worker(), AsyncStream.makeStream(of: Void.self))
            async let watching: Void = worker.runUntilStopped(wakes: wakes)
            // Nothing is due at first.
            wake.yield()
            #expect(try await house.ask(house.ada.email).status == 202)
            try await eventually("the mail is sent") {
                wake.yield()
                return await worker.counts.sent == 1
            }
            await worker.stop()
            await watching
            #expect(house.mailServer.takeAll().count == 1)
        }
    }

    /// Shows rules 21.16 and 26.5.
    @Test("The worker's role reads the addresses of the mails that are claimed, and no others")
    func addresses() async throws {
        try await MailFixture.with { house in
            #expect(try await house.ask(house.ada.email).status == 202)
            let database = Database(pool: house.server.database.worker, clock: house.server.clock.wall)
            func visible() async throws -> Int {
                try await database.transactionAcrossTenants { try await $0.query("SELECT address FROM mail_addresses").count }
            }
            #expect(try await visible() == 0)
            _ = try await MailQueue(database).claim(limit: 1)
            #expect(try await visible() == 1)
        }
    }

    /// Shows rule 26.1.
    @Test("Without a mail server, or an address of the web client, no e-mail is offered or sent")
    func off() async throws {
        try await TestServer.with { server in
            #expect(try await !server.call(.get, "/v1/tenant").expecting(200, TenantInfo.self).email)
            let answer = try await server.call(.post, "/v1/password-links", json: ["email": "ada@example.org"] as Body)
            #expect(answer.status == 404 && answer.code == .featureOff)
            #expect(try await server.database.count("mails") == 0)
        }
    }

    /// Shows rule 2.17.
    @Test("A deleted account leaves no mail and no link")
    func erasure() async throws {
        try await MailFixture.with { house in
            #expect(try await house.ask(house.ada.email).status == 202)
            #expect(try await house.server.delete(house.ada).status == 204)
            let database = house.server.database
            let left = [
                try await database.count("mails"), try await database.count("mail_addresses"),
                try await database.count("mailed_password_links"),
            ]
            #expect(left == [0, 0, 0])
        }
    }
}
