import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 6: comments")
struct CommentTests {
    /// Shows rule 10.7.
    @Test("A page ends early when its comments are large, and the next one continues after it")
    func largePages() async throws {
        try await TestServer.withRoom { server, ada, room in
            for number in 1...40 { try await server.comment(ada, in: room, String(repeating: "🛋", count: number == 17 ? 1536 : 4000)) }
            let query = CommentQuery(roomID: room.id, limit: 500)
            let first = try await server.as(ada).listComments(query)
            #expect(first.items.map(\.number) == Array(1...17), "16 × 16,000 bytes and 6,144 bytes are 256 KB")
            let all = try await server.as(ada).all(Endpoints.listComments, query).array()
            #expect(all.map(\.number) == Array(1...40))
        }
    }

    /// Shows rule 5.7.
    @Test("Every comment of a page has its author, also one who has left the room")
    func authors() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            for (second, person) in [ada, bea, cem, bea].enumerated() { try await server.comment(person, in: room, "hi", seconds: second) }
            _ = try await server.as(bea).leaveRoom(roomID: room.id)
            let authors = { (limit: Int) in
                let page = try await server.as(ada).listComments(CommentQuery(roomID: room.id, limit: limit))
                return page.items.map { $0.author?.username }
            }
            #expect(try await authors(50) == ["ada", "bea", "cem", "bea"])
            #expect(try await authors(500) == ["ada", "bea", "cem", "bea"], "a large page is read by another statement")
        }
    }

    /// Shows rule 6.2.
    @Test("A timestamp at the head of a comment sets its position and overrides seconds; literal turns this off")
    func timestamps() async throws {
        try await TestServer.withRoom { server, ada, room in
            let hallway = try await server.comment(ada, in: room, "15:43 that hallway!", seconds: 7)
            #expect(hallway.seconds == 943)
            #expect(hallway.content == "that hallway!")
            #expect(try await server.comment(ada, in: room, "15:60 no").seconds == 0)
            #expect(try await server.comment(ada, in: room, "plain", seconds: 86_399).seconds == 86_399)
            let literal = try await server.as(ada).createComment(
                NewComment(roomID: room.id, content: "15:43 literally", literal: true)
            ).value
            #expect(literal.seconds == 0)
            #expect(literal.content == "15:43 literally")
        }
    }

    /// Shows rule 6.3.
    @Test("Numbers follow creation, and lists are sorted by seconds, then number")
    func order() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            for (index, seconds) in [50, 10, 50, 0, 10].enumerated() {
                let comment = try await server.comment([ada, bea][index % 2], in: room, "c\(index)", seconds: seconds)
                #expect(comment.number == index + 1)
            }
            let all = try await server.as(bea).listComments(CommentQuery(roomID: room.id))
            #expect(all.items.map(\.content) == ["c3", "c1", "c4", "c0", "c2"])
            #expect(all.items.map { $0.author?.username } == ["bea", "bea", "ada", "ada", "ada"])
            #expect(all.next == nil)
            let thread = try await server.as(bea).listComments(CommentQuery(roomID: room.id, seconds: 10))
            #expect(thread.items.map(\.number) == [2, 5])
        }
    }

    /// Shows rules 6.3 and 10.7.
    @Test("Pages by cursor neither skip nor repeat a comment while others come and go")
    func pages() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let room = try await server.room(ada)
            var expected: [Int] = []
            for index in 0..<23 { expected.append(try await server.comment(ada, in: room, "c", seconds: (index * 7) % 5).number) }
            var seen: [Int] = []
            for try await page in server.as(ada).pages(Endpoints.listComments, CommentQuery(roomID: room.id, limit: 5)) {
                #expect(page.items.count <= 5)
                seen += page.items.map(\.number)
                try await server.comment(ada, in: room, "new at the head", seconds: 0)
            }
            #expect(seen.filter { $0 <= 23 }.count == 23)
            #expect(Set(seen).count == seen.count)
        }
    }

    /// Shows rule 6.4.
    @Test("Only the author edits a comment; a timestamp at the new head moves it, and editedAt is set")
    func editing() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let comment = try await server.comment(bea, in: room, "tpyo", seconds: 5)
            let edit = { (person: Person, content: String?, seconds: Int?) in
                try await server.as(person).editComment(
                    CommentChange(roomID: room.id, commentID: comment.id, content: content, seconds: seconds))
            }
            #expect(try await refusal { try await edit(ada, "mine", nil) } == .forbidden)
            server.clock.advance(by: 60)
            let edited = try await edit(bea, "1:00 typo", nil)
            #expect(edited.content == "typo")
            #expect(edited.seconds == 60)
            #expect(edited.editedAt == server.clock.now)
            #expect(edited.number == comment.number)
            let moved = try await edit(bea, nil, 9)
            #expect(moved.content == "typo" && moved.seconds == 9)
        }
    }

    /// Shows rule 6.5.
    @Test(
        "Author, host, and admins and owners in the room delete a comment; it leaves every list and count at once, and its number stays unused"
    )
    func deleting() async throws {
        try await TestServer.with { server in
            let (host, bea, cem) = try await server.friends("host", "bea", "cem")
            let admin = try await server.person("dora", role: .admin)
            try await server.befriend(host, admin)
            let room = try await server.room(host, with: [bea, cem, admin])
            let one = try await server.comment(bea, in: room, "one")
            let two = try await server.comment(bea, in: room, "two")
            try await server.comment(host, in: room, "three")
            let four = try await server.comment(host, in: room, "four")
            let delete = { (comment: Comment, person: Person) in
                try await refusal { try await server.as(person).deleteComment(roomID: room.id, commentID: comment.id) }
            }
            #expect(try await delete(one, cem) == .forbidden)
            #expect(try await delete(one, bea) == nil)
            #expect(try await delete(one, bea) == .notFound)
            #expect(try await delete(two, host) == nil)
            #expect(try await delete(four, admin) == nil)
            let seen = try await server.as(cem).showRoom(roomID: room.id)
            #expect(seen.commentCount == 1)
            #expect(seen.unreadCount == 1)
            #expect(try await server.comment(cem, in: room, "five").number == 5)
        }
    }

    /// Shows rules 6.5 and 6.7.
    @Test("With an id of the client's, twenty identical requests at once make one comment and one count")
    func chosenID() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let path = "/v1/rooms/\(room.id)/comments"
            let body: Body = ["id": .id(UUID()), "content": "3:00 once"]
            let statuses = try await concurrently(0..<20) { _ in
                try await server.call(.post, path, token: ada.token, json: body).status
            }.counts
            #expect(statuses == [201: 1, 200: 19])
            let seen = try await server.as(bea).showRoom(roomID: room.id)
            #expect(seen.commentCount == 1 && seen.unreadCount == 1)
            var other = body
            other["content"] = "3:00 twice"
            #expect(try await server.call(.post, path, token: ada.token, json: other).code == .idTaken)
            #expect(try await server.call(.post, path, token: bea.token, json: body).code == .idTaken)
            let comments = try await server.call(.get, path, token: ada.token).expecting(200, Page<Comment>.self)
            let once = try #require(comments.items.first)
            let digests: SQL = "SELECT FROM comments WHERE request_digest <> ''"
            #expect(try await server.rows(digests).count == 1)
            _ = try await server.call(.delete, path + "/\(once.id)", token: ada.token)
            #expect(try await server.call(.post, path, token: ada.token, json: body).code == .idTaken)
            #expect(try await server.rows(digests).isEmpty, "it would confirm a guess at what was said")
        }
    }

    /// Shows rule 6.6.
    @Test("Comments of others above the reader's marker are unread; the marker never goes back and may name a deleted comment")
    func unread() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let one = try await server.comment(ada, in: room, "one")
            let two = try await server.comment(ada, in: room, "two")
            try await server.comment(bea, in: room, "mine")
            let four = try await server.comment(ada, in: room, "four")
            let read = { (comment: Comment) in
                try await server.as(bea).markRead(roomID: room.id, commentID: comment.id).unreadCount
            }
            let seen = { try await server.as(bea).showRoom(roomID: room.id) }
            #expect(try await seen().unreadCount == 3)
            #expect(try await read(two) == 1)
            #expect(try await read(one) == 1, "never back")
            #expect(try await seen().readNumber == 2)
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: four.id)
            #expect(try await seen().unreadCount == 0)
            #expect(try await read(four) == 0)
            #expect(try await seen().readNumber == 4)
            let unknown = try await server.call(
                .put, "/v1/rooms/\(room.id)/read", token: bea.token, json: ["commentID": .id(UUID())] as Body)
            #expect(unknown.faultyFields == ["commentID"])
        }
    }

    /// Shows rule 6.1.
    @Test("A text has 1 to 4,000 scalars after NFC and trimming", arguments: [("", 422), (" \n ", 422), ("e\u{301}", 201)])
    func length(content: String, status: Int) async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let path = "/v1/rooms/\(try await server.room(ada).id)/comments"
            let answer = try await server.call(.post, path, token: ada.token, json: ["content": .string(content)] as Body)
            #expect(answer.status == status)
            let long = String(repeating: "e\u{301}", count: 4000)
            #expect(try await server.call(.post, path, token: ada.token, json: ["content": .string(long)] as Body).status == 201)
            #expect(try await server.call(.post, path, token: ada.token, json: ["content": .string(long + "x")] as Body).status == 422)
        }
    }
}
