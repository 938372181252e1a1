import DavenportAPI
import DavenportClient
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DavenportStore

/// Tests of a replica that something between it and the server answers in the server's place.
@Suite("rules 14.10 and 14.11: only the server's own answers count")
struct ForeignWriteTests {
    private let server = SmallServer()

    /// Every kind of write, of all areas.
    private static func writes(in room: UUID) -> [any AreaWrite] {
        let (one, bea) = (UUID(), SmallServer.State.bea)
        let watch: [WatchWrite] = [
            .createRoom(NewRoom(id: UUID(), subject: .custom(title: "new"), memberIDs: [])),
            .createComment(NewComment(roomID: room, id: UUID(), content: "words")),
            .editComment(CommentChange(roomID: room, commentID: one, content: "other words")),
            .deleteComment(CommentReference(roomID: room, commentID: one)), .markWatched(WatchedMark(roomID: room)),
            .unmarkWatched(RoomReference(roomID: room)), .markRead(ReadMark(roomID: room, commentID: one), number: 1),
            .setPosition(NewPosition(roomID: room, seconds: 7, running: false)), .deletePosition(RoomReference(roomID: room)),
            .addReaction(ReactionReference(roomID: room, commentID: one, emoji: "🐐")),
            .removeReaction(ReactionReference(roomID: room, commentID: one, emoji: "🐐")), .leaveRoom(RoomReference(roomID: room)),
        ]
        let school: [ClassWrite] = [
            .createMessage(assignmentID: one, id: UUID(), text: "words"), .deleteMessage(assignmentID: one, id: UUID()),
            .setDraft(.init(assignmentID: one, version: 1, points: nil, word: nil, text: "words")),
        ]
        let people: [PeopleWrite] = [.befriend(bea), .unfriend(userID: bea.id), .block(bea), .unblock(userID: bea.id)]
        let play: [PlayWrite] = [.sendMoves(playID: one, from: 0, moves: [], finish: true)]
        return watch + school + people + play
    }

    /// Shows rules 10.17, 14.10 and 14.11.
    @Test("No kind of write leaves the outbox or fails by an answer that isn't the server's")
    func everyWrite() async throws {
        try await server.withDevice { device, room in
            for write in Self.writes(in: room.id) {
                try await device.replica.write(write)
                let waiting = device.replica.writes
                #expect(waiting.count == 1, "\(write)")
                for lie in Lie.allCases {
                    server.change { $0.lies = [lie] }
                    try await device.replica.sync()
                    #expect(server.change { $0.lies.isEmpty }, "it was told for \(write)")
                    #expect(device.replica.writes == waiting && waiting.allSatisfy { $0.failure == nil }, "\(lie) for \(write)")
                    #expect(!device.replica.isLoggedOut && server.writes.isEmpty && server.comments.count == 2, "\(lie) for \(write)")
                }
                try await device.replica.opened().outbox.database.write { try $0.execute(sql: "DELETE FROM writes") }
            }
        }
    }

    /// Shows rules 10.17 and 14.10.
    @Test("While only such answers come, a write is sent again after the usual pauses, and then it arrives once")
    func goesOn() async throws {
        try await server.withDevice { device, room in
            try await device.replica.createComment(NewComment(roomID: room.id, content: "kept"))
            let outbox = try await device.replica.opened().outbox
            var pauses: [TimeInterval] = []
            for lie in Lie.allCases {
                server.change { $0.lies = [lie] }
                try await device.replica.syncNow(patiently: true)
                let due = try #require(try await outbox.due(now: device.world.clock.now))
                pauses.append(due)
                device.world.clock.advance(by: due)
            }
            #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256])
            try await device.replica.syncNow(patiently: true)
            #expect(server.comments.map(\.content).last == "kept" && server.writes.count == 1 && device.replica.writes.isEmpty)
        }
    }

    /// Shows rules 10.17, 14.5 and 14.6.
    @Test("A page and a person that aren't the server's change nothing in the copy, and don't end the session", arguments: Lie.allCases)
    func pages(lie: Lie) async throws {
        try await server.withDevice { device, room in
            let comments = device.replica.comments(of: room.id)
            try await comments.itemsHaveLoaded()
            let before = try await device.replica.opened().replica.load().state
            server.change { $0.lies = [lie] }
            await #expect(throws: APIError.self) { try await device.replica.sync() }
            let after = try await device.replica.opened().replica.load().state
            #expect(after.cursor == before.cursor && after.userID == before.userID)
            #expect(device.replica.rooms.items.map(\.id) == [room.id] && comments.items.count == 2 && !device.replica.isLoggedOut)
            // The first request of a new process asks whose session it is.
            let restarted = device.restart()
            server.change { $0.lies = [lie] }
            await #expect(throws: APIError.self) { try await restarted.sync() }
            #expect(!restarted.isLoggedOut && restarted.rooms.items.count == 1)
            _ = server.change { $0.comment("news", in: room.id) }
            try await restarted.sync()
            #expect(restarted.rooms.items.first?.commentCount == 3)
        }
    }

    /// Shows rules 10.17 and 14.8.
    @Test("Logging out isn't done by another's 204: session, copy and writes stay", arguments: Lie.allCases)
    func logOut(lie: Lie) async throws {
        try await server.withDevice { device, room in
            server.change { $0.lies = [lie] }
            await #expect(throws: APIError.self) { try await device.replica.logOut() }
            #expect(device.replica.rooms.items.count == 1 && !device.replica.isLoggedOut && server.change { $0.isLoggedIn })
            try await device.replica.createComment(NewComment(roomID: room.id, content: "waits"))
            server.change { $0.lies = [lie] }
            await #expect(throws: ReplicaError.unsentWrites(1)) { try await device.replica.logOut() }
            #expect(device.replica.writes.count == 1 && server.change { $0.isLoggedIn })
        }
    }

    /// Shows rule 14.8.
    @Test("Writes of a person who was replaced by another one wait for the first one's log-in, also when the other logs out")
    func twoPeople() async throws {
        try await server.withDevice { device, room in
            let ada = server.change { $0.me }
            let cem = UserStub(id: UUID(), username: "cem", identityColor: "#edae49")
            let other = Me(
                stub: cem, role: .member, createdAt: .distantPast, givenName: nil, familyName: nil, email: "cem@example.org", birthday: nil)
            try await device.replica.createComment(NewComment(roomID: room.id, content: "Ada's"))
            server.change { $0.me = other }
            try await device.restart().sync()
            #expect(device.replica.writes.isEmpty && server.writes.isEmpty, "neither shown nor sent")
            try await device.replica.createComment(NewComment(roomID: room.id, content: "Cem's"))
            try await device.replica.sync()
            try await device.replica.logOut()
            server.change { ($0.me, $0.isLoggedIn) = (ada, true) }
            try await device.restart().sync()
            #expect(server.comments.suffix(2).map(\.content) == ["Cem's", "Ada's"] && device.replica.writes.isEmpty)
        }
    }

    /// Shows rule 14.8.
    @Test("A write that is added while the session ends is neither lost nor unmentioned")
    func writtenWhileLoggingOut() async throws {
        try await server.withDevice { device, room in
            server.change { $0.holdsLogOut = true }
            let leaving = Task { try await device.replica.logOut() }
            try await shown("the session is about to end") { [server] in server.change { $0.isLogOutHeld } }
            try await device.replica.createComment(NewComment(roomID: room.id, content: "late"))
            server.change { $0.holdsLogOut = false }
            await #expect(throws: ReplicaError.unsentWrites(1)) { try await leaving.value }
            #expect(device.replica.isLoggedOut && device.replica.rooms.items.isEmpty && device.replica.writes.count == 1)
            server.change { $0.isLoggedIn = true }
            try await device.restart().sync()
            #expect(server.comments.map(\.content).last == "late")
        }
    }

    /// Shows rule 14.8.
    @Test("After a log-out nothing can be added to an outbox that is about to be deleted")
    func closed() async throws {
        try await server.withDevice { device, room in
            let outbox = try await device.another().opened().outbox
            try await device.replica.logOut()
            await #expect(throws: (any Error).self) {
                try await outbox.add(WatchWrite.createComment(NewComment(roomID: room.id, content: "x")), at: .now)
            }
        }
    }
}
