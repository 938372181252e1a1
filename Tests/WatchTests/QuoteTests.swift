import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 17: quotes")
struct QuoteTests {
    /// Shows rule 17.17.
    @Test("A comment has its quote in every answer; an edit keeps it, sets another one, or removes it with null")
    func answers() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let new = NewComment(roomID: room.id, id: UUID(), content: "0:07 that!", quote: "  – Who are you?\n– Nobody.  ")
            let made = try await server.as(ada).createComment(new)
            let line = "– Who are you?\n– Nobody."
            #expect(made.value.quote == line && made.value.seconds == 7 && made.isNew)
            let again = try await server.as(ada).createComment(new)
            #expect(again.value == made.value && !again.isNew)
            for limit in [10, 500] {
                let items = try await server.as(bea).listComments(CommentQuery(roomID: room.id, limit: limit)).items
                #expect(items.map(\.quote) == [line])
            }
            var follower = Follower(server.as(bea))
            try await follower.follow()
            #expect(follower.comments[made.value.id]?.quote == line)
            func edit(_ content: String? = nil, _ quote: Patch<String> = .keep) async throws -> Comment {
                let change = CommentChange(roomID: room.id, commentID: made.value.id, content: content, quote: quote)
                let edited = try await server.as(ada).editComment(change)
                #expect(try await follower.follow().comments == [edited.id])
                #expect(follower.comments[edited.id] == edited)
                return edited
            }
            #expect(try await edit("this!").quote == line)
            let other = try await edit(nil, .set("Nobody at all."))
            #expect(other.quote == "Nobody at all." && other.content == "this!" && other.editedAt != nil)
            #expect(try await edit(nil, .clear).quote == nil)
        }
    }

    /// Shows rule 17.17.
    @Test("An edit that changes nothing changes nothing, and a retry with another quote is 409")
    func repeated() async throws {
        try await TestServer.withRoom { server, ada, room in
            let new = NewComment(roomID: room.id, id: UUID(), content: "that!", quote: "a line")
            let made = try await server.as(ada).createComment(new).value
            let same = CommentChange(roomID: room.id, commentID: made.id, content: "that!", quote: .set("a line"))
            #expect(try await server.as(ada).editComment(same).editedAt == nil)
            await #expect(throws: APIError.self) {
                try await server.as(ada).createComment(NewComment(roomID: room.id, id: made.id, content: "that!", quote: "another"))
            }
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items == [made])
        }
    }

    /// Shows rule 17.18.
    @Test("A quote of no or more than 500 characters, or with control characters, is 422 for the field quote")
    func limits() async throws {
        try await TestServer.withRoom { server, ada, room in
            let path = "/v1/rooms/\(room.id)/comments"
            let comment = try await server.comment(ada, in: room, "hello")
            for quote: JSONValue in ["", "  \n ", .string(String(repeating: "a", count: 501)), "a\u{1B}b", 7] {
                for (method, path) in [(DavenportAPI.Method.post, path), (.patch, path + "/\(comment.id)")] {
                    let answer = try await server.call(
                        method, path, token: ada.token, json: ["content": "hello", "quote": quote] as JSONValue)
                    #expect(answer.status == 422 && answer.faultyFields == ["quote"], "\(quote): \(answer)")
                }
            }
            let longest = NewComment(roomID: room.id, content: "hello", quote: String(repeating: "ä", count: 500))
            #expect(try await server.as(ada).createComment(longest).value.quote?.count == 500)
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items.count == 2)
        }
    }

    /// Shows rule 17.18.
    @Test("A page ends by the size of quotes too")
    func pages() async throws {
        try await TestServer.withRoom { server, ada, room in
            try await server.rows(
                """
                INSERT INTO comments (tenant_id, id, room_id, number, seconds, content, quote, author_id, request_digest, created_at)
                SELECT r.tenant_id, gen_random_uuid(), r.id, n, 0, 'hm', repeat('\u{10FFFD}', 500), \(ada.id), '', \(server.clock.now)
                FROM rooms AS r CROSS JOIN generate_series(1, 400) AS n WHERE r.id = \(room.id)
                """)
            let page = try await server.as(ada).listComments(CommentQuery(roomID: room.id, limit: 500))
            #expect(page.items.count == 131 && page.next != nil, "131 × 2,002 bytes are the first to exceed 256 KiB")
            let rest = try await server.as(ada).listComments(CommentQuery(roomID: room.id, after: page.next, limit: 500))
            #expect(rest.items.first?.number == 132)
        }
    }

    /// Shows rule 17.18.
    @Test("The author's export has a quote; deleting the comment or the account erases it")
    func ends() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let new = (0..<2).map { NewComment(roomID: room.id, id: UUID(), content: "hello \($0)", quote: "line \($0)") }
            for comment in new { _ = try await server.as(bea).createComment(comment) }
            let export = try await server.call(.get, "/v1/me/export", token: bea.token).json(JSONValue.self)
            let comments = export["rooms"]?.elements.first?["comments"]?.elements ?? []
            #expect(comments.map { $0["quote"] } == ["line 0", "line 1"])
            func quotes() async throws -> Int { try await server.rows("SELECT FROM comments WHERE quote IS NOT NULL").count }
            _ = try await server.as(bea).deleteComment(roomID: room.id, commentID: new[0].id ?? UUID())
            #expect(try await quotes() == 1)
            #expect(try await server.delete(bea, eraseComments: true).status == 204)
            #expect(try await quotes() == 0)
        }
    }
}
