import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Mail
import TestSupport
import Testing

@testable import Push

@Suite("rules 26: e-mail addresses")
struct EmailAddressTests {
    /// Shows rule 26.6.
    @Test("A new account gets a link for 7 days, which verifies its address once, also in a browser without a session")
    func verifies() async throws {
        try await MailFixture.with { house in
            let server = house.server
            let eda = try await server.person("eda")
            #expect(try await server.as(eda).showMe().emailState == .unverified)
            let mail = try #require(try await house.drain().first)
            #expect(mail.to.address == eda.email && mail.link?.absoluteString.hasPrefix("https://sofa.example.org/verify-email#") == true)
            #expect(mail.paragraphs.joined(separator: " ").split(separator: " ").count <= 60)
            let body: Body = ["code": try house.code(mail)]
            let verified = try await server.call(.post, "/v1/email-verifications", json: body).expecting(200, VerifiedEmail.self)
            #expect(verified.username == "eda" && verified.email == eda.email && verified.tenant.slug == "sofa")
            #expect(try await server.as(eda).showMe().emailState == .verified)
            #expect(try await server.call(.post, "/v1/email-verifications", json: body).code == .linkInvalid)
            #expect(try await server.call(.post, "/v1/me/email-verification", token: eda.token).status == 202)
            #expect(try await house.drain().isEmpty)
        }
    }

    /// Shows rule 26.6.
    @Test("A link that verifies ends after 7 days, with a newer one, and with another address; three an hour are sent when asked for")
    func verificationEnds() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            func asked() async throws -> JSONValue {
                #expect(try await server.call(.post, "/v1/me/email-verification", token: ada.token).status == 202)
                return try house.code(try #require(try await house.drain().first))
            }
            func works(_ code: JSONValue) async throws -> Bool {
                try await server.call(.post, "/v1/email-verifications", json: ["code": code] as Body).status == 200
            }
            let first = try await asked()
            let second = try await asked()
            #expect(try await !works(first))
            server.clock.advance(by: 7 * 24 * 3600)
            #expect(try await !works(second))
            let third = try await asked()
            _ = try await house.change(ada, email: "ada@elsewhere.example")
            #expect(try await !works(third))
            for status in [202, 202, 429] {
                #expect(try await server.call(.post, "/v1/me/email-verification", token: ada.token).status == status)
            }
            #expect(try await server.call(.post, "/v1/email-verifications", json: ["code": "wrong"] as Body).code == .linkInvalid)
        }
    }

    /// Shows rules 26.2 and 26.6.
    @Test("A link for a new password that was sent to the address verifies it; one that an admin made doesn't")
    func passwordLinks() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            let made = try await server.operators.makeOperatorPasswordLink(server.tenant, email: ada.email)
            #expect(try await house.use(.string(made.code)).expecting(201, SignedIn.self).user.emailState == .unverified)
            #expect(try await house.ask(ada.email).status == 202)
            let mailed = try house.code(try #require(try await house.drain().first))
            #expect(try await house.use(mailed).expecting(201, SignedIn.self).user.emailState == .verified)
        }
    }

    /// Shows rules 26.6 and 26.7.
    @Test("An address with other letters that are compared as equal is a new one, and the earlier one hears of it")
    func lookAlike() async throws {
        try await MailFixture.with { house in
            let jess = try await house.server.person("jess")
            _ = try await house.drain()
            try await house.verify(jess)
            #expect(try await house.change(jess, email: "JESS@example.org").emailState == .verified)
            #expect(try await house.change(jess, email: "jeß@example.org").emailState == .unverified)
            #expect(Set(try await house.drain().map(\.to.address)) == ["JESS@example.org", "jeß@example.org"])
        }
    }

    /// Shows rule 26.7.
    @Test("A new address is verified anew; the earlier one gets a link that gives the account back, and ends everything else")
    func undone() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            try await house.verify(ada)
            let thief = try await server.logIn(ada)
            #expect(try await house.change(ada, email: "thief@elsewhere.example").emailState == .unverified)
            let mails = try await house.drain()
            #expect(mails.map(\.to.address).sorted() == [ada.email, "thief@elsewhere.example"])
            let mail = try #require(mails.first { $0.to.address == ada.email })
            #expect(mail.paragraphs.joined().contains("thief@elsewhere.example"))
            #expect(mail.link?.absoluteString.hasPrefix("https://sofa.example.org/new-password#") == true)
            let code = try house.code(mail)
            let seen = try await server.call(.post, "/v1/password-links/lookup", json: ["code": code] as Body)
                .expecting(200, PasswordLinkPreview.self)
            #expect(seen.username == "ada" && seen.restoredEmail == ada.email)
            // Nobody takes the address while it can be got back.
            #expect(try await house.trySignUp("eda", email: ada.email).code == .emailTaken)
            let back = try await house.use(code).expecting(201, SignedIn.self)
            #expect(back.user.email == ada.email && back.user.emailState == .verified)
            #expect(try await !server.isSignedIn(thief))
            #expect(try await server.tryLogIn(ada, password: "staple battery").status == 201)
            #expect(try await house.use(code).code == .linkInvalid)
            let events = try await server.operators.listTenantAudit(server.tenant.id, limit: 100).map(\.event)
            #expect(events.contains("email.restored"))
        }
    }

    /// Shows rules 26.7 and 27.10.
    @Test("The link that gives an earlier address back ends the passkeys that were added from a day before the change on")
    func undonePasskeys() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            let fixture = PasskeyFixture(server: server)
            var device = try SoftwareAuthenticator()
            let old = try await fixture.add(device, to: ada)
            server.clock.advance(by: 1)
            try await fixture.add(try SoftwareAuthenticator(), to: ada)
            server.clock.advance(by: 24 * 3600)
            _ = try await house.change(ada, email: "thief@elsewhere.example")
            let mail = try #require(try await house.drain().first { $0.to.address == ada.email })
            server.clock.advance(by: 3600)
            try await fixture.add(try SoftwareAuthenticator(), to: ada)
            let back = try await house.use(try house.code(mail)).expecting(201, SignedIn.self)
            let again = Person(id: ada.id, username: "ada", email: ada.email, password: "staple battery", token: back.token)
            #expect(try await fixture.passkeys(of: again).map(\.id) == [old.id])
            #expect(try await fixture.logIn(&device, of: ada).status == 201)
            #expect(try await fixture.events("passkey.removed").count == 2)
        }
    }

    /// Shows rule 26.7.
    @Test("While an address can be got back, a further change sends no other such link, so a thief's address gets none")
    func undoneOnce() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            _ = try await house.change(ada, email: "thief@elsewhere.example")
            let first = try house.code(try #require(try await house.drain().first { $0.to.address == ada.email }))
            _ = try await house.change(ada, email: "hidden@elsewhere.example")
            let second = try #require(try await house.drain().first { $0.to.address == "thief@elsewhere.example" })
            #expect(second.link?.fragment == nil)
            let back = try await house.use(first).expecting(201, SignedIn.self)
            #expect(back.user.email == ada.email)
            // After 7 days the address is free, and the next change sends a link again.
            let again = Person(id: ada.id, username: "ada", email: ada.email, password: "staple battery", token: back.token)
            _ = try await house.change(again, email: "ada@new.example")
            let third = try #require(try await house.drain().first { $0.to.address == ada.email })
            server.clock.advance(by: 7 * 24 * 3600)
            #expect(try await house.use(try house.code(third)).code == .linkInvalid)
            #expect(try await house.trySignUp("eda", email: ada.email).status == 201)
            #expect(try await server.database.count("email_links WHERE purpose = 'undo'") == 0)
        }
    }

    /// Shows rule 26.8.
    @Test("An address that is refused three times in a row is unreachable, until a mail is taken or there is another address")
    func unreachable() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            func attempt(_ result: MailResult) async throws -> EmailState? {
                server.clock.advance(by: 3600)
                #expect(try await house.ask(ada.email).status == 202)
                house.mailServer.answer(result)
                #expect(try await house.drain().count == 1)
                return try await server.as(ada).showMe().emailState
            }
            let refused = MailResult.refused(code: 550, text: "no such user", atRecipient: true)
            let taken = MailResult.sent(answer: "250 taken")
            let spam = MailResult.refused(code: 554, text: "spam", atRecipient: false)
            var states: [EmailState?] = []
            for result in [refused, refused, taken, refused, spam, refused, refused, taken, .retry(reason: "451 busy")] {
                states.append(try await attempt(result))
            }
            #expect(states == Array(repeating: .unverified, count: 6) + [.unreachable, .unverified, .unverified])
        }
    }

    /// Shows rule 26.8.
    @Test("A refusal of the earlier address says nothing of the new one")
    func unreachableBefore() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            for _ in 0..<3 { #expect(try await house.ask(ada.email).status == 202) }
            _ = try await house.change(ada, email: "ada@elsewhere.example")
            let refused = MailResult.refused(code: 550, text: "no such user", atRecipient: true)
            house.mailServer.answer(refused, refused, refused, refused, .sent(answer: "250 taken"))
            #expect(try await house.drain().count == 5)
            #expect(try await server.as(ada).showMe().emailState == .unverified)
        }
    }

    /// Shows rule 26.9.
    @Test("A sign-in from a device or network that is new is announced, with the time where the reader is; another one isn't")
    func newSignIn() async throws {
        try await MailFixture.with(trustedProxies: 1) { house in
            let (server, ada) = (house.server, house.ada)
            func announced(_ device: String, from address: String = "198.51.100.7") async throws -> [MailMessage] {
                let headers = ["Authorization": basic(ada.email, ada.password), "X-Forwarded-For": address]
                let answer = try await server.call(.post, "/v1/sessions", json: ["deviceName": .string(device)] as Body, headers: headers)
                #expect(answer.status == 201)
                return try await house.drain()
            }
            let preferences = NewNotificationPreferences(muted: [], mutedThings: [:], timeZone: "Europe/Berlin", quietHours: nil)
            _ = try await server.as(ada).changeNotificationPreferences(preferences)
            let mail = try #require(try await announced("Firefox on Linux").first)
            let words = mail.paragraphs.joined(separator: " ")
            #expect(words.contains("Firefox on Linux") && words.contains("(Europe/Berlin)") && !words.contains("198.51"))
            #expect(words.split(separator: " ").count <= 60)
            #expect(mail.link?.absoluteString == "https://sofa.example.org/settings")
            #expect(try await announced("Firefox on Linux").isEmpty)
            #expect(try await announced("Firefox on Linux", from: "198.51.9.9").isEmpty)
            #expect(try await announced("Firefox on Linux", from: "203.0.113.7").count == 1)
            #expect(try await announced("Safari on iPhone", from: "203.0.113.7").count == 1)
            server.clock.advance(by: 366 * 24 * 3600)
            #expect(try await announced("Safari on iPhone", from: "203.0.113.7").count == 1)
        }
    }

    /// Shows rule 26.15.
    @Test("What somebody calls their device is no link in a mail, and turns no direction")
    func deviceName() async throws {
        try await MailFixture.with { house in
            let (server, ada) = (house.server, house.ada)
            for (device, said) in [
                ("a phone \u{202E}https://evil.example/unlock", "a phone https evil. example/unlock"),
                ("www.evil.example", "www. evil. example"), ("Ada's Pixel 9.1", "Ada's Pixel 9.1"),
            ] {
                let headers = ["Authorization": basic(ada.email, ada.password)]
                _ = try await server.call(.post, "/v1/sessions", json: ["deviceName": .string(device)] as Body, headers: headers)
                let mail = try #require(try await house.drain().first)
                #expect(mail.paragraphs.joined(separator: " ").contains(" with \(said), on "))
            }
        }
    }

    /// Shows rules 26.6 and 26.7.
    @Test("An address in another case is the same one: it stays verified, and nobody hears of it")
    func otherCase() async throws {
        try await MailFixture.with { house in
            try await house.verify(house.ada)
            #expect(try await house.change(house.ada, email: house.ada.email.uppercased()).emailState == .verified)
            #expect(try await house.drain().isEmpty)
        }
    }

    /// Shows rule 26.12.
    @Test("A change of the address is announced though the community's mails of the day are used up")
    func beyondTheLimit() async throws {
        try await MailFixture.with { house in
            _ = try await house.server.operators.changeTenantLimits(house.server.tenant) { $0[.mails] = 1 }
            for status in [202, 429] { #expect(try await house.ask("nobody@example.org").status == status) }
            _ = try await house.change(house.ada, email: "ada@elsewhere.example")
            #expect(try await house.drain().contains { $0.to.address == house.ada.email })
        }
    }

    /// Shows rules 26.1 and 26.6.
    @Test("Without mail, nobody gets a link, and a changed address is changed")
    func off() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            #expect(try await server.call(.post, "/v1/me/email-verification", token: ada.token).code == .featureOff)
            let change: Body = ["email": "ada@elsewhere.example", "currentPassword": .string(ada.password)]
            #expect(try await server.call(.patch, "/v1/me", token: ada.token, json: change).status == 200)
            #expect(try await server.database.count("email_links") == 0)
            #expect(try await server.database.count("mails") == 0)
        }
    }
}
