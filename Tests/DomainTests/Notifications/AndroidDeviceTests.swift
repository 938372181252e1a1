import DavenportAPI
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Domain

@Suite("rules 9 and 21: Android devices, and the key for them")
struct AndroidDeviceTests {
    private let token = "dZ9xT3kQSW6:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx_e8f0"

    private func put(_ server: TestServer, _ session: String, _ token: String, name: String? = nil) async throws -> Answer {
        var body: Body = [:]
        if let name { body["name"] = .string(name) }
        return try await server.call(.put, "/v1/devices/fcm/\(token)", token: session, json: body)
    }

    private func list(_ server: TestServer, _ session: String) async throws -> [Device] {
        try await server.call(.get, "/v1/devices", token: session).expecting(200, Items<Device>.self).items
    }

    /// Shows rules 9.10 and 21.22.
    @Test("An Android device is registered, listed by its last four characters, and unregistered")
    func register() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let device = try await put(server, ada.token, token, name: "Ada's phone").expecting(200, Device.self)
            let expected = Device(
                token: "e8f0", kind: .fcm, environment: nil, topic: nil, name: "Ada's phone", registeredAt: server.clock.now)
            #expect(device == expected)
            #expect(try await list(server, ada.token) == [expected])
            #expect(try await put(server, ada.token, token).status == 200)
            #expect(try await list(server, ada.token).count == 1)
            #expect(try await server.call(.delete, "/v1/devices/fcm/\(token)", token: ada.token).status == 204)
            #expect(try await server.call(.delete, "/v1/devices/fcm/\(token)", token: ada.token).status == 404)
            #expect(try await list(server, ada.token) == [])
        }
    }

    /// Shows rule 21.22.
    @Test("A token of another form is none, and PostgreSQL takes no other either")
    func invalid() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let long = String(repeating: "a", count: 1000)
            for right in [String(repeating: "a", count: 16), long] {
                #expect(try await put(server, ada.token, right).status == 200, "\(right)")
            }
            for wrong in ["short", String(repeating: "a", count: 15), long + "a", String(repeating: "ä", count: 20), token + "%20"] {
                let path = wrong.replacing("ä", with: "%C3%A4")
                #expect(try await put(server, ada.token, path).status == 404, "\(wrong)")
            }
            for wrong in [String(repeating: "a", count: 15), long + "a", token + " "] {
                await #expect(throws: (any Error).self) {
                    try await server.rows("UPDATE devices SET token = \(wrong) WHERE token = \(long)")
                }
            }
            await #expect(throws: (any Error).self) { try await server.rows("UPDATE devices SET kind = 'apns' WHERE kind = 'fcm'") }
        }
    }

    /// Shows rules 9.10 and 21.22.
    @Test("A token that somebody else registers moves to them, it goes with its session, and counts among 20 devices")
    func moves() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            #expect(try await put(server, ada.token, token).status == 200)
            #expect(try await put(server, bea.token, token).status == 200)
            #expect(try await list(server, ada.token) == [])
            #expect(try await server.call(.delete, "/v1/devices/fcm/\(token)", token: ada.token).status == 404)
            #expect(try await server.call(.delete, "/v1/sessions/current", token: bea.token).status == 204)
            #expect(try await server.database.count("devices") == 0)
            let apple: Body = ["environment": "sandbox", "topic": "org.example.sofa"]
            let hexadecimal = String(repeating: "ab", count: 32)
            #expect(try await server.call(.put, "/v1/devices/\(hexadecimal)", token: ada.token, json: apple).status == 200)
            // Each kind has its own address, also if a token could be one of both.
            #expect(try await server.call(.delete, "/v1/devices/fcm/\(hexadecimal)", token: ada.token).status == 404)
            for number in 10..<30 { #expect(try await put(server, ada.token, "\(token)\(number)").status == 200) }
            let devices = try await list(server, ada.token)
            #expect(devices.count == 20 && devices.allSatisfy { $0.kind == .fcm })
        }
    }

    /// Shows rule 21.22.
    @Test("A service account's file is read; another text, a key that isn't one of RSA and names that aren't Google's are refused")
    func files() throws {
        let account = try ServiceAccount(file: ServiceAccountFile.text())
        #expect(account.project == ServiceAccountFile.project && account.email == ServiceAccountFile.email)
        #expect(account.keyID == ServiceAccountFile.keyID && account.tokenURL == ServiceAccountFile.tokenURL)
        let wrong = [
            "", "{}", "[]", SigningKey.generate().pem, ServiceAccountFile.text(pem: SigningKey.generate().pem),
            ServiceAccountFile.text(pem: "key"), ServiceAccountFile.text(["type": "authorized_user"]),
            ServiceAccountFile.text(["project_id": "sofa/../other"]), ServiceAccountFile.text(["project_id": "Sofa"]),
            ServiceAccountFile.text(["client_email": "ops@example.org"]),
            ServiceAccountFile.text(["client_email": "a@evil.test#.gserviceaccount.com"]),
            ServiceAccountFile.text(["private_key_id": "1"]), ServiceAccountFile.text(["token_uri": "http://oauth2.googleapis.com/token"]),
            ServiceAccountFile.text(["token_uri": "https://127.0.0.1/token"]),
            ServiceAccountFile.text(["client_id": String(repeating: "1", count: 8000)]), String(repeating: "[", count: 7000),
        ]
        for text in wrong { #expect(throws: ServiceAccount.Fault.self, "\(text.prefix(200))") { try ServiceAccount(file: text) } }
    }

    /// Shows rules 21.22 and 21.26.
    @Test("A key whose tokens come from elsewhere is refused; a right one replaces the previous one, is audited and can be removed")
    func key() async throws {
        try await TestServer.with { server in
            let master = try #require(MasterKey(base64: MasterKey.generate()))
            let (set, hosts) = (SetPushKey(server.operators, master), PushServiceHosts(["oauth2.googleapis.com"]))
            for url in WebPushTests.strange + ["https://fcm.googleapis.com/token"] where !url.contains("\n") && !url.contains("\\") {
                await #expect(throws: Problem.self, "\(url)") {
                    try await set(server.tenant, file: ServiceAccountFile.text(["token_uri": url]), hosts: hosts)
                }
            }
            #expect(try await server.operators.listPushKeys(server.tenant).isEmpty)
            let other = ["project_id": "attic-12345"]
            #expect(try await set(server.tenant, file: ServiceAccountFile.text(), hosts: hosts) == ServiceAccountFile.project)
            #expect(try await set(server.tenant, file: ServiceAccountFile.text(other), hosts: hosts) == "attic-12345")
            let keys = try await server.operators.listPushKeys(server.tenant)
            #expect(keys.map(\.kind) == [.fcm] && keys.map(\.topic) == ["attic-12345"] && keys.map(\.teamID) == [ServiceAccountFile.email])
            try await server.operators.removeAndroidPushKey(server.tenant)
            #expect(try await server.operators.listPushKeys(server.tenant).isEmpty)
            await #expect(throws: Problem.self) { try await server.operators.removeAndroidPushKey(server.tenant) }
            let rows = try await server.database.owner.roundTrip {
                try await $0.query("SELECT event || ' ' || detail AS text FROM audit_entries WHERE event LIKE 'key.%' ORDER BY at, event")
            }
            let events: [String] = try rows.map { try $0["text"] }
            #expect(Set(events) == ["key.set fcm", "key.removed fcm"])
        }
    }
}
