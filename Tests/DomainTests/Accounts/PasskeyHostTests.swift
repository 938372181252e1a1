import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing
import WebAuthn

@Suite("rules 27: the host of passkeys")
struct PasskeyHostTests {
    private func options(_ server: TestServer, host: String?) async throws -> Answer {
        var headers = ["Davenport-Tenant": server.tenant.slug]
        headers["Host"] = host
        return try await server.call(.post, "/v1/passkey-sessions/options", headers: headers)
    }

    private func host(_ server: TestServer, asked host: String?) async throws -> String {
        try await options(server, host: host).expecting(201, PasskeyRequestOptions.self).publicKey.rpId
    }

    /// Shows rule 27.6.
    @Test("The host is the request's if the community has it, else the community's first; an address is none")
    func hosts() async throws {
        try await TestServer.with { server in
            let none = try await options(server, host: nil)
            #expect(none.status == 404 && none.code == .featureOff, "127.0.0.1")
            #expect(try await host(server, asked: "localhost:8080") == "localhost")
            #expect(try await host(server, asked: "Some.example.org.") == "some.example.org")
            for name in ["zoe.example.org", "sofa.example.org", "localhost"] { try await server.addHost(name) }
            #expect(try await host(server, asked: "evil.example.org") == "sofa.example.org")
            #expect(try await host(server, asked: nil) == "sofa.example.org")
            #expect(try await host(server, asked: "ZOE.example.org:443") == "zoe.example.org")
            #expect(try await host(server, asked: "localhost:8080") == "localhost")
        }
    }

    /// Shows rule 27.6.
    @Test(
        "A page has https, with its port unless it is the usual one; http counts on localhost alone",
        arguments: [
            ("sofa.example.org", "https://sofa.example.org", true), ("sofa.example.org", "http://sofa.example.org", false),
            ("sofa.example.org:8443", "https://sofa.example.org:8443", true), ("sofa.example.org:8443", "https://sofa.example.org", false),
            ("sofa.example.org", "https://evil.sofa.example.org", false), ("localhost:8080", "http://localhost:8080", true),
            ("localhost:8080", "http://localhost:8081", false), ("localhost", "http://localhost", true),
        ])
    func origins(host: String, origin: String, isAllowed: Bool) async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            try await server.addHost("localhost")
            let ada = try await server.person("ada")
            try await fixture.confirm(ada)
            let options: PasskeyCreationOptions = try await server.call(
                .post, "/v1/me/passkeys/options", token: ada.token, headers: ["Host": host]
            ).expecting(201)
            let new = try fixture.made(options, by: try SoftwareAuthenticator(), origin: origin)
            let answer = try await server.call(.post, "/v1/me/passkeys", token: ada.token, json: new, headers: ["Host": host])
            #expect(answer.status == (isAllowed ? 201 : 422), "\(answer)")
        }
    }

    /// Shows rules 1.2 and 27.6.
    @Test("A passkey of one community, or of an earlier host, logs nobody in")
    func elsewhere() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            let attic = try await server.otherTenant()
            _ = try await server.person("ada", in: attic)
            var device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            let headers = ["Davenport-Tenant": "attic", "Host": PasskeyFixture.host]
            let there = try fixture.signed(try await fixture.logInOptions(headers: headers), by: &device, of: ada.id)
            #expect(try await fixture.logIn(there, headers: headers).code == .passkeyInvalid)
            let here = try fixture.signed(try await fixture.logInOptions(headers: ["Host": PasskeyFixture.host]), by: &device, of: ada.id)
            #expect(try await fixture.logIn(here, headers: headers).code == .passkeyInvalid, "a challenge of another community")
            try await server.rows("UPDATE tenant_hosts SET host = 'couch.example.org'")
            let moved = try await fixture.logInOptions(headers: ["Davenport-Tenant": "sofa"])
            let signature = try fixture.signed(moved, by: &device, of: ada.id, origin: "https://couch.example.org")
            #expect(try await fixture.logIn(signature, headers: ["Davenport-Tenant": "sofa"]).code == .passkeyInvalid)
            #expect(try await fixture.passkeys(of: ada).count == 1, "it is listed")
        }
    }
}
