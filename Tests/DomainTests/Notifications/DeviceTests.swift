import DavenportAPI
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 9: devices and notification preferences")
struct DeviceTests {
    private let token = String(repeating: "ab", count: 32)

    /// Shows rule 9.10.
    @Test("A device is registered, listed by its last four characters, and unregistered")
    func register() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let device = try await put(server, ada.token, token.uppercased(), name: "Ada's phone").expecting(200, Device.self)
            let expected = Device(
                token: "abab", environment: .sandbox, topic: "org.example.sofa", name: "Ada's phone", registeredAt: server.clock.now)
            #expect(device == expected)
            #expect(try await list(server, ada.token) == [expected])
            #expect(try await put(server, ada.token, token).status == 200)
            #expect(try await list(server, ada.token).count == 1)
            #expect(try await server.call(.delete, "/v1/devices/\(token)", token: ada.token).status == 204)
            #expect(try await server.call(.delete, "/v1/devices/\(token)", token: ada.token).status == 404)
            #expect(try await list(server, ada.token) == [])
        }
    }

    /// Shows rule 9.10.
    @Test("An invalid token, environment and bundle id are all reported at once")
    func invalid() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let body: Body = ["environment": "moon", "topic": "org example", "name": ""]
            let answer = try await server.call(.put, "/v1/devices/\(token)", token: ada.token, json: body)
            #expect(answer.status == 422 && Set(answer.faultyFields) == ["environment", "topic", "name"])
            for wrong in ["xy", "abc", String(repeating: "ab", count: 101), String(repeating: "gg", count: 32)] {
                #expect(try await put(server, ada.token, wrong).status == 404, "\(wrong)")
            }
        }
    }

    /// Shows rule 9.10.
    @Test("A token registered by another user moves to that user, within its tenant alone")
    func moves() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let attic = try await server.otherTenant()
            let zoe = try await server.person("zoe", in: attic)
            for person in [ada, zoe, bea] { #expect(try await put(server, person.token, token).status == 200) }
            #expect(try await list(server, ada.token) == [])
            #expect(try await list(server, bea.token).count == 1)
            #expect(try await list(server, zoe.token).count == 1)
            #expect(try await server.call(.delete, "/v1/devices/\(token)", token: ada.token).status == 404)
            #expect(try await list(server, bea.token).count == 1)
        }
    }

    /// Shows rule 9.10.
    @Test("A device belongs to a session and is deleted with it, however the session ends", arguments: Ending.allCases)
    func goesWithSession(ending: Ending) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let other = try await server.logIn(ada)
            _ = try await put(server, ada.token, token)
            _ = try await put(server, other, String(repeating: "cd", count: 32))
            try await ending.happen(server, ada, other: other)
            let left = ending == .deletion ? 0 : 1
            #expect(try await server.database.count("devices") == left)
        }
    }

    /// Shows rule 9.10.
    @Test("Devices of an expired session aren't listed")
    func expired() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await put(server, ada.token, token)
            server.clock.advance(by: 60 * 86_400)
            let other = try await server.logIn(ada)
            #expect(try await list(server, other).count == 1)
            server.clock.advance(by: 30 * 86_400)
            #expect(try await list(server, other) == [])
        }
    }

    enum Ending: CaseIterable {
        case logOut, others, password, deletion

        /// Ends the session of the other device, or all sessions by deleting the account.
        func happen(_ server: TestServer, _ ada: Person, other: String) async throws {
            switch self {
            case .logOut: _ = try await server.call(.delete, "/v1/sessions/current", token: other)
            case .others: _ = try await server.call(.delete, "/v1/sessions", token: ada.token)
            case .password:
                let body: Body = ["currentPassword": .string(ada.password), "newPassword": "battery staple"]
                _ = try await server.call(.put, "/v1/me/password", token: ada.token, json: body)
            case .deletion: _ = try await server.delete(ada)
            }
        }
    }

    /// Shows rule 9.10.
    @Test("A user has at most 20 devices: the one confirmed longest ago is removed")
    func limit() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for number in 10..<31 { #expect(try await put(server, ada.token, String(repeating: "\(number)", count: 32)).status == 200) }
            let endings = try await list(server, ada.token).map(\.token)
            #expect(endings.count == 20 && !endings.contains("1010") && endings.contains("3030"))
        }
    }

    /// Shows rule 9.10.
    @Test("Of 30 devices that register at once, 20 remain")
    func limitAtOnce() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for _ in 0..<3 {
                try await concurrently(10..<40) { number in
                    let answer = try await put(server, ada.token, String(repeating: "\(number)", count: 32))
                    #expect(answer.status == 200)
                }
                #expect(try await list(server, ada.token).count == 20)
            }
        }
    }

    /// Shows rule 9.7.
    @Test("Users can mute kinds and single rooms, and set quiet hours in a time zone")
    func preferences() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let path = "/v1/me/notifications"
            let none = try await server.call(.get, path, token: ada.token).expecting(200, NotificationPreferences.self)
            #expect(none == NotificationPreferences(muted: [], mutedRooms: [], timeZone: nil, quietHours: nil))
            let body: Body = [
                "muted": ["summary", "room.watched", "summary"], "mutedRooms": [.id(room.id)], "timeZone": "Europe/Berlin",
                "quietHours": ["from": "22:00", "to": "07:30"],
            ]
            let set = try await server.call(.put, path, token: ada.token, json: body).expecting(200, NotificationPreferences.self)
            #expect(set.muted == [.roomWatched, .summary] && set.mutedRooms == [room.id] && set.timeZone == "Europe/Berlin")
            #expect(set.quietHours?.from.description == "22:00" && set.quietHours?.to.description == "07:30")
            let again = try await server.call(.get, path, token: ada.token).expecting(200, NotificationPreferences.self)
            #expect(again == set)
            let seen = try await server.call(.get, "/v1/rooms/\(room.id)", token: ada.token).expecting(200, Room.self)
            #expect(seen.muted)
            let empty: Body = ["muted": [], "mutedRooms": []]
            _ = try await server.call(.put, path, token: ada.token, json: empty).expecting(200, NotificationPreferences.self)
            let cleared = try await server.call(.get, path, token: ada.token).expecting(200, NotificationPreferences.self)
            #expect(cleared == none)
        }
    }

    /// Shows rule 9.7.
    @Test("Invalid preferences are reported, and none of them is stored", arguments: Impossible.allCases)
    func impossiblePreferences(impossible: Impossible) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            var body: Body = ["muted": ["summary"], "mutedRooms": []]
            impossible.spoil(&body)
            let answer = try await server.call(.put, "/v1/me/notifications", token: ada.token, json: body)
            #expect(answer.status == 422, "\(answer)")
            #expect(answer.faultyFields == [impossible.rawValue], "\(answer)")
            #expect(try await server.database.count("notification_preferences") == 0)
        }
    }

    enum Impossible: String, CaseIterable {
        case muted, mutedRooms, timeZone
        case from = "quietHours.from"
        case to = "quietHours.to"

        func spoil(_ body: inout Body) {
            switch self {
            case .muted: body["muted"] = ["everything"]
            case .mutedRooms: body["mutedRooms"] = [.id(UUID())]
            case .timeZone: body["timeZone"] = "Mars/Olympus"
            case .from: (body["timeZone"], body["quietHours"]) = ("UTC", ["from": "24:00", "to": "07:00"])
            case .to: (body["timeZone"], body["quietHours"]) = ("UTC", ["from": "07:00", "to": "07:00"])
            }
        }
    }

    private func put(_ server: TestServer, _ session: String, _ device: String, name: String? = nil) async throws -> Answer {
        var body: Body = ["environment": "sandbox", "topic": "org.example.sofa"]
        if let name { body["name"] = .string(name) }
        return try await server.call(.put, "/v1/devices/\(device)", token: session, json: body)
    }

    private func list(_ server: TestServer, _ session: String) async throws -> [Device] {
        try await server.call(.get, "/v1/devices", token: session).expecting(200, Items<Device>.self).items
    }
}
