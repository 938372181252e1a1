import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing
import WebAuthn

@Suite("rules 27: confirming that it is you")
struct ConfirmationTests {
    /// The requests that take a proof, without one.
    private static let requests: [(DavenportAPI.Method, String, Body)] = [
        (.patch, "/v1/me", ["email": "new@example.org"]), (.put, "/v1/me/password", ["newPassword": "staple battery"]),
        (.post, "/v1/me/passkeys/options", [:]), (.post, "/v1/me/deletion", [:]),
    ]

    private func confirm(_ server: TestServer, _ token: String, _ proof: OwnershipProof) async throws -> Answer {
        try await server.call(.post, "/v1/me/confirmation", token: token, json: proof)
    }

    private func options(_ server: TestServer, _ token: String) async throws -> PasskeyRequestOptions {
        try await server.call(.post, "/v1/me/confirmation/options", token: token).expecting(201)
    }

    /// Shows rules 2.10, 2.11, 2.16 and 27.2.
    @Test("Without a proof each such request is 403 confirm_first; a confirmed session is one for five minutes", arguments: 0..<4)
    func holds(index: Int) async throws {
        let (method, path, body) = Self.requests[index]
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            let elsewhere = try await server.logIn(ada)
            let ask = { (token: String) in try await server.call(method, path, token: token, json: body) }
            #expect(try await ask(ada.token).code == .confirmFirst)
            #expect(try await confirm(server, ada.token, OwnershipProof(currentPassword: ada.password)).status == 204)
            #expect(try await ask(elsewhere).code == .confirmFirst, "each session by itself")
            server.clock.advance(by: 300)
            let late = try await ask(ada.token)
            #expect(late.status == 403 && late.code == .confirmFirst)
            #expect(try await confirm(server, ada.token, OwnershipProof(currentPassword: ada.password)).status == 204)
            server.clock.advance(by: 299)
            #expect(try await ask(ada.token).status < 300)
        }
    }

    /// Shows rule 27.2.
    @Test("Removing a passkey takes a confirmed session, and each removes their own alone")
    func removing() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let (ada, bea) = try await server.strangers("ada", "bea")
            let passkey = try await fixture.add(try SoftwareAuthenticator(), to: ada)
            let elsewhere = try await server.logIn(ada)
            #expect(try await fixture.remove(passkey, of: ada, token: elsewhere).code == .confirmFirst)
            try await fixture.confirm(bea)
            #expect(try await fixture.remove(passkey, of: bea).status == 404)
            try await fixture.confirm(ada, token: elsewhere)
            #expect(try await fixture.remove(passkey, of: ada, token: elsewhere).status == 204)
            #expect(try await fixture.remove(passkey, of: ada).status == 404)
        }
    }

    /// Shows rule 27.2.
    @Test("A passkey confirms too, and its owner's session alone")
    func byPasskey() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let (ada, bea) = try await server.strangers("ada", "bea")
            var (device, beas) = (try SoftwareAuthenticator(), try SoftwareAuthenticator())
            try await fixture.add(device, to: ada)
            try await fixture.add(beas, to: bea)
            let token = try await server.logIn(ada)
            let asked = try await options(server, token)
            #expect(asked.publicKey.allowCredentials.map(\.id.data) == [Data(device.credentialID)])
            let signature = try fixture.signed(asked, by: &device, of: nil)
            #expect(try await confirm(server, token, OwnershipProof(credential: signature)).status == 204)
            #expect(try await server.call(.post, "/v1/me/passkeys/options", token: token).status == 201)
            let again = try await confirm(server, token, OwnershipProof(credential: signature))
            #expect(again.status == 403 && again.code == .wrongPasskey, "its challenge is used")
            let foreign = try fixture.signed(try await options(server, token), by: &beas, of: bea.id)
            #expect(try await confirm(server, token, OwnershipProof(credential: foreign)).code == .wrongPasskey)
            let toLogIn = try fixture.signed(try await fixture.logInOptions(), by: &device, of: ada.id)
            #expect(try await confirm(server, token, OwnershipProof(credential: toLogIn)).code == .wrongPasskey)
        }
    }

    /// Shows rules 20.5 and 27.3.
    @Test("Wrong passwords and passkeys are guesses, and a proof is one of both")
    func guesses() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            var device = try SoftwareAuthenticator()
            let neither = try await server.call(.post, "/v1/me/confirmation", token: ada.token, json: [:] as Body)
            #expect(neither.status == 422 && neither.faultyFields == ["currentPassword"])
            let wrong = try await confirm(server, ada.token, OwnershipProof(currentPassword: "wrong horse"))
            #expect(wrong.status == 403 && wrong.code == .wrongPassword)
            let signature = try fixture.signed(try await options(server, ada.token), by: &device, of: ada.id)
            for _ in 0..<9 { #expect(try await confirm(server, ada.token, OwnershipProof(credential: signature)).code == .wrongPasskey) }
            #expect(try await confirm(server, ada.token, OwnershipProof(credential: signature)).status == 429)
            #expect(try await confirm(server, ada.token, OwnershipProof(currentPassword: ada.password)).status == 429)
            #expect(try await fixture.events("password.wrong").count == 10)
        }
    }

    /// Shows rule 27.2.
    @Test("A password in the request counts as before, also a wrong one of a confirmed session")
    func passwordInTheRequest() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            try await fixture.confirm(ada)
            let body: Body = ["currentPassword": "wrong horse", "newPassword": "staple battery"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: body).code == .wrongPassword)
            #expect(try await server.tryLogIn(ada).status == 201)
        }
    }

    /// Shows rules 2.10 and 27.10.
    @Test("A new password ends other sessions and their challenges, and leaves passkeys as they are")
    func newPassword() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            var device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            let thief = try await server.logIn(ada)
            try await fixture.confirm(ada, token: thief)
            let options: PasskeyCreationOptions = try await server.call(
                .post, "/v1/me/passkeys/options", token: thief
            ).expecting(201)
            let change: Body = ["newPassword": "staple battery"]
            #expect(try await server.call(.put, "/v1/me/password", token: ada.token, json: change).status == 204)
            let late = try fixture.made(options, by: try SoftwareAuthenticator())
            #expect(try await server.call(.post, "/v1/me/passkeys", token: thief, json: late).status == 401)
            #expect(try await server.call(.post, "/v1/me/passkeys", token: ada.token, json: late).status == 422)
            #expect(try await fixture.logIn(&device, of: ada).status == 201)
        }
    }
}
