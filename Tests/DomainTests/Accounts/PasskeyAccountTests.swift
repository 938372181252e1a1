import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing
import WebAuthn

@Suite("rules 27: accounts with passkeys")
struct PasskeyAccountTests {
    private func options(_ fixture: PasskeyFixture, invite: String?) async throws -> Answer {
        try await fixture.server.call(.post, "/v1/passkey-sign-ups/options", json: NewPasskeyUser(invite: invite))
    }

    private func me(_ server: TestServer, _ person: Person) async throws -> Me {
        try await server.call(.get, "/v1/me", token: person.token).expecting(200)
    }

    /// Shows rules 2.5 and 27.9.
    @Test(
        "Somebody signs up with a passkey in place of a password, with an invite or where sign-up is open", arguments: SignupPolicy.allCases
    )
    func signUp(policy: SignupPolicy) async throws {
        try await PasskeyFixture.with(signup: policy) { fixture in
            let server = fixture.server
            var device = try SoftwareAuthenticator()
            let invite = try await policy == .invite ? server.invite() : nil
            let hashes = server.hasher.hashCount
            let signedIn = try await fixture.signUp("ada", with: device, invite: invite).expecting(201, SignedIn.self)
            #expect(signedIn.user.hasPassword == false && server.hasher.hashCount == hashes)
            #expect(try await server.isSignedIn(signedIn.token))
            let ada = Person(id: signedIn.user.id, username: "ada", email: signedIn.user.email, password: "", token: signedIn.token)
            #expect(try await fixture.passkeys(of: ada).count == 1)
            #expect(try await fixture.logIn(&device, of: ada).status == 201)
            for password in ["", " ", "correct horse"] { #expect(try await server.tryLogIn(ada, password: password).status == 401) }
        }
    }

    /// Shows rule 27.9.
    @Test("A sign-up takes exactly one of password and passkey, and a passkey that fails creates nothing")
    func exactlyOne() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let invite = try await server.invite()
            let both = try await fixture.signUp("ada", with: try SoftwareAuthenticator(), invite: invite, password: "correct horse")
            #expect(both.status == 422 && both.faultyFields == ["passkey"])
            let neither: Body = ["invite": .string(invite), "email": "ada@example.org", "username": "ada"]
            #expect(try await server.call(.post, "/v1/users", json: neither).faultyFields == ["password"])
            let options: PasskeyCreationOptions = try await server.call(
                .post, "/v1/passkey-sign-ups/options", json: NewPasskeyUser(invite: invite)
            ).expecting(201)
            #expect(options.publicKey.user.name == server.tenant.name)
            let foreign = NewUser(
                invite: invite, email: "ada@example.org", username: "ada",
                passkey: try fixture.made(options, by: try SoftwareAuthenticator(), origin: "https://evil.example.org"))
            let refused = try await server.call(.post, "/v1/users", json: foreign)
            #expect(refused.status == 422 && refused.faultyFields == ["passkey.response.clientDataJSON"])
            #expect(try await server.database.count("users") == 0)
            #expect(try await fixture.signUp("ada", with: try SoftwareAuthenticator(), invite: invite).status == 201)
        }
    }

    /// Shows rules 20.5 and 27.9.
    @Test("Options for a sign-up need an invite where one is required, and a wrong one is a guess")
    func invites() async throws {
        try await PasskeyFixture.with { fixture in
            let refused = try await options(fixture, invite: nil)
            #expect(refused.code == .inviteInvalid)
            for _ in 0..<24 { #expect(try await options(fixture, invite: "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA").code == .inviteInvalid) }
            #expect(try await options(fixture, invite: "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA").status == 429)
        }
    }

    /// Shows rules 2.10 and 27.9.
    @Test("Somebody without a password keeps the last passkey of the host, until they set a password")
    func firstPassword() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            var device = try SoftwareAuthenticator()
            let ada = try await fixture.person("ada", with: device)
            let options: PasskeyRequestOptions = try await server.call(
                .post, "/v1/me/confirmation/options", token: ada.token
            ).expecting(201)
            let proof = OwnershipProof(credential: try fixture.signed(options, by: &device, of: ada.id))
            #expect(try await server.call(.post, "/v1/me/confirmation", token: ada.token, json: proof).status == 204)
            let only = try await fixture.passkeys(of: ada)[0]
            let kept = try await fixture.remove(only, of: ada)
            #expect(kept.status == 409 && kept.code == .lastPasskey)
            let empty: Body = ["currentPassword": "", "newPassword": "staple battery"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: empty).code == .wrongPassword)
            let first: Body = ["newPassword": "staple battery"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: first).status == 204)
            #expect(try await me(server, ada).hasPassword == true)
            #expect(try await server.tryLogIn(ada, password: "staple battery").status == 201)
            #expect(try await fixture.remove(only, of: ada).status == 204)
        }
    }

    /// Shows rule 27.9.
    @Test("A second passkey makes the first removable; one for an earlier host doesn't")
    func secondPasskey() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await fixture.person("ada", with: try SoftwareAuthenticator())
            try await server.rows("UPDATE sessions SET confirmed_at = created_at")
            let add = { () -> Passkey in
                let options: PasskeyCreationOptions = try await server.call(
                    .post, "/v1/me/passkeys/options", token: ada.token
                ).expecting(201)
                let new = try fixture.made(options, by: try SoftwareAuthenticator())
                return try await server.call(.post, "/v1/me/passkeys", token: ada.token, json: new).expecting(201)
            }
            let first = try await fixture.passkeys(of: ada)[0]
            _ = try await add()
            try await server.rows("UPDATE passkeys SET rp_id = 'old.example.org' WHERE id <> \(first.id)")
            #expect(try await fixture.remove(first, of: ada).code == .lastPasskey)
            _ = try await add()
            #expect(try await fixture.remove(first, of: ada).status == 204)
        }
    }

    /// Shows rules 2.16 and 27.11.
    @Test("A person's export lists passkeys without keys, and a deleted account leaves none")
    func exportAndErasure() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            let passkey = try await fixture.add(try SoftwareAuthenticator(), to: ada)
            let exported = try await server.call(.get, "/v1/me/export", token: ada.token)
            let document = try JSONDecoder().decode(JSONValue.self, from: Data(exported.body))
            let listed = document["passkeys"]?.elements ?? []
            #expect(listed.count == 1 && listed.first?["id"]?.text == passkey.id.uuidString.lowercased())
            #expect(listed.first?.members.map(\.name).sorted() == ["createdAt", "id", "isBackedUp", "name"])
            #expect(try await server.delete(ada).status == 204)
            #expect(try await server.database.count("passkeys") == 0)
            #expect(try await server.database.count("passkey_challenges") == 0)
        }
    }

    /// Shows rule 27.9.
    @Test("Operators see who has a password, passkeys or both")
    func userList() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            try await fixture.add(try SoftwareAuthenticator(), to: ada)
            try await fixture.add(try SoftwareAuthenticator(), to: ada)
            _ = try await fixture.person("bea", with: try SoftwareAuthenticator())
            _ = try await server.person("cem")
            let listed = try await server.operators.listUsers(server.tenant)
            #expect(listed.map(\.hasPassword) == [true, false, true] && listed.map(\.passkeys) == [2, 1, 0])
            let printed = try await Shell.run(
                "davenport user list --tenant sofa", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
            #expect(
                printed.output == """
                    ada@example.org  ada  member  password+2 passkeys
                    bea@example.org  bea  member  1 passkey
                    cem@example.org  cem  member  password

                    """, "\(printed)")
        }
    }
}
