import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("rule 13.2: passes of the feed, page by page")
struct FeedPassTests {
    /// Shows rule 13.2.
    @Test("With every page limit a pass returns the rooms and comments of the lists, without comments of archived rooms")
    func limits() async throws {
        try await FeedEvening.with { evening in
            let rooms = try await evening.filled(archived: 7, active: 4, comments: 23)
            let client = evening.server.as(evening.ada)
            var listed: [UUID: Comment] = [:]
            for room in rooms.active {
                for comment in try await client.listComments(CommentQuery(roomID: room, limit: 500)).items { listed[comment.id] = comment }
            }
            for limit in [1, 3, 7, 500] {
                var ada = evening.follower(evening.ada)
                let synced = try await ada.follow(limit: limit)
                #expect(synced.rooms.count == 11 && Set(synced.rooms) == Set(rooms.active + rooms.archived), "limit \(limit)")
                #expect(synced.comments.count == listed.count && ada.comments == listed, "limit \(limit)")
                #expect(synced.complete.count == 4 && Set(synced.complete) == Set(rooms.active), "limit \(limit)")
                #expect(synced.pages >= (11 + listed.count) / limit, "limit \(limit)")
                #expect(try await ada.follow(limit: limit).isEmpty)
            }
        }
    }

    /// Shows rule 13.7.
    @Test("A change during a pass is synced in the next one, none twice and none missing")
    func meanwhile() async throws {
        try await FeedEvening.with { evening in
            let rooms = try await evening.filled(archived: 2, active: 4, comments: 12)
            var (ada, said, synced) = (evening.follower(evening.ada), [UUID](), [UUID]())
            for round in 0..<3 {
                var count = 0
                let (server, bea) = (evening.server, evening.bea)
                var mine: [UUID] = []
                let pass = try await ada.follow(limit: 2) {
                    count += 1
                    let room = rooms.active[count % 4]
                    mine.append(try await server.as(bea).createComment(NewComment(roomID: room, content: "\(round) \(count)")).value.id)
                }
                #expect(Set(pass.comments).isDisjoint(with: mine))
                said += mine
                synced += pass.comments
            }
            synced += try await ada.follow().comments
            #expect(synced.count == Set(synced).count && Set(said).isSubset(of: synced))
            var other = evening.follower(evening.ada)
            try await other.follow()
            #expect(ada.rooms == other.rooms && ada.comments == other.comments && ada.complete == other.complete)
        }
    }

    /// Shows rule 13.2.
    @Test("A room archived between two pages is synced to its end; one that the user leaves is removed in the next pass")
    func turning() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.room(1, watched: true)
            for number in 1...4 { try await evening.server.comment(evening.ada, in: room, "\(number)") }
            var ada = evening.follower(evening.ada)
            // This page has the room and one of its comments.
            try await ada.page(limit: 2)
            #expect(ada.comments.count == 1)
            evening.server.clock.advance(by: 8 * 86_400)
            let rest = try await ada.follow(limit: 2)
            #expect(ada.comments.count == 4 && rest.complete == [room.id])
            var bea = evening.follower(evening.bea)
            evening.server.clock.advance(by: -8 * 86_400)
            try await bea.page(limit: 2)
            _ = try await evening.server.as(evening.bea).leaveRoom(roomID: room.id)
            let cut = try await bea.follow(limit: 2)
            #expect(cut.complete.isEmpty && cut.comments.isEmpty && cut.removedRooms.isEmpty)
            #expect(try await bea.follow().removedRooms == [room.id])
        }
    }

    /// Shows rule 13.2.
    @Test("A page of long comments ends when it exceeds 256 KB")
    func long() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.room(1)
            var ada = try await evening.started(evening.ada)
            let text = String(repeating: "\u{1F600}", count: 4000)
            for _ in 0..<20 { try await evening.server.comment(evening.bea, in: room, text) }
            let first = try await ada.page(limit: 500)
            #expect(first.comments.count == 17)
            #expect(try await ada.follow(limit: 500).comments.count == 3)
        }
    }
}

extension FeedEvening {
    /// Creates rooms of both users, some archived, with comments in all of them.
    func filled(archived: Int, active: Int, comments: Int) async throws -> (archived: [UUID], active: [UUID]) {
        var (old, new) = ([Room](), [Room]())
        for episode in 0..<archived { old.append(try await room(episode + 1, watched: true)) }
        try await say(comments, in: old)
        server.clock.advance(by: 8 * 86_400)
        // One of these rooms is completed but not archived, and one has no comments.
        for episode in 0..<active { new.append(try await room(archived + episode + 1, watched: episode == 0)) }
        try await say(comments, in: Array(new.dropLast()))
        return (old.map(\.id), new.map(\.id))
    }

    private func say(_ count: Int, in rooms: [Room]) async throws {
        for number in 0..<count { try await server.comment(number % 2 == 0 ? ada : bea, in: rooms[number % rooms.count], "\(number)") }
    }
}
