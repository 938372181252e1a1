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
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea, cem])
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
        try await TestServer.with { server in
            let (ada, bea, cem) = try await server.friends("ada", "bea", "cem")
            let room = try await server.room(ada, with: [bea, cem])
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
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea])
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
