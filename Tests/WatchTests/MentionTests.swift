import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 17: mentions")
struct MentionTests {
    /// Returns the pending notifications, as `room.mentioned ada>bea 3`.
    private func pending(_ server: TestServer) async throws -> [String] {
        let rows = try await server.rows(
            """
            SELECT concat_ws(' ', n.kind, a.username || '>' || r.username, n.about_number) AS text FROM notifications AS n
            JOIN users AS a ON a.id = n.actor_id JOIN users AS r ON r.id = n.recipient_id
            WHERE n.state = 'pending' ORDER BY 1
            """)
        return try rows.map { try $0["text"] }
    }

    /// Shows rule 17.14.
    @Test("A comment has its mentions in every answer; an edit works them out anew, and a new username changes nothing")
    func answers() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            let comment = try await server.comment(ada, in: room, "0:07 @BEA and @cem, look")
            let expected = [Mention(text: "@BEA", userID: bea.id)]
            #expect(comment.mentions == expected && comment.content == "@BEA and @cem, look", "Cem is no member")
            #expect(try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items.map(\.mentions) == [expected])
            var follower = Follower(server.as(bea))
            try await follower.follow()
            #expect(follower.comments[comment.id]?.mentions == expected)
            _ = try await server.as(bea).changeMe(AccountChange(username: "beatrice"))
            func edit(_ content: String?, seconds: Int? = nil) async throws -> [Mention]? {
                try await server.as(ada).editComment(
                    CommentChange(roomID: room.id, commentID: comment.id, content: content, seconds: seconds)
                ).mentions
            }
            #expect(try await edit(nil, seconds: 9) == expected)
            _ = try await server.as(ada).addMember(roomID: room.id, userID: cem.id)
            #expect(try await edit("@bea @cem") == [Mention(text: "@cem", userID: cem.id)])
            #expect(try await edit("nobody") == nil)
        }
    }

    /// Shows rule 17.14.
    @Test("Somebody who leaves the room or deletes their account becomes plain text, and feeds have it")
    func leaving() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let comment = try await server.comment(ada, in: room, "@bea @cem @bea")
            #expect(comment.mentions?.count == 3)
            var follower = Follower(server.as(ada))
            try await follower.follow()
            _ = try await server.as(bea).leaveRoom(roomID: room.id)
            #expect(try await follower.follow().comments == [comment.id])
            #expect(follower.comments[comment.id]?.mentions == [Mention(text: "@cem", userID: cem.id)])
            #expect(try await server.delete(cem).status == 204)
            try await follower.follow()
            #expect(follower.comments[comment.id]?.mentions == nil && follower.comments[comment.id]?.content == "@bea @cem @bea")
        }
    }

    /// Shows rule 17.15.
    @Test("At a second of the show only somebody who has watched is notified, in the general thread everybody, and never the author")
    func notified() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            try await server.watched(bea, room)
            try await server.emptyOutbox()
            try await server.comment(ada, in: room, "@ada @bea @cem", seconds: 9)
            #expect(try await pending(server) == ["room.mentioned ada>bea 1"])
            let general = try await server.comment(ada, in: room, "@ada @bea @cem")
            #expect(try await pending(server) == ["room.mentioned ada>bea 1", "room.mentioned ada>bea 2", "room.mentioned ada>cem 2"])
            _ = try await server.as(bea).markRead(roomID: room.id, commentID: general.id)
            #expect(try await pending(server) == ["room.mentioned ada>cem 2"])
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: general.id)
            #expect(try await pending(server) == [])
            try await server.block(cem, ada)
            try await server.comment(ada, in: room, "@cem")
            #expect(try await pending(server) == [])
        }
    }

    /// Shows rule 17.15.
    @Test("A mention takes the place of the reply's notification; an edit adds and cancels it, and twenty at once notify once")
    func edited() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            for person in [ada, bea] { try await server.watched(person, room) }
            try await server.emptyOutbox()
            let comment = try await server.comment(ada, in: room, "@bea", seconds: 9)
            #expect(try await pending(server) == ["room.mentioned ada>bea 1"])
            @Sendable func edit(_ content: String) async throws {
                _ = try await server.as(ada).editComment(CommentChange(roomID: room.id, commentID: comment.id, content: content))
            }
            try await edit("nobody")
            #expect(try await pending(server) == [])
            try await concurrently(0..<20) { number in try await edit("@bea \(number)") }
            #expect(try await pending(server) == ["room.mentioned ada>bea 1"])
            try await server.rows("UPDATE notifications SET state = 'sent' WHERE state = 'pending'")
            try await edit("nobody again")
            try await edit("@bea again")
            #expect(try await pending(server) == [], "it was sent")
        }
    }

    /// Shows rule 17.31.
    @Test("The answered author is notified as for a mention, and once if the reply mentions them too; deleting either comment cancels it")
    func answered() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let (hers, his) = (try await server.comment(bea, in: room, "that", seconds: 9), try await server.comment(cem, in: room, "this"))
            for person in [ada, bea] { try await server.watched(person, room) }
            try await server.emptyOutbox()
            @discardableResult
            func reply(to one: Comment, _ content: String = "so it is", seconds: Int = 0, by author: Person) async throws -> Comment {
                try await server.as(author).createComment(
                    NewComment(roomID: room.id, seconds: seconds, content: content, replyTo: one.id)
                ).value
            }
            let first = try await reply(to: hers, "@bea so it is", seconds: 9, by: ada)
            #expect(try await pending(server) == ["room.mentioned ada>bea 3"], "it takes the place of both others")
            _ = try await server.as(ada).editComment(CommentChange(roomID: room.id, commentID: first.id, content: "so it is"))
            #expect(try await pending(server) == ["room.mentioned ada>bea 3"], "it still answers her")
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: first.id)
            #expect(try await pending(server) == [])
            let second = try await reply(to: his, seconds: 9, by: bea)
            try await reply(to: his, by: cem)
            #expect(try await pending(server) == ["room.replies bea>ada"], "he hasn't watched, and nobody hears of their own")
            _ = try await server.as(bea).editComment(CommentChange(roomID: room.id, commentID: second.id, seconds: 0))
            #expect(try await pending(server) == ["room.mentioned bea>cem 4", "room.replies bea>ada"])
            _ = try await server.as(cem).deleteComment(roomID: room.id, commentID: his.id)
            _ = try await server.as(bea).editComment(CommentChange(roomID: room.id, commentID: second.id, content: "so it was"))
            #expect(try await pending(server) == ["room.replies bea>ada"])
            try await server.emptyOutbox()
            let third = try await server.comment(cem, in: room, "these")
            try await server.block(cem, ada)
            try await reply(to: third, by: ada)
            #expect(try await pending(server).filter { $0.contains(">cem") }.isEmpty)
        }
    }

    /// Shows rules 9.4 and 17.31.
    @Test("A comment that mentions or answers somebody isn't counted among the replies to them, so deleting it leaves their count")
    func uncounted() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let hers = try await server.comment(bea, in: room, "that")
            for person in [ada, bea] { try await server.watched(person, room) }
            try await server.emptyOutbox()
            func replies() async throws -> [Int] {
                try await server.rows("SELECT count FROM notifications WHERE kind = 'room.replies' AND state = 'pending'").map {
                    try $0["count"]
                }
            }
            let one = try await server.comment(ada, in: room, "one")
            let two = try await server.as(ada).createComment(NewComment(roomID: room.id, content: "two", replyTo: hers.id)).value
            let three = try await server.comment(ada, in: room, "@bea three")
            let four = try await server.comment(ada, in: room, "four")
            #expect(try await replies() == [2])
            let steps: [(Comment, [Int])] = [(two, [2]), (three, [2]), (four, [1]), (one, [])]
            for (comment, left) in steps {
                _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: comment.id)
                #expect(try await replies() == left)
            }
        }
    }

    /// Shows rule 17.16.
    @Test("Mentionables are the other members; strangers get 404, and a prefix of more than 40 characters is refused")
    func mentionables() async throws {
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea])
            let all = try await server.as(ada).listMentionables(roomID: room.id).items
            #expect(all == [Mentionable(kind: .member, text: "@bea", userID: bea.id)])
            #expect(try await server.as(ada).listMentionables(roomID: room.id, prefix: "x").items.isEmpty)
            #expect(try await server.call(.get, "/v1/rooms/\(room.id)/mentionables", token: cem.token).status == 404)
            let long = try await server.call(
                .get, "/v1/rooms/\(room.id)/mentionables?prefix=\(String(repeating: "a", count: 41))", token: ada.token)
            #expect(long.status == 422 && long.faultyFields == ["prefix"])
        }
    }
}
