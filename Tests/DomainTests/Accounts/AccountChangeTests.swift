import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@Suite("rules 2: changing one's account")
struct AccountChangeTests {
    /// Shows rules 2.1 and 10.1.
    @Test("rules 10: in PATCH an omitted field stays, and null clears an optional one")
    func patch() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada", birthday: "1990-12-10")
            let named = try await change(server, ada, ["givenName": " Ada ", "familyName": "Lovelace"]).expecting(200, Me.self)
            #expect(named.givenName == "Ada" && named.familyName == "Lovelace")
            #expect(named.birthday == CalendarDate(year: 1990, month: 12, day: 10))
            let cleared = try await change(server, ada, ["givenName": nil, "birthday": nil, "username": nil]).expecting(200, Me.self)
            #expect(cleared.givenName == nil && cleared.birthday == nil)
            #expect(cleared.familyName == "Lovelace" && cleared.username == "ada")
            #expect(try await change(server, ada, [:]).expecting(200, Me.self) == cleared)
            #expect(try await server.call(.get, "/v1/me", token: ada.token).expecting(200, Me.self) == cleared)
            let role = try await change(server, ada, ["role": "owner"]).expecting(200, Me.self)
            #expect(role.role == .member, "a client never sets its own role")
        }
    }

    /// Shows rule 16.49.
    @Test("A person chooses a language of the client, and null is the browser's again; any other text is refused")
    func language() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            #expect(try await server.as(ada).showMe().language == nil)
            for language in Language.allCases {
                let changed = try await change(server, ada, ["language": .string(language.rawValue)])
                #expect(try changed.expecting(200, Me.self).language == language)
            }
            let export = try await server.call(.get, "/v1/me/export", token: ada.token).expecting(200, JSONValue.self)
            #expect(export["me"]?["language"] == "ar")
            for wrong in ["xx", "EN", "en-GB", ""] {
                #expect(try await change(server, ada, ["language": .string(wrong)]).faultyFields == ["language"], "\(wrong)")
            }
            #expect(try await change(server, ada, ["givenName": "Ada"]).expecting(200, Me.self).language == .arabic)
            #expect(try await change(server, ada, ["language": nil]).expecting(200, Me.self).language == nil)
        }
    }

    /// Shows rules 2.5 and 10.3.
    @Test("All invalid fields are reported at once")
    func faults() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let answer = try await change(server, ada, ["username": "a b", "givenName": "", "birthday": "2001-02-30", "email": "x"])
            #expect(answer.status == 422)
            #expect(Set(answer.faultyFields) == ["username", "givenName", "birthday", "email"])
            #expect(try await change(server, ada, ["birthday": "2026-03-02"]).faultyFields == ["birthday"], "not born yet")
        }
    }

    /// Shows rule 1.5.
    @Test("A username is unique regardless of case, and users can change the case of their own")
    func username() async throws {
        try await TestServer.with { server in
            let (ada, _) = try await server.strangers("ada", "bea")
            #expect(try await change(server, ada, ["username": "BEA"]).code == .usernameTaken)
            #expect(try await change(server, ada, ["username": "ADA"]).expecting(200, Me.self).username == "ADA")
        }
    }

    /// Shows rule 2.11.
    @Test("A new e-mail address requires the current password: a missing one is 403 confirm_first, a wrong one 403 wrong_password")
    func email() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            #expect(try await change(server, ada, ["email": "new@example.org"]).code == .confirmFirst)
            let wrong = try await change(server, ada, ["email": "new@example.org", "currentPassword": "wrong horse"])
            #expect(wrong.status == 403)
            #expect(wrong.code == .wrongPassword)
            let taken = try await change(server, ada, ["email": "BEA@example.org", "currentPassword": .string(ada.password)])
            #expect(taken.code == .emailTaken)
            let done = try await change(server, ada, ["email": "new@example.org", "currentPassword": .string(ada.password)])
            #expect(try done.expecting(200, Me.self).email == "new@example.org")
            #expect(try await server.tryLogIn(ada).status == 401, "the old address")
            #expect(try await server.tryLogIn(bea).status == 201)
        }
    }

    /// Shows rule 2.4.
    @Test("Teachers can neither clear their birthday nor make themselves younger than 18")
    func teacher() async throws {
        try await TestServer.with { server in
            let teacher = try await server.person("teacher", role: .teacher, birthday: "1990-01-01")
            for birthday: JSONValue in [nil, "2008-03-02", "2020-01-01"] {
                let answer = try await change(server, teacher, ["birthday": birthday])
                #expect(answer.status == 422)
                #expect(answer.faultyFields == ["birthday"])
            }
            #expect(try await change(server, teacher, ["birthday": "2008-03-01"]).status == 200)
            #expect(try await change(server, teacher, ["givenName": "Tea"]).status == 200)
        }
    }

    /// Shows rules 2.10 and 2.11.
    @Test("Changing the password requires the old one, keeps the current session and ends all others")
    func password() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let other = try await server.logIn(ada)
            let wrong = try await setPassword(server, ada, from: "wrong horse", to: "battery staple")
            #expect(wrong.status == 403)
            #expect(wrong.code == .wrongPassword)
            #expect(try await server.isSignedIn(other))
            #expect(try await setPassword(server, ada, from: ada.password, to: "battery staple").status == 204)
            #expect(try await server.isSignedIn(ada.token))
            #expect(try await !server.isSignedIn(other))
            #expect(try await server.tryLogIn(ada).status == 401)
            #expect(try await server.tryLogIn(ada, password: "battery staple").status == 201)
        }
    }

    /// Shows rule 2.6.
    @Test("A new password obeys the rules of sign-up", arguments: ["short", "password123", "ADALOVELACE", "adalovelace@example.org"])
    func weakPassword(password: String) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("adalovelace")
            let answer = try await setPassword(server, ada, from: ada.password, to: password)
            #expect(answer.status == 422)
            #expect(answer.faultyFields == ["newPassword"])
            #expect(try await server.tryLogIn(ada).status == 201)
        }
    }

    /// Shows rule 2.10.
    @Test("No session by the old password survives its change, however close together log-in and change are")
    func passwordRace() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for round in 0..<20 {
                let (old, new) = round.isMultiple(of: 2) ? ("correct horse", "battery staple") : ("battery staple", "correct horse")
                async let early = server.tryLogIn(ada, password: old)
                async let change = setPassword(server, ada, from: old, to: new)
                async let late = server.tryLogIn(ada, password: old)
                let answers = try await [early, late]
                #expect(try await change.status == 204)
                for answer in answers where answer.status == 201 {
                    #expect(try await !server.isSignedIn(answer.json(SignedIn.self).token), "round \(round)")
                }
            }
        }
    }

    private func change(_ server: TestServer, _ person: Person, _ body: Body) async throws -> Answer {
        try await server.call(.patch, "/v1/me", token: person.token, json: body)
    }

    private func setPassword(_ server: TestServer, _ person: Person, from old: String, to new: String) async throws -> Answer {
        let body: Body = ["currentPassword": .string(old), "newPassword": .string(new)]
        return try await server.call(.put, "/v1/me/password", token: person.token, json: body)
    }
}
