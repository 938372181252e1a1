import DavenportAPI
import Foundation
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rules 17.4 and 17.8: positions and the spoiler gate in a local copy")
struct PositionReplicaTests {
    private let server = SmallServer()

    /// Shows rule 17.4.
    @Test("A position is shown before it is sent, ages with the clock, and survives a restart without network")
    func position() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one") }
            let device = server.device(folder)
            try await device.replica.sync()
            server.change { $0.isAway = true }
            try await device.replica.setPosition(roomID: room.id, seconds: 660, running: true)
            #expect(device.replica.rooms.items.first?.position == Position(seconds: 660, running: true, age: 0))
            device.world.clock.advance(by: 60)
            #expect(device.replica.second(in: room.id) == 720)
            let again = device.restart()
            try await again.hasLoaded()
            #expect(again.second(in: room.id) == 720 && again.rooms.items.first?.position?.age == 60)
            server.change { $0.isAway = false }
            try await again.sync()
            let sent = server.change { $0.rooms[room.id]?.value.position }
            #expect(sent == Position(seconds: 720, running: true, age: 0), "it has advanced until it was sent")
            // The page was answered by the small server's clock, which stands still.
            #expect(again.rooms.items.first?.position?.seconds == 720)
            try await again.deletePosition(roomID: room.id)
            #expect(again.second(in: room.id) == nil && again.rooms.items.first?.position == nil)
        }
    }

    /// Shows rule 17.4.
    @Test("Marking a room as watched removes the position at once, and a refused position disappears without a trace")
    func watched() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one") }
            let device = server.device(folder)
            try await device.replica.sync()
            try await device.replica.setPosition(roomID: room.id, seconds: 660, running: false)
            try await device.replica.markWatched(roomID: room.id)
            #expect(device.replica.rooms.items.first?.position == nil)
            server.change { $0.fates = [.refused(.watched, retryAfter: nil, members: [:], field: nil)] }
            try await device.replica.sync()
            #expect(device.replica.writes.isEmpty)
        }
    }

    /// Shows rule 17.8.
    @Test("The gated list grows by itself as the position advances, also without network, and shows everything after watching")
    func gate() async throws {
        try await Folder.with { folder in
            let room = server.change { state in
                let room = state.room("one")
                for (content, seconds) in [("general", 0), ("near", 10), ("far", 20), ("very far", 900)] {
                    state.comment(content, in: room.id, seconds: seconds)
                }
                state.comment("mine", in: room.id, by: state.stub, seconds: 800)
                return room
            }
            let device = server.device(folder)
            let replica = device.replica
            let running = Task { await replica.run() }
            defer { running.cancel() }
            let gated = replica.comments(of: room.id, gated: true)
            let shown = { gated.items.map(\.content) }
            try await DavenportStoreTests.shown("all is fetched") { replica.isWhole && shown() == ["mine"] }
            server.change { $0.isAway = true }
            try await replica.setPosition(roomID: room.id, seconds: 4, running: true)
            #expect(shown() == ["general", "mine"])
            let area: WatchArea = replica.area()
            let moment = replica.now
            #expect(area.nextMoment(after: moment)?.timeIntervalSince(moment) == 6, "until the next comment")
            device.world.clock.advance(by: 6)
            try await replica.refresh()
            #expect(shown() == ["general", "near", "mine"])
            device.world.clock.advance(by: 10)
            try await replica.refresh()
            #expect(shown() == ["general", "near", "far", "mine"])
            try await replica.setPosition(roomID: room.id, seconds: 900, running: false)
            #expect(shown() == ["general", "near", "far", "very far", "mine"])
            try await replica.setPosition(roomID: room.id, seconds: 0, running: false)
            #expect(shown() == ["general", "mine"])
            try await replica.markWatched(roomID: room.id)
            #expect(shown() == ["general", "near", "far", "very far", "mine"])
        }
    }

    /// Shows rule 17.30.
    @Test("In the gated list a reply to a hidden comment doesn't say so, until that one is shown too")
    func replies() async throws {
        try await Folder.with { folder in
            let room = server.change { state in
                let room = state.room("one")
                let ahead = state.comment("ahead", in: room.id, seconds: 900)
                let near = state.comment("near", in: room.id, seconds: 10)
                state.comment("to what lies ahead", in: room.id, seconds: 10, replyTo: ahead.id)
                state.comment("to what is near", in: room.id, seconds: 10, replyTo: near.id)
                return room
            }
            let device = server.device(folder)
            try await device.replica.sync()
            let gated = device.replica.comments(of: room.id, gated: true)
            try await gated.itemsHaveLoaded()
            try await device.replica.setPosition(roomID: room.id, seconds: 20, running: false)
            #expect(gated.items.map { $0.content } == ["near", "to what lies ahead", "to what is near"])
            #expect(gated.items.map { $0.replyTo } == [nil, nil, gated.items[0].id])
            try await device.replica.markWatched(roomID: room.id)
            #expect(gated.items.map { $0.replyTo } == [nil, nil, gated.items[0].id, gated.items[1].id])
        }
    }

    /// Shows rule 17.8.
    @Test("A running position that nobody renews hides again what it had reached, when it counts as paused")
    func lease() async throws {
        try await Folder.with { folder in
            let room = server.change { state in
                let room = state.room("one")
                state.comment("near", in: room.id, seconds: 10)
                return room
            }
            let device = server.device(folder)
            try await device.replica.sync()
            let gated = device.replica.comments(of: room.id, gated: true)
            try await gated.itemsHaveLoaded()
            try await device.replica.setPosition(roomID: room.id, seconds: 5, running: true)
            var counts: [Int] = []
            for seconds in [4.0, 1, 174, 1] {
                device.world.clock.advance(by: seconds)
                try await device.replica.refresh()
                counts.append(gated.items.count)
            }
            #expect(counts == [0, 1, 1, 0])
        }
    }
}
