import DavenportAPI
import DavenportClient
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rules 14.5 to 14.8: a local copy of everything that the user sees")
struct ReplicaTests {
    private let server = SmallServer()

    /// Expects a replica to show what a full fetch into an empty folder shows.
    @MainActor private func expectWhole(_ replica: Replica, _ folder: Folder) async throws {
        let fresh = server.device(folder, "fresh-\(UUID())").replica
        try await fresh.sync()
        #expect(replica.rooms.items == fresh.rooms.items)
        #expect(replica.people == fresh.people)
        for room in fresh.rooms.items where !room.archived {
            let (one, other) = (replica.comments(of: room.id), fresh.comments(of: room.id))
            try await one.itemsHaveLoaded()
            try await other.itemsHaveLoaded()
            #expect(one.items == other.items)
        }
    }

    /// Shows rule 14.5.
    @Test("The first sync reads all pages, later ones changes alone, and a new process shows the copy offline")
    func fetch() async throws {
        try await Folder.with { folder in
            let (kept, gone) = server.change { ($0.room("kept", comments: 7), $0.room("gone", comments: 2)) }
            let device = server.device(folder, limit: 3)
            try await device.replica.sync()
            #expect(Set(device.replica.rooms.items.map(\.id)) == [kept.id, gone.id])
            #expect(device.replica.me?.username == "ada" && device.replica.friends?.friends.map(\.username) == ["bea"])
            #expect(device.replica.dashboard.sections.map(\.rooms.count) == [2])
            let comments = device.replica.comments(of: kept.id)
            try await comments.itemsHaveLoaded()
            #expect(comments.items.map(\.number) == Array(1...7))
            server.change {
                $0.remove(room: gone.id)
                $0.remove(comment: comments.items[2])
                $0.comment("eighth", in: kept.id)
            }
            try await device.replica.sync()
            #expect(comments.items.map(\.number) == [1, 2, 4, 5, 6, 7, 8])
            try await expectWhole(device.replica, folder)
            server.change { $0.isAway = true }
            let again = device.restart()
            let read = again.comments(of: kept.id)
            try await read.itemsHaveLoaded()
            #expect(read.items.map(\.number) == [1, 2, 4, 5, 6, 7, 8] && again.rooms.items.map(\.id) == [kept.id])
            #expect(again.isWhole && again.me?.username == "ada")
        }
    }

    @Test("Awaiting the load returns it, also if the files were open before")
    func loaded() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("kept", comments: 1) }
            let device = server.device(folder)
            try await device.replica.sync()
            let again = device.restart()
            let (held, release) = AsyncStream<Void>.makeStream()
            async let holding: Void = again.displayQueue.run { for await _ in held {} }
            try await shown("the files are open") { again.files != nil }
            let seen = Task { @MainActor in
                try await again.hasLoaded()
                return again.rooms.items.map(\.id)
            }
            // The other process asks before the copy is shown.
            await Task.yield()
            release.finish()
            try await holding
            #expect(try await seen.value == [room.id])
        }
    }

    /// Shows rule 14.16.
    @Test("A member has the name from rooms in comments too, even if the server returns an older one there; others have the comment's")
    func names() async throws {
        try await Folder.with { folder in
            let bea = SmallServer.State.bea
            let cem = UserStub(id: UUID(), username: "cem", identityColor: "#edae49")
            let room = server.change { state in
                let room = state.room("left by one who blocks me")
                // The server returns this older name if a former member blocks the user.
                state.comment("before", in: room.id, by: UserStub(id: bea.id, username: "beatrice", identityColor: bea.identityColor))
                state.comment("of somebody who is gone", in: room.id, by: cem)
                return room
            }
            let device = server.device(folder, limit: 1)
            try await device.replica.sync()
            for replica in [device.replica, device.restart()] {
                let comments = replica.comments(of: room.id)
                try await comments.itemsHaveLoaded()
                #expect(comments.items.map { $0.author?.username } == ["bea", "cem"])
                #expect(replica.people[bea.id] == bea && replica.people[cem.id] == nil)
            }
        }
    }

    /// Shows rule 14.16.
    @Test("A member's new name arrives with their comments, and a former member's comments keep the server's names")
    func renamed() async throws {
        try await Folder.with { folder in
            let cem = UserStub(id: UUID(), username: "cem", identityColor: "#edae49")
            let called = { (name: String) in UserStub(id: cem.id, username: name, identityColor: cem.identityColor) }
            let room = server.change { state in
                let room = state.room("with Cem")
                let members = room.members + [Member(user: cem, watchedAt: nil, joinedAt: state.now, isHost: false)]
                state.put(room.with(members: members))
                state.comment("first", in: room.id, by: cem)
                return room
            }
            let device = server.device(folder)
            try await device.replica.sync()
            server.change { _ = $0.comment("second", in: room.id, by: called("cem2")) }
            try await device.replica.sync()
            let comments = device.replica.comments(of: room.id)
            try await comments.itemsHaveLoaded()
            #expect(comments.items.map { $0.author?.username } == ["cem2", "cem2"])
            #expect(device.replica.rooms.items[0].members.map { $0.user.username }.contains("cem2"))
            server.change { state in
                state.put(room)
                state.comment("third", in: room.id, by: called("cem3"))
            }
            try await device.replica.sync()
            #expect(comments.items.map { $0.author?.username } == ["cem", "cem2", "cem3"])
        }
    }

    /// Shows rule 14.5.
    @Test(
        "After a kill at any point of a pass a new process continues, and nothing is missing",
        arguments: ReplicaEnvironment.CrashPoint.allCases)
    func killed(place: ReplicaEnvironment.CrashPoint) async throws {
        try await Folder.with { folder in
            let rooms = server.change { state in (1...3).map { state.room("\($0)", comments: 5) } }
            let device = server.device(folder, limit: 4)
            device.world.kill(at: place)
            _ = try? await device.replica.sync()
            device.restart()
            try await device.replica.sync()
            let writer = device.replica
            try await writer.createComment(NewComment(roomID: rooms[0].id, content: "mine"))
            server.change {
                $0.comment("more", in: rooms[1].id)
                $0.remove(room: rooms[2].id)
            }
            device.world.kill(at: place)
            _ = try? await writer.sync()
            server.change { $0.now += 61 }
            device.world.clock.advance(by: 61)
            try await device.restart().sync()
            #expect(server.comments.count { $0.content == "mine" } == 1)
            #expect(device.replica.writes.isEmpty)
            try await expectWhole(device.replica, folder)
        }
    }

    /// Shows rule 14.5.
    @Test("Concurrent processes on one folder write each page once, and see each other's changes")
    func processes() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one", comments: 30) }
            let device = server.device(folder, limit: 2)
            let replicas = [device.replica, device.another(), device.another()]
            for round in 0..<3 {
                for (index, replica) in replicas.enumerated() {
                    try await replica.createComment(NewComment(roomID: room.id, content: "\(round) \(index)"))
                }
                try await concurrently(replicas) { replica in try await replica.sync() }
            }
            #expect(server.comments.count == 39)
            for replica in replicas {
                try await replica.sync()
                #expect(replica.writes.isEmpty)
                try await expectWhole(replica, folder)
            }
        }
    }

    /// Shows rule 14.6.
    @Test("If the server can't return changes since the cursor, everything is fetched again; the old copy is shown only until then")
    func anew() async throws {
        try await Folder.with { folder in
            let (stays, goes) = server.change { ($0.room("stays", comments: 3), $0.room("goes", comments: 3)) }
            let device = server.device(folder, limit: 2)
            try await device.replica.sync()
            let comments = device.replica.comments(of: stays.id)
            server.change {
                $0.epoch += 1
                $0.remove(room: goes.id)
                $0.remove(comment: $0.comments.values.first { $0.value.roomID == stays.id && $0.value.number == 2 }!.value)
            }
            device.world.kill(at: .received)
            _ = try? await device.replica.sync()
            #expect(Set(device.replica.rooms.items.map(\.id)) == [stays.id, goes.id])
            #expect(comments.items.map(\.number) == [1, 2, 3])
            try await device.replica.sync()
            #expect(device.replica.rooms.items.map(\.id) == [stays.id])
            #expect(comments.items.map(\.number) == [1, 3])
            try await expectWhole(device.replica, folder)
        }
    }

    /// Shows rule 14.7.
    @Test("Comments that the feed omits are read by their list: for an archived room when it is opened, for an active one in the pass")
    func archived() async throws {
        try await Folder.with { folder in
            let (old, back) = server.change { state in
                (
                    state.room("old", comments: 3, archivesAt: state.now - 9), state.room("back", comments: 4, archivesAt: state.now - 9)
                )
            }
            let device = server.device(folder)
            try await device.replica.sync()
            #expect(!server.change { $0.requests }.contains { $0.hasSuffix("comments") })
            let comments = device.replica.comments(of: old.id)
            try await shown("the list was read") { comments.items.count == 3 }
            server.change {
                $0.comment("late", in: old.id)
                $0.comment("ignored", in: back.id)
            }
            try await device.replica.sync()
            #expect(comments.items.map(\.number) == [1, 2, 3, 4])
            server.change { state in
                let room = state.rooms[back.id]!.value
                state.put(
                    Room(
                        id: room.id, subject: room.subject, members: room.members, createdAt: room.createdAt, completedAt: nil,
                        archivesAt: nil, lastActivityAt: room.lastActivityAt, commentCount: 5, unreadCount: 5, readNumber: 0,
                        attention: .watch, archived: false, muted: false, group: "g"))
            }
            try await device.replica.sync()
            server.change { $0.isAway = true }
            let revived = device.replica.comments(of: back.id)
            try await revived.itemsHaveLoaded()
            #expect(revived.items.map(\.number) == [1, 2, 3, 4, 5])
        }
    }

    @Test("A room that is opened again while its comments are fetched is shown, also if the fetch fails")
    func reopened() async throws {
        try await Folder.with { folder in
            let old = server.change { $0.room("old", comments: 3, archivesAt: $0.now - 9) }
            let device = server.device(folder)
            try await device.replica.sync()
            for _ in 1...20 {
                let before = server.change { state in
                    (state.holdsLists, state.isAway) = (true, false)
                    return state.held
                }
                try await device.replica.comments(of: old.id).itemsHaveLoaded()
                try await shown("its comments are fetched") { [server] in server.change { $0.held } > before }
                server.change { ($0.holdsLists, $0.isAway) = (false, true) }
                try await device.replica.comments(of: old.id).itemsHaveLoaded()
                try await device.replica.serialQueue.run {}
            }
        }
    }

    /// Shows rule 14.7.
    @Test("A room becomes archived by itself, by the server's clock, and the comments of the last opened ones stay")
    func archiving() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one", comments: 2, archivesAt: $0.now + 100) }
            let device = server.device(folder)
            // The device's clock is an hour slow.
            device.world.clock.advance(by: -3600)
            try await device.replica.sync()
            device.world.clock.advance(by: 99)
            try await device.replica.refresh()
            #expect(device.replica.rooms.items.map(\.archived) == [false])
            #expect(device.replica.dashboard.sections.count == 1)
            device.world.clock.advance(by: 1)
            try await device.replica.refresh()
            #expect(device.replica.rooms.items.map(\.archived) == [true])
            #expect(device.replica.dashboard.sections.isEmpty)
            let files = try await device.replica.opened()
            server.change { $0.now += 101 }
            try await device.replica.sync()
            #expect(try await files.replica.comments(of: room.id).comments.isEmpty, "nobody has opened it")
            let held = device.replica.comments(of: room.id)
            try await shown("it is read") { held.items.count == 2 }
            try await device.replica.sync()
            #expect(try await files.replica.comments(of: room.id).areAll)
        }
    }

    /// Shows rule 14.6.
    @Test(
        "A damaged, truncated or foreign copy is fetched again, and the error is reported",
        arguments: ["noise", "truncated", "format", "holes"])
    func damage(kind: String) async throws {
        try await Folder.with { folder in
            server.change { state in for number in 1...5 { state.room("\(number)", comments: 40) } }
            let device = server.device(folder)
            try await device.replica.sync()
            let file = device.folder.appending(path: ReplicaFile.name)
            let files = try await device.replica.opened()
            try await files.replica.database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
            try files.replica.close()
            try files.outbox.close()
            var bytes = try Data(contentsOf: file)
            switch kind {
            case "noise": bytes = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            case "truncated": bytes = bytes.prefix(bytes.count / 2)
            case "holes": bytes.replaceSubrange(8192..<16384, with: Data(repeating: 0xA5, count: 8192))
            default: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 77])
            }
            for path in DatabaseFile.paths(of: file) { try? FileManager.default.removeItem(atPath: path) }
            try bytes.write(to: file)
            try await device.restart().sync()
            #expect(device.replica.wasRebuilt == (kind != "format"))
            try await expectWhole(device.replica, folder)
        }
    }

    /// Shows rule 14.8.
    @Test("When the session ends, the copy is deleted at once; waiting writes are sent for the same user alone")
    func loggedOut() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one", comments: 2) }
            let device = server.device(folder)
            try await device.replica.sync()
            try await device.replica.createComment(NewComment(roomID: room.id, content: "waits"))
            server.change { $0.isLoggedIn = false }
            await #expect(throws: ReplicaError.loggedOut) { try await device.replica.sync() }
            #expect(device.replica.isLoggedOut && device.replica.rooms.items.isEmpty && device.replica.me == nil)
            #expect(try await device.replica.opened().replica.load()[WatchArea.rooms].isEmpty)
            #expect(device.replica.writes.count == 1)
            server.change { $0.isLoggedIn = true }
            try await device.restart().sync()
            #expect(server.comments.map(\.content).contains("waits") && !device.replica.isLoggedOut)
            try await device.replica.createComment(NewComment(roomID: room.id, content: "never"))
            server.change {
                let cem = UserStub(id: UUID(), username: "cem", identityColor: "#edae49")
                $0.me = Me(
                    stub: cem, role: .member, createdAt: .distantPast, givenName: nil, familyName: nil, email: "cem@example.org",
                    birthday: nil)
            }
            try await device.restart().sync()
            #expect(!server.comments.map(\.content).contains("never"))
            #expect(device.replica.writes.isEmpty && device.replica.me?.username == "cem")
        }
    }

    /// Shows rule 14.8.
    @Test("Writes wait for a log-in for 30 days, and afterwards stay as failed until their author decides")
    func late() async throws {
        for (days, isSent) in [(29.0, true), (31.0, false)] {
            try await Folder.with { folder in
                let room = server.change { $0.room("one") }
                let device = server.device(folder)
                try await device.replica.sync()
                try await device.replica.createComment(NewComment(roomID: room.id, content: "\(days)"))
                server.change { $0.isLoggedIn = false }
                _ = try? await device.replica.sync()
                device.world.clock.advance(by: days * 86_400)
                server.change { $0.isLoggedIn = true }
                try await device.restart().sync()
                #expect(server.comments.contains { $0.content == "\(days)" } == isSent)
                #expect(device.replica.writes.map(\.failure) == (isSent ? [] : [.expired]))
                for write in device.replica.writes { try await device.replica.retry(write) }
                try await device.replica.sync()
                #expect(server.comments.count { $0.content == "\(days)" } == 1 && device.replica.writes.isEmpty)
            }
        }
    }

    /// Shows rule 14.8.
    @Test("Logging out sends what it can, reports what it can't, and deletes everything")
    func logOut() async throws {
        try await Folder.with { folder in
            let room = server.change { $0.room("one") }
            let device = server.device(folder)
            try await device.replica.sync()
            try await device.replica.createComment(NewComment(roomID: room.id, content: "sent"))
            try await device.replica.createComment(NewComment(roomID: room.id, content: "refused"))
            server.change { $0.fates = [.refused(.invalid)] }
            await #expect(throws: ReplicaError.unsentWrites(1)) { try await device.replica.logOut() }
            #expect(device.replica.rooms.items.count == 1 && server.comments.map(\.content) == ["refused"])
            try await device.replica.logOut(discardingUnsent: true)
            #expect(server.writes.last == "DELETE /sessions/current")
            #expect(try FileManager.default.contentsOfDirectory(atPath: device.folder.path).isEmpty)
            #expect(device.replica.rooms.items.isEmpty && device.replica.writes.isEmpty)
        }
    }
}
