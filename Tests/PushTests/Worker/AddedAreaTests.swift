import DavenportAPI
import Domain
import Foundation
import Garden
import Postgres
import Programs
import TestSupport
import Testing

@testable import Push

@Suite("An area added to the database: the shared code uses what the area declares")
struct AddedAreaTests {
    /// Runs a test with users who have devices, on a database with the example area "garden".
    private func with(_ body: @escaping @Sendable (PushFixture, GardenServer) async throws -> Void) async throws {
        try await PushFixture.with { evening in
            try await GardenSchema.add(to: evening.server.database)
            try await body(evening, try GardenServer(evening.server))
        }
    }

    @Test("The area's notifications are pushed with its sentence and id while true and not muted, and its items count in the badge")
    func pushed() async throws {
        try await with { evening, garden in
            let (ada, bea) = try await evening.server.strangers("ada", "bea")
            try await evening.device(bea)
            let worker = PushWorker(
                database: evening.database, masterKey: evening.masterKey, areas: Areas.all + [.garden], apple: evening.apple.transport,
                realTime: evening.realTime.wall, logger: .quiet)
            let bed = try await garden.dig(ada, for: bea).expecting(200, Bed.self)
            try await worker.drain()
            #expect(evening.apple.texts == ["a bed of 3: ada dug a bed of 3 for you"])
            let push = try #require(evening.apple.pushes.first)
            #expect(push.payload.aps.badge == 1)
            #expect(push.payload.aps.threadID == bed.id.uuidString.lowercased())
            #expect(String(decoding: push.request.payload, as: UTF8.self).contains("\"bedID\":\"\(bed.id.uuidString.lowercased())\""))
            evening.apple.forget()
            _ = try await garden.dig(ada, for: bea)
            try await evening.change("UPDATE beds SET neighbour_id = NULL")
            try await worker.drain()
            #expect(evening.apple.texts.isEmpty, "they are somebody else's now")
            _ = try await garden.call(.put, "/v1/me/notifications", bea, ["muted": ["bed.dug"], "mutedRooms": []])
            _ = try await garden.dig(ada, for: bea)
            try await worker.drain()
            #expect(evening.apple.texts.isEmpty)
            #expect(try await evening.states().count { $0 == "bed.dug ada>bea cancelled" } == 2)
        }
    }

    @Test("The area's rate limit applies, with its default and as an operator changes it")
    func limited() async throws {
        try await with { evening, garden in
            let (ada, bea) = try await evening.server.strangers("ada", "bea")
            _ = try await garden.operators.changeTenantLimits(evening.server.tenant) { $0[.beds] = 2 }
            for status in [200, 200, 429] { #expect(try await garden.dig(ada, for: bea).status == status) }
            _ = try await garden.operators.changeTenantLimits(evening.server.tenant) { $0[.beds] = Allowance.beds.usual }
            for status in Array(repeating: 200, count: Allowance.beds.usual - 2) + [429] {
                #expect(try await garden.dig(ada, for: bea).status == status)
            }
        }
    }

    @Test("Users who meet in the area see each other's names, but can't add each other to a room because of it")
    func acquainted() async throws {
        try await with { evening, garden in
            let (ada, bea) = try await evening.server.strangers("ada", "bea")
            _ = try await garden.call(.patch, "/v1/me", ada, ["givenName": "Ada"])
            let seen = { try await garden.call(.get, "/v1/users/\(ada.id)", bea).expecting(200, User.self).givenName }
            #expect(try await seen() == nil)
            _ = try await garden.dig(ada, for: bea)
            #expect(try await seen() == "Ada")
            let room: Body = ["subject": ["kind": "custom", "title": "a walk"], "memberIDs": [.id(ada.id)]]
            #expect(try await garden.call(.post, "/v1/rooms", bea, room).code == .unknownUser)
        }
    }

    @Test(
        "Deleting a user or a tenant deletes the area's rows as the area declares, with texts or without",
        arguments: [false, true])
    func erased(erasesWords: Bool) async throws {
        try await with { evening, garden in
            let (ada, bea) = try await evening.server.strangers("ada", "bea")
            _ = try await garden.dig(ada, for: bea)
            _ = try await garden.dig(bea, for: ada)
            let deletion: Body = ["currentPassword": .string(ada.password), "eraseComments": .boolean(erasesWords)]
            #expect(try await garden.call(.post, "/v1/me/deletion", ada, deletion).status == 204)
            let id = ada.id.uuidString.lowercased()
            #expect(try await evening.server.database.dump().filter { $0.hasPrefix("beds: ") && $0.contains(id) } == [])
            #expect(try await evening.server.database.count("beds") == (erasesWords ? 1 : 2))
            try await garden.operators.deleteTenant(evening.server.tenant)
            #expect(try await evening.server.database.count("beds") == 0)
        }
    }
}
