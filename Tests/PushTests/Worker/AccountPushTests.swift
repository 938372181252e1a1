import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing

@testable import Push

@Suite("rules 2 and 9: notifications of what is done to an account")
struct AccountPushTests {
    private let made = "Your account: olga made a link with which your password can be set"

    private func texts(_ evening: PushFixture) async throws -> [String] {
        try await evening.drain()
        defer { evening.apple.forget() }
        return evening.apple.texts.sorted()
    }

    /// Runs a test with an owner, and with a member who has a device.
    private func with(_ body: @escaping @Sendable (PushFixture, Person, Person) async throws -> Void) async throws {
        try await PushFixture.with { evening in
            let olga = try await evening.server.person("olga", role: .owner)
            let ada = try await evening.server.person("ada")
            try await evening.device(ada)
            try await evening.settle()
            try await body(evening, olga, ada)
        }
    }

    /// Shows rules 2.25 and 9.13.
    @Test("Somebody's devices hear of a link at once, though they block and mute its maker, mute all kinds, and have quiet hours")
    func linkMade() async throws {
        try await with { evening, olga, ada in
            let server = evening.server
            let muting: Body = ["muted": ["account.link_made"], "mutedRooms": []]
            #expect(try await server.call(.put, "/v1/me/notifications", token: ada.token, json: muting).faultyFields == ["muted"])
            let all: Body = [
                "muted": .list(Contracts.all.mutableKinds.map { .string($0.rawValue) }), "mutedRooms": [], "timeZone": "UTC",
                "quietHours": ["from": "00:00", "to": "23:59"],
            ]
            #expect(try await server.call(.put, "/v1/me/notifications", token: ada.token, json: all).status == 200)
            _ = try await server.as(ada).changeMutes(Mutes(userIDs: [olga.id], words: []))
            try await server.block(olga, ada)
            _ = try await server.as(olga).makePasswordLink(userID: ada.id)
            #expect(try await texts(evening) == [made])
            _ = try await server.operators.makeOperatorPasswordLink(server.tenant, email: ada.email)
            #expect(try await texts(evening) == ["Your account: An operator made a link with which your password can be set"])
        }
    }

    /// Shows rule 9.13.
    @Test("A link's notification doesn't count against the hourly limit, and no summary replaces it")
    func hourlyLimit() async throws {
        try await with { evening, olga, ada in
            let server = evening.server
            for index in 0..<25 { _ = try await server.as(try await server.person("friend\(index)")).befriend(userID: ada.id) }
            _ = try await server.as(olga).makePasswordLink(userID: ada.id)
            let sent = try await texts(evening)
            #expect(sent.filter { $0 == made }.count == 1)
            #expect(sent.count == NotificationRules.hourlyLimit + 1)
        }
    }

    /// Shows rules 2.25 and 9.6.
    @Test("A link that was ended or used is not announced any more")
    func ended() async throws {
        try await with { evening, olga, ada in
            let server = evening.server
            _ = try await server.as(olga).makePasswordLink(userID: ada.id)
            _ = try await server.as(ada).endPasswordLink()
            #expect(try await texts(evening) == [])
        }
    }

    /// Shows rules 9.13 and 27.8.
    @Test("Somebody's devices hear at once that a passkey of theirs was ended")
    func passkeyEnded() async throws {
        try await with { evening, _, ada in
            try await evening.server.addHost(PasskeyFixture.host)
            let fixture = PasskeyFixture(server: evening.server)
            var device = try SoftwareAuthenticator()
            try await fixture.add(device, to: ada)
            var copy = device
            #expect(try await fixture.logIn(&device, of: ada).status == 201)
            #expect(try await fixture.logIn(&copy, of: ada).status == 401)
            #expect(try await texts(evening) == ["Your account: A passkey of yours was ended, since it may have been copied"])
        }
    }
}
