import DavenportAPI
import Domain
import Foundation
import Logging
import Mail
import Programs
import Secrets
import TestSupport
import Testing

@testable import Push

/// Ada, who verified her address, lives in Berlin and has no device; her friend Bea; and workers that send notifications and mails.
struct DigestFixture: Sendable {
    let mails: MailFixture
    let bea: Person
    private let masterKey: MasterKey

    var server: TestServer { mails.server }
    var ada: Person { mails.ada }

    static func with(_ body: @escaping @Sendable (DigestFixture) async throws -> Void) async throws {
        try await MailFixture.with { mails in
            let bea = try await mails.server.person("bea")
            try await mails.server.befriend(mails.ada, bea)
            let house = DigestFixture(mails: mails, bea: bea, masterKey: try .random())
            _ = try await house.drain()
            try await house.setZone("Europe/Berlin", of: mails.ada)
            try await mails.verify(mails.ada)
            try await body(house)
        }
    }

    /// Sends what is due: notifications first, as the program does, and then mails.
    /// - Returns: the mails.
    func drain() async throws -> [MailMessage] {
        let worker = PushWorker(
            database: Database(pool: server.database.worker, clock: server.clock.wall), masterKey: masterKey, areas: Areas.all,
            apple: FakeApple().transport, realTime: server.clock.wall, logger: Logger(label: "worker") { _ in SwiftLogNoOpLogHandler() })
        try await worker.drain()
        return try await mails.drain()
    }

    /// Lets time pass, and sends the notifications that are due before it has.
    func advance(by seconds: TimeInterval) async throws {
        #expect(try await drain().isEmpty)
        server.clock.advance(by: seconds)
    }

    /// Lets time pass until a moment such as `2026-03-02T17:00:00Z`.
    func advance(to moment: String) async throws {
        try await advance(by: try Date(moment, strategy: .iso8601).timeIntervalSince(server.clock.now))
    }

    /// Creates a room of Bea and somebody else for an episode.
    func room(with person: Person, episode: Int = 5) async throws -> Room {
        try await server.room(bea, with: [person], episode: episode)
    }

    func setZone(_ zone: String, of person: Person) async throws {
        try await setPreferences(of: person, zone: zone)
    }

    func mute(_ room: Room, as person: Person) async throws {
        try await setPreferences(of: person, zone: "Europe/Berlin", mutedRooms: [.string(room.id.uuidString)])
    }

    private func setPreferences(of person: Person, zone: String, mutedRooms: [JSONValue] = []) async throws {
        let body: Body = ["muted": [], "mutedRooms": .list(mutedRooms), "timeZone": .string(zone), "quietHours": .null]
        #expect(try await server.call(.put, "/v1/me/notifications", token: person.token, json: body).status == 200)
    }

    /// Registers a device to which the workers send pushes.
    func registerDevice(_ person: Person) async throws {
        let key = NewPushKey(
            teamID: "TEAM123456", keyID: "KEY1234567", topic: PushFixture.topic, environment: .sandbox, p8: SigningKey.generate().pem)
        try await SetPushKey(server.operators, masterKey)(server.tenant, key)
        let body: Body = ["environment": "sandbox", "topic": .string(PushFixture.topic)]
        let device = PushFixture.device(person.username)
        #expect(try await server.call(.put, "/v1/devices/\(device)", token: person.token, json: body).status == 200)
    }

    /// Chooses how often somebody gets digests; nil for the usual.
    func choose(_ digest: String?, as person: Person) async throws -> Me {
        let body: Body = ["digest": digest.map { .string($0) } ?? .null]
        return try await server.call(.patch, "/v1/me", token: person.token, json: body).expecting(200, Me.self)
    }
}
