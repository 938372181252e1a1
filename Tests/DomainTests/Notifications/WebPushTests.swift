import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@Suite("rules 9 and 21: browsers as devices")
struct WebPushTests {
    private static let path = "/v1/sessions/current/web-push"
    private static let endpoint = "https://updates.push.services.mozilla.com/wpush/v2/ada"

    private static func body(_ endpoint: String = endpoint) -> Body {
        ["endpoint": .string(endpoint), "keys": ["p256dh": .string(key), "auth": "BTBZMqHH6r4Tts7J_aSIgg"]]
    }

    private static let key = Base64.url.encode(AgreementKey().publicKey.bytes)

    private func put(_ server: TestServer, _ token: String, _ body: Body = Self.body()) async throws -> Answer {
        try await server.call(.put, Self.path, token: token, json: body)
    }

    private func list(_ server: TestServer, _ token: String) async throws -> [Device] {
        try await server.call(.get, "/v1/devices", token: token).expecting(200, Items<Device>.self).items
    }

    /// Shows rule 9.12.
    @Test("A browser is registered for its session, listed, replaced by the session's next one, and unregistered")
    func register() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            var body = Self.body()
            body["name"] = "Firefox on Linux"
            body["expirationTime"] = .null
            let device = try await put(server, ada.token, body).expecting(200, Device.self)
            let token = Digest.sha256(Self.endpoint.utf8).hexadecimal.suffix(4)
            let expected = Device(
                token: String(token), kind: .web, environment: nil, topic: nil, name: "Firefox on Linux", registeredAt: server.clock.now)
            #expect(device == expected)
            #expect(try await list(server, ada.token) == [expected])
            #expect(try await put(server, ada.token, Self.body(Self.endpoint + "2")).status == 200)
            #expect(try await list(server, ada.token).count == 1)
            for _ in 0..<2 { #expect(try await server.call(.delete, Self.path, token: ada.token).status == 204) }
            #expect(try await list(server, ada.token) == [])
        }
    }

    /// Shows rule 9.12.
    @Test("Registered by another session a browser moves there, and it goes with its session")
    func moves() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let other = try await server.logIn(ada)
            #expect(try await put(server, ada.token).status == 200)
            #expect(try await put(server, other).status == 200)
            #expect(try await server.call(.delete, "/v1/sessions/current", token: ada.token).status == 204)
            #expect(try await list(server, other).count == 1)
            #expect(try await put(server, bea.token).status == 200)
            #expect(try await list(server, other) == [])
            #expect(try await server.call(.delete, "/v1/sessions/current", token: bea.token).status == 204)
            #expect(try await server.database.count("devices") == 0)
        }
    }

    /// Shows rule 9.12.
    @Test("A browser whose subscription has expired isn't listed")
    func expired() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            var body = Self.body()
            body["expirationTime"] = .integer(Int((server.clock.now + 60).timeIntervalSince1970 * 1000))
            #expect(try await put(server, ada.token, body).status == 200)
            #expect(try await list(server, ada.token).count == 1)
            server.clock.advance(by: 61)
            #expect(try await list(server, ada.token) == [])
        }
    }

    /// Shows rule 9.10.
    @Test("Browsers and Apple's devices together are at most 20")
    func limit() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            #expect(try await put(server, ada.token).status == 200)
            let device: Body = ["environment": "sandbox", "topic": "org.example.sofa"]
            for number in 10..<30 {
                let token = String(repeating: "\(number)", count: 32)
                #expect(try await server.call(.put, "/v1/devices/\(token)", token: ada.token, json: device).status == 200)
            }
            let devices = try await list(server, ada.token)
            #expect(devices.count == 20 && devices.allSatisfy { $0.kind == .apns })
        }
    }

    /// Shows rule 9.12.
    @Test("Keys that aren't a point of the curve or have another length name their field")
    func invalid() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let off = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A9"
            for (p256dh, auth, field) in [
                (off, "BTBZMqHH6r4Tts7J_aSIgg", "keys.p256dh"), ("", "BTBZMqHH6r4Tts7J_aSIgg", "keys.p256dh"),
                ("C" + Self.key.dropFirst(), "BTBZMqHH6r4Tts7J_aSIgg", "keys.p256dh"), (Self.key, "BTBZMqHH6r4Tts7J_aSIg", "keys.auth"),
                (Self.key, "BTBZMqHH6r4Tts7J_aSIgh", "keys.auth"), (Self.key, "BTBZMqHH6r4Tts7J/aSIgg", "keys.auth"),
            ] {
                let body: Body = ["endpoint": .string(Self.endpoint), "keys": ["p256dh": .string(p256dh), "auth": .string(auth)]]
                let answer = try await put(server, ada.token, body)
                #expect(answer.status == 422 && answer.faultyFields == [field], "\(p256dh) \(auth)")
            }
        }
    }

    /// Endpoints that are refused: other schemes, ports, hosts, users, and addresses in any spelling.
    static let strange = [
        "http://fcm.googleapis.com/fcm/send/a", "ftp://fcm.googleapis.com/a", "//fcm.googleapis.com/a", "fcm.googleapis.com/a",
        "https://fcm.googleapis.com.evil.test/a", "https://evilpush.apple.com/a", "https://push.apple.com.evil.test", "https://evil.test/a",
        "https://googleapis.com/a", "https://com/a", "https://user@fcm.googleapis.com/a", "https://user:pass@fcm.googleapis.com/a",
        "https://fcm.googleapis.com@evil.test/a", "https://evil.test#@fcm.googleapis.com/a", "https://evil.test?@fcm.googleapis.com/a",
        "https://evil.test\\@fcm.googleapis.com/a", "https://fcm.googleapis.com\\.evil.test/a", "https://fcm.googleapis.com/a#b",
        "https://fcm.googleapis.com:8443/a", "https://fcm.googleapis.com:80/a", "https://fcm.googleapis.com:0443/a",
        "https://fcm.googleapis.com:/a", "https://fcm.googleapis.com:443:443/a", "https://fcm.googleapis.com:99999/a",
        "https://127.0.0.1/a", "https://2130706433/a", "https://0x7f000001/a", "https://0177.0.0.1/a", "https://127.1/a",
        "https://[::1]/a", "https://[::ffff:127.0.0.1]/a", "https://169.254.169.254/latest", "https://localhost/a", "https://①②⑦.0.0.1/a",
        "https://fcm.googleapis.com./a", "https://.fcm.googleapis.com/a", "https://fcm..googleapis.com/a", "https://-.fcm.googleapis.com/a",
        "https://fcm%2egoogleapis.com/a", "https://FCM.googleapis.com/a", "HTTPS://fcm.googleapis.com/a", "https://fcm.googleapis。com/a",
        "https:/fcm.googleapis.com/a", "https:fcm.googleapis.com/a", "https:///fcm.googleapis.com/a", "https://fcm.googleapis.com /a",
        "https://fcm.googleapis.com/a b", "https://fcm.googleapis.com/a\nHost: evil.test", "https://fcm.googleapis.com/ä",
        "https://fcm.googleapis.com?a", "https://xn--fcm-.googleapis.com/a", "https://", "javascript:alert(1)",
    ]

    /// Shows rule 21.21.
    @Test("No endpoint is taken but https at a listed push service or below it")
    func guarded() async throws {
        let hosts = PushServiceHosts()
        for endpoint in Self.strange { #expect(hosts.address(of: endpoint) == nil, "\(endpoint)") }
        #expect(hosts.address(of: "https://fcm.googleapis.com/" + String(repeating: "a", count: 2000)) == nil)
        for endpoint in [
            "https://fcm.googleapis.com/fcm/send/a:b_c-d", "https://fcm.googleapis.com:443/wp/a", "https://web.push.apple.com/QA.b~",
            "https://push.apple.com/", "https://updates.push.services.mozilla.com/wpush/v2/a=", "https://jmt17.google.com/fcm/send/x",
            "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2bx", "https://fcm.googleapis.com",
        ] { #expect(hosts.address(of: endpoint)?.port == 443, "\(endpoint)") }
        let standIn = PushServiceHosts(["localhost:8443"])
        #expect(standIn.address(of: "https://localhost:8443/push/a")?.origin == "https://localhost:8443")
        #expect(standIn.address(of: "https://localhost/push/a") == nil && standIn.address(of: "https://localhost:8444/push/a") == nil)
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for endpoint in Self.strange {
                let answer = try await put(server, ada.token, Self.body(endpoint))
                #expect(answer.status == 422, "\(endpoint)")
                if !endpoint.contains("\n") { #expect(answer.code == .pushServiceUnknown, "\(endpoint)") }
            }
            #expect(try await server.database.count("devices") == 0)
        }
    }

    /// Shows rule 21.18.
    @Test("The community's public key is in GET /tenant once an operator has made it, and stays until it is replaced")
    func key() async throws {
        try await TestServer.with { server in
            #expect(try await server.as(nil).showTenant().webPushKey == nil)
            let master = try #require(MasterKey(base64: MasterKey.generate()))
            let make = MakeWebPushKey(server.operators, master)
            let key = try await make(server.tenant)
            #expect(try await make(server.tenant) == key)
            #expect(try await server.as(nil).showTenant().webPushKey == key)
            let attic = try await server.otherTenant()
            #expect(try await server.as(nil, in: attic).showTenant().webPushKey == nil)
            #expect(try await make(server.tenant, replaces: true) != key)
        }
    }
}
