import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 17: replies")
struct ReplyTests {
    /// Creates a comment that answers another one.
    @discardableResult
    private func reply(
        _ server: TestServer, _ author: Person, to replyTo: UUID, in room: Room, _ content: String = "so it is", seconds: Int? = nil
    ) async throws -> Comment {
        try await server.as(author).createComment(
            NewComment(roomID: room.id, seconds: seconds, content: content, replyTo: replyTo)
        ).value
    }

    /// Shows rule 17.28.
    @Test("A reply names what it answers in every answer; a retry returns it, and one that answers another comment is 409")
    func answers() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let (one, two) = (try await server.comment(ada, in: room, "that", seconds: 7), try await server.comment(ada, in: room, "this"))
            var follower = Follower(server.as(ada))
            try await follower.follow()
            let new = NewComment(roomID: room.id, id: UUID(), content: "0:07 what?", replyTo: one.id)
            let made = try await server.as(bea).createComment(new)
            #expect(made.value.replyTo == one.id && made.value.seconds == 7 && made.isNew)
            for limit in [10, 500] {
                let items = try await server.as(ada).listComments(CommentQuery(roomID: room.id, seconds: 7, limit: limit)).items
                #expect(items.map(\.replyTo) == [nil, one.id])
            }
            #expect(try await follower.follow().comments == [made.value.id])
            #expect(follower.comments[made.value.id]?.replyTo == one.id)
            let other = NewComment(roomID: room.id, id: new.id, content: new.content, replyTo: two.id)
            await #expect(throws: APIError.self) { try await server.as(bea).createComment(other) }
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: one.id)
            let again = try await server.as(bea).createComment(new)
            #expect(again.value == made.value && !again.isNew, "it was there when it was answered")
        }
    }

    /// Shows rule 17.28.
    @Test("A comment that can't be answered is 422 for replyTo, and one answer doesn't differ from another")
    func refused() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let elsewhere = try await server.room(ada, with: [bea], episode: 2)
            let unseen = try await server.room(ada, episode: 3)
            let other = try await server.otherTenant("loft")
            let stranger = try await server.person("dora", in: other)
            let foreign = try await server.as(stranger, in: other).createRoom(NewRoom(subject: .custom(title: "x"), memberIDs: [])).value
            let abroad = try await server.as(stranger, in: other).createComment(NewComment(roomID: foreign.id, content: "abroad")).value
            let later = try await server.comment(ada, in: room, "later", seconds: 944)
            let gone = try await server.comment(ada, in: room, "gone")
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: gone.id)
            let hers = try await server.comment(ada, in: unseen, "where bea isn't")
            let ids = [
                UUID(), later.id, gone.id, try await server.comment(bea, in: elsewhere, "in another room").id, hers.id, abroad.id,
            ]
            var problems: [Problem] = []
            for id in ids {
                let answer = try await server.call(
                    .post, "/v1/rooms/\(room.id)/comments", token: bea.token,
                    json: ["content": "15:43 what?", "replyTo": .id(id)] as JSONValue)
                #expect(answer.status == 422 && answer.faultyFields == ["replyTo"], "\(answer)")
                problems.append(try answer.json(Problem.self).answer(to: "the same"))
            }
            #expect(problems.allSatisfy { $0 == problems[0] })
            let count = try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items.count
            #expect(count == 1)
            let stranded = try await server.call(
                .post, "/v1/rooms/\(unseen.id)/comments", token: bea.token,
                json: ["content": "what?", "replyTo": .id(hers.id)] as JSONValue)
            #expect(stranded.status == 404)
        }
    }

    /// Shows rule 17.29.
    @Test("Edits keep what a reply answers, and so does deleting the answered comment or its author's account")
    func kept() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let (one, two) = (try await server.comment(ada, in: room, "that", seconds: 7), try await server.comment(cem, in: room, "this"))
            let (first, second) = (
                try await reply(server, bea, to: one.id, in: room, seconds: 7), try await reply(server, bea, to: two.id, in: room)
            )
            func answered() async throws -> [UUID?] {
                let items = try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items
                return [first, second].map { made in items.first { $0.id == made.id }?.replyTo }
            }
            _ = try await server.as(bea).editComment(CommentChange(roomID: room.id, commentID: first.id, content: "0:03 earlier"))
            _ = try await server.as(ada).editComment(CommentChange(roomID: room.id, commentID: one.id, seconds: 900))
            #expect(try await answered() == [one.id, two.id])
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: one.id)
            #expect(try await server.delete(cem, eraseComments: true).status == 204)
            #expect(try await answered() == [one.id, two.id])
            let left = try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items.map(\.id)
            #expect(Set(left) == [first.id, second.id], "clients find neither, and say that it is deleted")
        }
    }

    /// Shows rule 17.29.
    @Test("The author's export has what a reply answers; deleting the reply or the account erases it")
    func erased() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let one = try await server.comment(ada, in: room, "that")
            let made = try await reply(server, bea, to: one.id, in: room)
            try await reply(server, bea, to: made.id, in: room)
            let export = try await server.call(.get, "/v1/me/export", token: bea.token).json(JSONValue.self)
            let comments = export["rooms"]?.elements.first?["comments"]?.elements ?? []
            #expect(comments.map { $0["replyTo"] } == [.id(one.id), .id(made.id)])
            func replies() async throws -> Int { try await server.rows("SELECT FROM comments WHERE reply_to IS NOT NULL").count }
            _ = try await server.as(bea).deleteComment(roomID: room.id, commentID: made.id)
            #expect(try await replies() == 1)
            #expect(try await server.delete(bea, eraseComments: true).status == 204)
            #expect(try await replies() == 0)
        }
    }

    /// Shows rule 17.30.
    @Test("Behind the gate a reply to a hidden comment doesn't say so: neither in the general thread nor after an edit of a second")
    func gated() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let (near, finale) = (
                try await server.comment(bea, in: room, "near", seconds: 100), try await server.comment(bea, in: room, "finale")
            )
            try await server.watched(bea, room)
            let made = [
                try await reply(server, cem, to: near.id, in: room, seconds: 100), try await reply(server, cem, to: finale.id, in: room),
                try await reply(server, cem, to: finale.id, in: room, seconds: 100),
            ]
            _ = try await server.as(ada).setPosition(roomID: room.id, seconds: 500, running: false)
            func seen(_ limit: Int) async throws -> [UUID?] {
                let answer = try await server.call(
                    .get, "/v1/rooms/\(room.id)/comments?gate=position&limit=\(limit)", token: ada.token)
                let items = try answer.json(CommentPage.self).items
                for hidden in [near, finale] where !items.contains(where: { $0.id == hidden.id }) {
                    #expect(!answer.text.contains(hidden.id.uuidString.lowercased()))
                }
                return made.map { reply in items.first { $0.id == reply.id }?.replyTo }
            }
            func move(_ comment: Comment, by author: Person, to seconds: Int) async throws {
                _ = try await server.as(author).editComment(CommentChange(roomID: room.id, commentID: comment.id, seconds: seconds))
            }
            for limit in [50, 500] {
                #expect(try await seen(limit) == [near.id, nil, nil])
                try await move(near, by: bea, to: 900)
                #expect(try await seen(limit) == [nil, nil, nil], "the answered comment lies ahead now")
                try await move(near, by: bea, to: 100)
                try await move(made[0], by: cem, to: 20)
                #expect(try await seen(limit) == [near.id, nil, nil], "the reply comes before it now")
            }
            _ = try await server.as(ada).setPosition(roomID: room.id, seconds: 50, running: false)
            #expect(try await seen(50) == [nil, nil, nil])
            try await server.watched(ada, room)
            #expect(try await seen(50) == [near.id, finale.id, finale.id])
        }
    }

    /// Shows rules 17.30 and 4.9.
    @Test("A reply has only the id of a comment whose author the reader blocks or mutes, and the list has that id too")
    func blocked() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let secret = try await server.comment(bea, in: room, "the secret words")
            let made = try await reply(server, cem, to: secret.id, in: room)
            try await server.block(ada, bea)
            _ = try await server.as(ada).changeMutes(Mutes(userIDs: [bea.id], words: []))
            let items = try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items
            #expect(items.map(\.id) == [secret.id, made.id] && items[1].replyTo == secret.id)
            let text = String(decoding: try JSONEncoder().encode(items[1]), as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains(bea.id.uuidString))
        }
    }
}
