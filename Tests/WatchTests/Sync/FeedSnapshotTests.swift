import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Domain

@Suite("rule 13.7: the feed neither loses, repeats nor delays changes, in any order of commits", .serialized)
struct FeedSnapshotTests {
    /// The number of comments. DAVENPORT_SYNC_COMMENTS raises it.
    static let comments = setting("DAVENPORT_SYNC_COMMENTS") ?? 20

    /// Shows rule 13.7.
    @Test("An open transaction is synced after its commit and delays no other; a transaction rolled back never is")
    func held() async throws {
        try await FeedEvening.with { evening in
            let (held, other) = (try await evening.room(1), try await evening.room(2))
            var ada = try await evening.started(evening.ada)
            var (synced, said) = ([UUID](), [UUID]())
            let late = UUID()
            try await evening.server.beside { transaction in
                try await transaction.query(evening.comment(late, in: held))
                for number in 1...Self.comments {
                    if number % 5 == 0 { await evening.rolledBack(in: other) }
                    said.append(try await evening.server.comment(evening.bea, in: other, "\(number)").id)
                    synced += try await ada.follow().comments
                    #expect(synced == said, "at once, though an older transaction is still under way")
                }
            }
            synced += try await ada.follow().comments
            #expect(synced == said + [late])
            #expect(try await ada.follow().isEmpty)
        }
    }

    /// Shows rule 13.7.
    @Test("A transaction that is open while a pass begins, and commits during it, is synced in the next pass, once")
    func heldOverPasses() async throws {
        try await FeedEvening.with { evening in
            let rooms = [try await evening.room(1), try await evening.room(2), try await evening.room(3)]
            for room in rooms { try await evening.server.comment(evening.bea, in: room, "hello") }
            var ada = evening.follower(evening.ada)
            let late = UUID()
            try await evening.server.beside { transaction in
                try await transaction.query(evening.comment(late, in: rooms[2]))
                try await ada.page(limit: 2)
            }
            // The pass continues after the commit, which its snapshot doesn't contain.
            #expect(try await !ada.follow(limit: 2).comments.contains(late))
            #expect(try await ada.follow(limit: 2).comments == [late])
            #expect(try await ada.follow().isEmpty)
        }
    }

    /// Shows rule 13.7.
    @Test("While several users comment and one syncs without pause, each comment is synced once and none is missing")
    func atOnce() async throws {
        try await FeedEvening.with { evening in
            let rooms = [try await evening.room(1), try await evening.room(2), try await evening.room(3), try await evening.room(4)]
            var ada = try await evening.started(evening.ada)
            let isOver = Mutex(false)
            async let writing = withThrowingTaskGroup(of: [UUID].self) { group in
                defer { isOver.withLock { $0 = true } }
                for (index, room) in rooms.enumerated() {
                    group.addTask {
                        var said: [UUID] = []
                        for number in 1...Self.comments {
                            let author = index % 2 == 0 ? evening.ada : evening.bea
                            said.append(try await evening.server.comment(author, in: room, "\(number)").id)
                        }
                        return said
                    }
                }
                return try await group.reduce(into: [UUID]()) { $0 += $1 }
            }
            var synced: [UUID] = []
            while !isOver.withLock({ $0 }) { synced += try await ada.follow().comments }
            let said = try await writing
            synced += try await ada.follow().comments
            #expect(synced.count == said.count && Set(synced) == Set(said))
        }
    }

    /// Shows rule 13.7.
    @Test("Later pages of a pass keep its snapshot, even with more open transactions than a cursor stores")
    func manyOverPasses() async throws {
        try await FeedEvening.with { evening in
            let rooms = [try await evening.room(1), try await evening.room(2), try await evening.room(3)]
            var ada = evening.follower(evening.ada)
            var synced = try await ada.page(limit: 2).rooms
            let cursor = try FeedCursor(try #require(ada.cursor))
            let pass = try #require(cursor.pass)
            // Simulates so many open transactions that every change comes after them.
            let snapshot = try #require(Snapshot(xmin: 3, xmax: 68, inProgress: Array(3..<67)))
            let target = FeedCursor.Synced(snapshot: snapshot, moment: pass.target.moment)
            ada.cursor =
                FeedCursor(
                    epoch: cursor.epoch, base: cursor.base, digests: cursor.digests,
                    pass: .init(target: target, collection: pass.collection, place: pass.place)
                ).text
            synced += try await ada.follow(limit: 2).rooms
            #expect(synced.count == 3 && Set(synced) == Set(rooms.map(\.id)))
            #expect(try await Set(ada.follow(limit: 2).rooms) == Set(rooms.map(\.id)), "a change after the 64th may be synced twice")
            #expect(try await ada.follow(limit: 2).isEmpty)
        }
    }
}

extension FeedEvening {
    fileprivate func comment(_ id: UUID, in room: Room) -> SQL { server.comment(id, in: room.id, by: bea.id) }

    fileprivate func rolledBack(in room: Room) async {
        try? await server.beside { transaction in
            try await transaction.query(comment(UUID(), in: room))
            throw CancellationError()
        }
    }
}
