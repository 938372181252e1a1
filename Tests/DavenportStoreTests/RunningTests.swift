import DavenportAPI
import Foundation
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rule 14.14: a local copy that stays up to date")
struct RunningTests {
    private let server = SmallServer()

    /// Runs a test on a device whose copy stays up to date until the test ends.
    private func running(_ body: @MainActor (Device, Room) async throws -> Void) async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one", comments: 1, archivesAt: $0.now + 1000) }
            let device = server.device(folder)
            let replica = device.replica
            let running = Task { await replica.run() }
            do { try await body(device, room) } catch {
                running.cancel()
                throw error
            }
            running.cancel()
            await running.value
        }
    }

    /// Shows rule 14.14.
    @Test("Others' changes are shown and local writes are sent as they happen")
    func asItHappens() async throws {
        try await running { [server] device, room in
            let comments = device.replica.comments(of: room.id)
            try await shown("all is fetched") { comments.items.count == 1 && device.replica.isWhole }
            for number in 2...4 {
                server.change { $0.comment("\(number)", in: room.id) }
                try await shown("the comment is synced") { comments.items.count == number }
            }
            let id = try await device.replica.createComment(NewComment(roomID: room.id, content: "mine"))
            try await shown("it is sent") { server.comments.contains { $0.id == id } && device.replica.writes.isEmpty }
            try await shown("a pass has synced it") { device.replica.entries.isEmpty && comments.items.last?.id == id }
        }
    }

    /// Shows rule 14.14.
    @Test("Without network the copy retries after 1, 2, 4 … 60 seconds, and at once when the network returns")
    func withoutNetwork() async throws {
        try await running { [server] device, room in
            try await shown("all is fetched") { device.replica.isWhole }
            server.change { $0.isAway = true }
            for count in 1...8 {
                try await shown("it waits") { device.world.pauses.count { $0 <= 60 } >= count }
                device.replica.networkIsBack()
            }
            #expect(device.world.pauses.filter { $0 <= 60 }.prefix(8) == [1, 2, 4, 8, 16, 32, 60, 60])
            try await device.replica.createComment(NewComment(roomID: room.id, content: "waits"))
            server.change { $0.isAway = false }
            device.replica.networkIsBack()
            try await shown("it is sent") { server.comments.contains { $0.content == "waits" } }
        }
    }

    /// Shows rule 14.14.
    @Test("A room becomes archived when its time comes, without any change")
    func archiving() async throws {
        try await running { device, room in
            try await shown("it waits for the moment") { device.world.pauses.contains { (990...1000).contains($0) } }
            #expect(device.replica.rooms.items.map(\.archived) == [false])
        }
    }

    /// Shows rule 14.14.
    @Test("An app in the foreground again shows what another process has written, and syncs")
    func inFront() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one") }
            let device = server.device(folder)
            try await device.replica.sync()
            let comments = device.replica.comments(of: room.id)
            try await device.another().createComment(NewComment(roomID: room.id, content: "by the share sheet"))
            #expect(device.replica.writes.isEmpty)
            try await device.replica.becameActive()
            #expect(device.replica.writes.count == 1 && comments.items.map(\.content) == ["by the share sheet"])
        }
    }
}
