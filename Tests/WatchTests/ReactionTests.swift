import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 17: reactions")
struct ReactionTests {
    /// Shows rules 17.10 and 17.11.
    @Test("Reactions are listed by each emoji's first use, people in their order; repeating and taking back may be repeated")
    func order() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let comment = try await server.comment(ada, in: room, "33:10 GOATS")
            #expect(comment.reactions == nil)
            func react(_ person: Person, _ emoji: String) async throws -> [Reaction]? {
                try await server.as(person).addReaction(roomID: room.id, commentID: comment.id, emoji: emoji).reactions
            }
            func take(_ person: Person, _ emoji: String) async throws -> [Reaction]? {
                try await server.as(person).removeReaction(roomID: room.id, commentID: comment.id, emoji: emoji).reactions
            }
            _ = try await react(cem, "🐐")
            _ = try await react(bea, "❤")
            _ = try await react(bea, "🐐")
            let all = try await react(bea, "🐐")
            let expected = [
                Reaction(emoji: "🐐", userIDs: [cem.id, bea.id], count: 2), Reaction(emoji: "❤️", userIDs: [bea.id], count: 1),
            ]
            #expect(all == expected)
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items.map(\.reactions) == [expected])
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id, limit: 500)).items.map(\.reactions) == [expected])
            #expect(try await take(ada, "🐐") == expected, "she has none")
            let rest = [Reaction(emoji: "❤️", userIDs: [bea.id], count: 1), Reaction(emoji: "🐐", userIDs: [bea.id], count: 1)]
            #expect(try await take(cem, "🐐") == rest)
            _ = try await take(bea, "🐐")
            #expect(try await take(bea, "❤\u{FE0F}") == nil)
            let edited = try await react(bea, "🐐")
            let changed = try await server.as(ada).editComment(CommentChange(roomID: room.id, commentID: comment.id, content: "goats"))
            #expect(changed.reactions == edited)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rule 17.11.
    @Test("A reaction is no activity, isn't unread and notifies nobody, but everybody's feed has it")
    func quietly() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            for isFinished in [false, true] {
                let room = try await server.room(ada, with: [bea], episode: isFinished ? 2 : 1)
                let comment = try await server.comment(ada, in: room, "hello", seconds: 7)
                if isFinished { for person in [ada, bea] { try await server.watched(person, room) } }
                try await server.emptyOutbox()
                var follower = Follower(server.as(bea))
                try await follower.follow()
                let before = try await server.as(ada).showRoom(roomID: room.id)
                server.clock.advance(by: 60)
                let reacted = try await server.as(bea).addReaction(roomID: room.id, commentID: comment.id, emoji: "🐐")
                #expect(reacted.editedAt == nil)
                #expect(try await server.as(ada).showRoom(roomID: room.id) == before)
                #expect(try await server.database.count("notifications") == 0)
                #expect(try await follower.follow().comments == [comment.id])
                #expect(follower.comments[comment.id] == reacted)
                _ = try await server.as(bea).removeReaction(roomID: room.id, commentID: comment.id, emoji: "🐐")
                #expect(try await follower.follow().comments == [comment.id])
                #expect(follower.comments[comment.id]?.reactions == nil)
            }
        }
    }

    /// Shows rule 17.10.
    @Test("Fifty requests at once with fifty emoji end in exactly twelve; a thirteenth is 409, and more of the same aren't")
    func atOnce() async throws {
        try await TestServer.with { server in
            let people = try await server.friends(["ada", "bea", "cem", "dora", "eda"])
            let room = try await server.room(people[0], with: Array(people[1...]))
            let comment = try await server.comment(people[0], in: room, "hello")
            let emojis = (0..<50).compactMap { Unicode.Scalar(0x1F400 + $0).map { String(Character($0)) } }
            let codes = try await concurrently(emojis.enumerated()) { (index, emoji) in
                let reference = ReactionReference(roomID: room.id, commentID: comment.id, emoji: emoji)
                return try await refusal { try await server.as(people[index % 5]).addReaction(reference) }
            }
            #expect(codes.counts == [nil: 12, .limitReached: 38])
            let found = try await server.as(people[0]).listComments(CommentQuery(roomID: room.id)).items[0].reactions ?? []
            #expect(found.count == 12 && found.allSatisfy { $0.count == 1 })
            for person in people {
                let all = try await server.as(person).addReaction(roomID: room.id, commentID: comment.id, emoji: found[0].emoji)
                #expect(all.reactions?.count == 12)
            }
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 17.9 and 17.11.
    @Test("Anything but one emoji is 422 for the field emoji; others' comments are 404; the sixty-first reaction in a minute is 429")
    func refusals() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            let comment = try await server.comment(ada, in: room, "hello")
            let path = "/v1/rooms/\(room.id)/comments/\(comment.id)/reactions/"
            for text in ["a", "1", "%F0%9F%90%90a", "%E2%80%8D", "%F0%9F%90%90%F0%9F%90%90"] {
                let answer = try await server.call(.put, path + text, token: ada.token)
                #expect(answer.status == 422 && answer.faultyFields == ["emoji"], "\(text): \(answer)")
            }
            #expect(try await server.call(.put, path + "%F0%9F%90%90", token: cem.token).status == 404)
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: comment.id)
            #expect(try await server.call(.put, path + "%F0%9F%90%90", token: ada.token).status == 404)
            let other = try await server.comment(ada, in: room, "again")
            for number in 0..<60 {
                let method = number % 2 == 0 ? DavenportAPI.Method.put : .delete
                let answer = try await server.call(
                    method, "/v1/rooms/\(room.id)/comments/\(other.id)/reactions/%F0%9F%90%90", token: bea.token)
                #expect(answer.status == 200)
            }
            let refused = try await server.call(
                .put, "/v1/rooms/\(room.id)/comments/\(other.id)/reactions/%F0%9F%90%90", token: bea.token)
            #expect(refused.status == 429 && refused.headers["retry-after"] == "60")
        }
    }

    /// Shows rule 17.12.
    @Test("Deleting the comment or the account deletes reactions; an export has one's own; former members keep theirs")
    func ends() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let (one, other) = (try await server.comment(ada, in: room, "one"), try await server.comment(bea, in: room, "other"))
            for comment in [one, other] {
                for person in [ada, bea, cem] {
                    _ = try await server.as(person).addReaction(roomID: room.id, commentID: comment.id, emoji: "🐐")
                }
            }
            let export = try await server.call(.get, "/v1/me/export", token: bea.token).json(JSONValue.self)
            #expect(export["reactions"]?.elements.count == 2)
            #expect(export["reactions"]?.elements.first?["emojis"]?.elements.first?["emoji"] == "🐐")
            _ = try await server.as(cem).leaveRoom(roomID: room.id)
            #expect(try await reactions(server, ada, room).map(\.userIDs) == [[ada.id, bea.id, cem.id], [ada.id, bea.id, cem.id]])
            // Cem blocks Ada: she doesn't see him, but his reaction counts.
            try await server.block(cem, ada)
            let hidden = try await reactions(server, ada, room)
            #expect(hidden.map(\.userIDs) == [[ada.id, bea.id], [ada.id, bea.id]] && hidden.map(\.count) == [3, 3])
            var follower = Follower(server.as(ada))
            try await follower.follow()
            #expect(follower.comments[one.id]?.reactions == [hidden[0]])
            #expect(try await reactions(server, bea, room).map(\.userIDs.count) == [3, 3])
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: one.id)
            #expect(try await server.database.count("reactions") == 3)
            #expect(try await server.delete(bea, eraseComments: true).status == 204)
            #expect(try await server.database.count("reactions") == 0, "those to the erased comment")
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    private func reactions(_ server: TestServer, _ person: Person, _ room: Room) async throws -> [Reaction] {
        try await server.as(person).listComments(CommentQuery(roomID: room.id)).items.flatMap { $0.reactions ?? [] }
    }

    /// Shows rule 17.12.
    @Test("Deleting an account takes its reactions from others' comments, and their feeds have it")
    func accounts() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let comment = try await server.comment(ada, in: room, "hello")
            for person in [bea, ada] { _ = try await server.as(person).addReaction(roomID: room.id, commentID: comment.id, emoji: "🐐") }
            var follower = Follower(server.as(ada))
            try await follower.follow()
            #expect(try await server.delete(bea).status == 204)
            try await follower.follow()
            #expect(follower.comments[comment.id]?.reactions == [Reaction(emoji: "🐐", userIDs: [ada.id], count: 1)])
        }
    }
}
