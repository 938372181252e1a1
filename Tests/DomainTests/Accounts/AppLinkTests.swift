import DavenportAPI
import Domain
import Foundation
import TestSupport
import Testing
import WebAuthn

@Suite("rules 27: the apps of a community")
struct AppLinkTests {
    private static let (apple, android) = ("/.well-known/apple-app-site-association", "/.well-known/assetlinks.json")
    private static let fingerprint = (0..<32).map { String(format: "%02X", $0 * 7) }.joined(separator: ":")

    private func get(_ server: TestServer, _ path: String, host: String) async throws -> Answer {
        try await server.call(.get, path, headers: ["Host": host])
    }

    private func apps(_ server: TestServer, _ arguments: String) async throws -> Shell.Outcome {
        try await Shell.run(
            "davenport tenant apps sofa \(arguments)", environment: ["MIGRATION_DATABASE_URL": server.database.ownerURI])
    }

    /// Shows rule 27.12.
    @Test("A host names its community's apps to Apple's devices and to Android, and is 404 without any")
    func files() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            _ = try await server.otherTenant()
            for path in [Self.apple, Self.android] {
                #expect(try await get(server, path, host: PasskeyFixture.host).code == .notFound)
            }
            #expect(try await apps(server, "add ABCDE12345.org.example.sofa").output == "Added: ABCDE12345.org.example.sofa\n")
            let digits = Self.fingerprint.replacing(":", with: "").lowercased()
            #expect(try await apps(server, "add org.example.sofa:\(digits)").output == "Added: org.example.sofa:\(Self.fingerprint)\n")
            let association = try await get(server, Self.apple, host: PasskeyFixture.host)
            #expect(association.status == 200 && association.headers["content-type"] == "application/json")
            let named = try JSONDecoder().decode(JSONValue.self, from: Data(association.body))
            #expect(named == ["webcredentials": ["apps": ["ABCDE12345.org.example.sofa"]]])
            let links = try JSONDecoder().decode(
                JSONValue.self, from: Data(try await get(server, Self.android, host: PasskeyFixture.host).body))
            let expected: JSONValue = [
                [
                    "relation": ["delegate_permission/common.get_login_creds"],
                    "target": [
                        "namespace": "android_app", "package_name": "org.example.sofa",
                        "sha256_cert_fingerprints": [.string(Self.fingerprint)],
                    ],
                ]
            ]
            #expect(links == expected)
            for host in ["127.0.0.1", "evil.example.org"] { #expect(try await get(server, Self.apple, host: host).status == 404) }
            #expect(try await apps(server, "list").output == "ABCDE12345.org.example.sofa\norg.example.sofa:\(Self.fingerprint)\n")
            #expect(try await apps(server, "remove ABCDE12345.org.example.sofa").status == 0)
            #expect(try await get(server, Self.apple, host: PasskeyFixture.host).status == 404)
            #expect(try await fixture.events("tenant.apps_changed").count == 3)
        }
    }

    /// Shows rule 27.12.
    @Test("What can't be an app is refused", arguments: ["", "sofa", "abcde12345.org.example", "org.example.sofa:12", "a b:00"])
    func refused(text: String) {
        #expect(throws: Problem.self) { try CommunityApp(text) }
    }

    /// Shows rules 27.6 and 27.12.
    @Test("A community's app for Android signs with its own name as the origin; another one doesn't")
    func android() async throws {
        try await PasskeyFixture.with { fixture in
            let server = fixture.server
            let ada = try await server.person("ada")
            let digest = Data((0..<32).map { UInt8($0 * 7) })
            let origin = "android:apk-key-hash:" + Base64URL(digest).text
            let add = { () -> Int in
                let new = try fixture.made(try await fixture.creationOptions(ada), by: try SoftwareAuthenticator(), origin: origin)
                return try await server.call(.post, "/v1/me/passkeys", token: ada.token, json: new).status
            }
            #expect(try await add() == 422)
            _ = try await server.operators.changeTenantApps(
                server.tenant, try CommunityApp("org.example.sofa:\(Self.fingerprint)"), isAdded: true)
            #expect(try await add() == 201)
        }
    }
}
