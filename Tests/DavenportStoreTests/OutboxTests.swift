import DavenportAPI
import DavenportClient
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DavenportStore

@Suite("rules 14.9 to 14.13: offline writes")
struct OutboxTests {
    private let server = SmallServer()

    /// Shows rule 14.9.
    @Test("A write is on disk and shown as pending before the call returns, and is sent in order later")
    func offline() async throws {
        try await server.withDevice { device, room in
            server.change { $0.isAway = true }
            let comments = device.replica.comments(of: room.id)
            let made = try await device.replica.createRoom(NewRoom(subject: .custom(title: "new"), memberIDs: [SmallServer.State.bea.id]))
            let said = try await device.replica.createComment(NewComment(roomID: room.id, content: "15:43 hallway"))
            try await device.replica.createComment(NewComment(roomID: made, content: "in the new one"))
            try await device.replica.markWatched(roomID: room.id)
            try await device.replica.markRead(roomID: room.id, commentID: comments.items[0].id)
            await #expect(throws: APIError.self) { try await device.replica.sync() }
            for replica in [device.replica, device.another()] {
                try await replica.hasLoaded()
                let comments = replica.comments(of: room.id)
                try await comments.itemsHaveLoaded()
                #expect(comments.items.last?.id == said && comments.items.last?.seconds == 943 && comments.items.last?.number == 3)
                #expect(comments.items.last?.author?.username == "ada" && replica.isPending(said))
                #expect(replica.rooms.items.map(\.id) == [made, room.id] && replica.isPending(made))
                #expect(replica.dashboard.pending.map(\.id) == [made] && replica.dashboard.sections.map(\.rooms.count) == [1])
                let shown = replica.rooms[id: room.id]
                #expect(shown?.unreadCount == 1 && shown?.readNumber == 1 && shown?.attention == .read)
                #expect(shown?.members.allSatisfy { $0.watchedAt == nil } == false)
                #expect(replica.writes.count == 5)
            }
            server.change { $0.isAway = false }
            try await device.restart().sync()
            let path = "/rooms/\(room.id.uuidString.lowercased())"
            #expect(
                server.writes.map { $0.lowercased() } == [
                    "post /rooms", "post \(path)/comments", "post /rooms/\(made.uuidString.lowercased())/comments", "put \(path)/watched",
                    "put \(path)/read",
                ])
            #expect(device.replica.writes.isEmpty && !device.replica.isPending(said))
            #expect(device.replica.rooms[id: made]?.group == "g")
        }
    }

    /// Shows rules 10.20 and 14.10.
    @Test("The first write delays the rest: it is retried after 1, 2, 4 … 300 seconds, or when the server says")
    func pauses() async throws {
        try await server.withDevice { device, room in
            try await device.replica.createComment(NewComment(roomID: room.id, content: "first"))
            try await device.replica.createComment(NewComment(roomID: room.id, content: "second"))
            let outbox = try await device.replica.opened().outbox
            var pauses: [TimeInterval] = []
            for fate: SmallServer.Fate in [
                .unreachable, .refused(.unavailable), .refused(.internalError), .refused(.requestTimeout), .strange(403),
                .refused(.clientTooOld),
                .unreachable, .unreachable, .unreachable, .unreachable, .refused(.tooManyRequests, retryAfter: 1000),
            ] {
                server.change { $0.fates = [fate] }
                try await device.replica.syncNow(patiently: true)
                let due = try #require(try await outbox.due(now: device.world.clock.now))
                pauses.append(due)
                device.world.clock.advance(by: due - 0.01)
                try await device.replica.syncNow(patiently: true)
                #expect(server.comments.count == 2, "it isn't due yet")
                device.world.clock.advance(by: 0.02)
            }
            #expect(pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 1000])
            try await device.replica.syncNow(patiently: true)
            #expect(server.comments.map(\.content).suffix(2) == ["first", "second"])
        }
    }

    /// Shows rule 17.32.
    @Test("A reply waits with what it answers, which may wait itself; if that is gone by then, it is sent as a comment that answers none")
    func replies() async throws {
        try await server.withDevice { device, room in
            let replica = device.replica
            let comments = replica.comments(of: room.id)
            try await comments.itemsHaveLoaded()
            let (known, gone) = (comments.items[0], comments.items[1])
            server.change { $0.isAway = true }
            let mine = try await replica.createComment(NewComment(roomID: room.id, content: "waits", replyTo: known.id))
            let answer = try await replica.createComment(NewComment(roomID: room.id, content: "waits too", quote: "a line", replyTo: mine))
            let late = try await replica.createComment(NewComment(roomID: room.id, content: "late", replyTo: gone.id))
            #expect(comments.items.suffix(3).map { $0.replyTo } == [known.id, mine, gone.id])
            server.change { state in
                state.remove(comment: gone)
                state.isAway = false
            }
            try await replica.sync()
            let sent = server.comments.suffix(3)
            #expect(sent.map { $0.id } == [mine, answer, late] && sent.map { $0.replyTo } == [known.id, mine, nil])
            #expect(sent.map { $0.quote } == [nil, "a line", nil] && replica.writes.isEmpty)
        }
    }

    /// Shows rule 14.10.
    @Test("A requested sync skips a pause, but not one that the server requires")
    func impatient() async throws {
        try await server.withDevice { device, room in
            try await device.replica.createComment(NewComment(roomID: room.id, content: "x"))
            server.change { $0.fates = [.unreachable, .refused(.tooManyRequests, retryAfter: 30)] }
            for _ in 0..<4 { try await device.replica.sync() }
            #expect(server.comments.count == 2 && server.writes.count == 1)
            device.world.clock.advance(by: 30)
            try await device.replica.sync()
            #expect(server.comments.count == 3)
        }
    }

    /// Shows rule 14.10.
    @Test("A write without an answer is retried and made once, and a clock that is set back delays nothing")
    func lost() async throws {
        try await server.withDevice { device, room in
            server.change { $0.fates = [.lost, .lost, .unreachable] }
            try await device.replica.createComment(NewComment(roomID: room.id, content: "once"))
            for _ in 0..<3 { try await device.replica.sync() }
            device.world.clock.advance(by: -91 * 86_400)
            try await device.replica.syncNow(patiently: true)
            #expect(server.comments.map(\.content).filter { $0 == "once" }.count == 1)
            #expect(device.replica.writes.isEmpty)
        }
    }

    /// Shows rule 14.10.
    @Test("After 30 days without an answer a write has failed, and can be retried")
    func expired() async throws {
        try await server.withDevice { device, room in
            try await device.replica.createComment(NewComment(roomID: room.id, content: "old"))
            device.world.clock.advance(by: 30 * 86_400 + 1)
            server.change {
                $0.fates = [.unreachable]
                $0.now += 30 * 86_400 + 1
            }
            try await device.replica.sync()
            #expect(device.replica.writes.map(\.failure) == [.expired])
            try await device.replica.retry(device.replica.writes[0])
            try await device.replica.sync()
            #expect(server.comments.map(\.content).last == "old" && device.replica.writes.isEmpty)
        }
    }

    /// Shows rule 14.11.
    @Test("A refused write stays with its problem, text and dependent writes until it is retried, edited or discarded")
    func failed() async throws {
        try await server.withDevice { device, room in
            let replica = device.replica
            let comments = replica.comments(of: room.id)
            let made = try await replica.createRoom(NewRoom(subject: .custom(title: "new"), memberIDs: []))
            let said = try await replica.createComment(NewComment(roomID: made, content: "in it"))
            let other = try await replica.createComment(NewComment(roomID: room.id, content: "elsewhere"))
            server.change { $0.fates = [.refused(.unknownUser), .refused(.invalid)] }
            try await replica.sync()
            #expect(replica.writes.map { $0.content.subjectID } == [made, said, other])
            guard case .refused(let problem) = replica.writes[1].failure else { throw CancellationError() }
            #expect(problem.code == .unknownUser && replica.writes[1].failedWith == replica.writes[0].id)
            #expect(!replica.isPending(said) && replica.rooms.items.map(\.id) == [room.id] && comments.items.count == 2)
            // A write that depends on a failed one has failed too.
            try await replica.createComment(NewComment(roomID: made, content: "too late"))
            #expect(replica.writes.last?.failedWith == replica.writes[0].id)
            let restarted = device.restart()
            try await restarted.hasLoaded()
            #expect(restarted.writes.count == 4)
            try await restarted.edit(restarted.writes[2], content: "mended")
            try await restarted.retry(restarted.writes[0])
            try await restarted.sync()
            #expect(Set(server.comments.map(\.content)) == ["one 1", "one 2", "in it", "mended", "too late"])
            server.change { $0.fates = [.refused(.forbidden)] }
            try await restarted.editComment(CommentChange(roomID: room.id, commentID: server.comments[0].id, content: "not mine"))
            try await restarted.sync()
            #expect(restarted.writes.count == 1)
            try await restarted.discard(restarted.writes[0])
            #expect(restarted.writes.isEmpty)
        }
    }

    /// Shows rule 14.11.
    @Test("Deleting something that is gone succeeds, and an answer that isn't the API's counts as none")
    func gone() async throws {
        try await server.withDevice { device, room in
            let comment = server.change { $0.comment("mine", in: room.id, by: $0.stub) }
            try await device.replica.sync()
            try await device.replica.deleteComment(roomID: room.id, commentID: comment.id)
            server.change { $0.fates = [.strange(404)] }
            try await device.replica.sync()
            #expect(device.replica.writes.count == 1 && server.comments.count == 3)
            server.change { $0.remove(comment: comment) }
            try await device.replica.sync()
            #expect(device.replica.writes.isEmpty)
            try await device.replica.leaveRoom(roomID: room.id)
            #expect(device.replica.rooms.items.isEmpty)
            server.change { $0.fates = [.lost] }
            try await device.replica.sync()
            try await device.replica.sync()
            #expect(device.replica.writes.isEmpty && server.rooms.isEmpty)
        }
    }

    /// Shows rule 14.11.
    @Test("An existing room of the same members replaces the new one and gets its comments")
    func roomExists() async throws {
        try await server.withDevice { device, room in
            let made = try await device.replica.createRoom(NewRoom(subject: .custom(title: "one"), memberIDs: []))
            let held = device.replica.comments(of: made)
            let said = try await device.replica.createComment(NewComment(roomID: made, content: "there"))
            try await device.replica.markWatched(roomID: made)
            #expect(held.items.map(\.id) == [said])
            server.change { $0.fates = [.refused(.roomExists, members: ["roomID": .id(room.id)])] }
            try await device.replica.sync()
            #expect(server.comments.last?.content == "there" && server.comments.last?.roomID == room.id)
            #expect(device.replica.rooms.items.map(\.id) == [room.id] && device.replica.writes.isEmpty)
            #expect(device.replica.comments(of: made) === held)
            try await shown("its comments are those of the room") { held.items.count == 3 }
            try await device.replica.createComment(NewComment(roomID: made, content: "also there"))
            #expect(held.items.last?.content == "also there")
        }
    }

    /// Shows rule 14.10.
    @Test("A mark has the time of the tap, or the server's time if that is earlier")
    func markedAhead() async throws {
        try await server.withDevice { device, room in
            try await device.replica.markWatched(roomID: room.id)
            server.change { $0.fates = [.refused(.invalid, field: "watchedAt")] }
            try await device.replica.sync()
            #expect(server.writes.count == 2 && device.replica.writes.isEmpty)
            #expect(device.replica.rooms[id: room.id]?.members.first { $0.isHost }?.watchedAt == server.change { $0.now })
        }
    }

    /// Shows rule 14.13.
    @Test("An answered write is shown until a pass that began after its answer has ended", arguments: [true, false])
    func noFlicker(isAmidPass: Bool) async throws {
        try await server.withDevice { device, room in
            let replica = device.replica
            let comments = replica.comments(of: room.id)
            try await comments.itemsHaveLoaded()
            let files = try await replica.opened()
            if isAmidPass {
                server.change { state in for number in 1...4 { state.comment("\(number)", in: room.id) } }
                device.limit = 2
                let other = device.another()
                device.world.kill(at: .applied)
                _ = try? await other.sync()
                try await replica.reloadIfChanged()
            }
            let said = try await replica.createComment(NewComment(roomID: room.id, content: "seen"))
            try await replica.send(files, patiently: false)
            #expect(replica.writes.isEmpty && comments.items.contains { $0.id == said })
            if isAmidPass {
                try await replica.pass(files)
                #expect(comments.items.contains { $0.id == said }, "that pass began before")
                #expect(try await files.outbox.entries().count == 1, "so that it can't contain what was answered since")
            }
            let restarted = device.another()
            let again = restarted.comments(of: room.id)
            try await again.itemsHaveLoaded()
            #expect(again.items.contains { $0.id == said })
            try await replica.pass(files)
            #expect(comments.items.contains { $0.id == said && $0.number == server.comments.last?.number })
            #expect(try await files.outbox.entries().isEmpty)
        }
    }

    /// Shows rule 14.13.
    @Test("A damaged outbox is set aside and reported, and one of a newer version is left unchanged")
    func damage() async throws {
        try await server.withDevice { device, room in
            try await device.replica.createComment(NewComment(roomID: room.id, content: "lost"))
            let files = try await device.replica.opened()
            try files.replica.close()
            try files.outbox.close()
            let file = device.folder.appending(path: OutboxFile.name)
            for path in DatabaseFile.paths(of: file) { try? FileManager.default.removeItem(atPath: path) }
            try Data(repeating: 7, count: 9000).write(to: file)
            try await device.restart().sync()
            let damaged = try #require(device.replica.damagedOutbox)
            #expect(damaged.lastPathComponent.hasPrefix("outbox-damaged-") && FileManager.default.fileExists(atPath: damaged.path))
            #expect(device.replica.writes.isEmpty && device.replica.rooms.items.count == 1)
            try await device.replica.opened().outbox.database.write { try $0.execute(sql: "PRAGMA user_version = 99") }
            await #expect(throws: ReplicaError.newerFormat) { try await device.restart().hasLoaded() }
        }
    }

    /// Shows rule 14.9.
    @Test("The outbox of an earlier version keeps its writes, and the pause that the server asked for")
    func earlierFormat() async throws {
        try await Folder.with { folder in
            let moment = Date(timeIntervalSinceReferenceDate: 1000)
            let earlier = try OutboxFile(in: folder.url)
            try await earlier.add(WatchWrite.createComment(NewComment(roomID: UUID(), content: "kept")), at: moment)
            let write = try #require(try await earlier.entries().first)
            try await earlier.unanswered(write, now: moment, serverNow: moment, retryAfter: 60, random: 1)
            try await earlier.database.write {
                try $0.execute(
                    sql: """
                        ALTER TABLE writes DROP COLUMN owner; ALTER TABLE writes RENAME COLUMN pause_is_required TO pause_is_told;
                        PRAGMA user_version = 1
                        """)
            }
            try earlier.close()
            let outbox = try OutboxFile(in: folder.url)
            #expect(try await outbox.entries().map(\.id) == [write.id])
            guard case .later(60) = try await outbox.take(now: moment, patiently: false) else {
                Issue.record("the pause is gone")
                return
            }
        }
    }

    /// Shows rule 14.9.
    @Test("A call whose write to disk fails throws, and nothing is shown or sent")
    func diskFull() async throws {
        try await server.withDevice { device, room in
            let outbox = try await device.replica.opened().outbox
            try await outbox.database.write {
                try $0.execute(
                    sql: "CREATE TRIGGER full BEFORE INSERT ON writes BEGIN SELECT raise(ABORT, 'database or disk is full'); END")
            }
            let comments = device.replica.comments(of: room.id)
            await #expect(throws: (any Error).self) {
                try await device.replica.createComment(NewComment(roomID: room.id, content: "x"))
            }
            try await device.replica.sync()
            #expect(comments.items.count == 2 && server.comments.count == 2 && device.replica.writes.isEmpty)
        }
    }

    /// Shows rule 14.9.
    @Test("Another process that sends reserves the first write for 60 seconds, unless it has ended")
    func lease() async throws {
        try await server.withDevice { device, room in
            try await device.replica.createComment(NewComment(roomID: room.id, content: "x"))
            let (one, other) = (device.another(), device.another())
            device.world.kill(at: .leased)
            _ = try? await one.sync()
            try await other.sync()
            #expect(server.comments.count == 2)
            device.world.clock.advance(by: 59)
            try await other.sync()
            #expect(server.comments.count == 2)
            device.world.clock.advance(by: 1)
            try await other.sync()
            #expect(server.comments.count == 3)
            try await other.createComment(NewComment(roomID: room.id, content: "y"))
            let ended = try await Shell.run("echo $$").output.trimmingCharacters(in: .whitespacesAndNewlines)
            try await other.opened().outbox.database.write { db in
                struct SendingLease: Codable {
                    let holder: String
                    let since: Date
                }
                try OutboxFile.setValue(SendingLease(holder: "\(ended):x", since: device.world.clock.now), "lease", db)
            }
            try await other.sync()
            #expect(server.comments.count == 4)
        }
    }
}
