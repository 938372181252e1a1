import DavenportAPI
import DavenportClient
import Domain
import Foundation
import TestSupport
import Testing
import Watch

@Suite("rules 20: rate limits of rooms and comments per user")
struct WatchAllowanceTests {
    /// Shows rule 20.9.
    @Test("A user can make sixty comments a minute, then gets 429 until the first is a minute old")
    func comments() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let (path, id) = ("/v1/rooms/\(room.id)/comments", UUID())
            let first: Body = ["id": .id(id), "content": "the first"]
            #expect(try await server.call(.post, path, token: ada.token, json: first).status == 201)
            server.clock.advance(by: 10)
            for index in 1..<60 { try await server.comment(ada, in: room, "comment \(index)") }
            let more: Body = ["content": "one more"]
            let refused = try await server.call(.post, path, token: ada.token, json: more)
            #expect(refused.status == 429)
            #expect(refused.code == .tooManyRequests)
            #expect(refused.headers["retry-after"] == "50")
            #expect(try await server.call(.post, path, token: ada.token, json: first).status == 200, "a retry makes nothing")
            let taken: Body = ["id": .id(id), "content": "another"]
            #expect(try await server.call(.post, path, token: ada.token, json: taken).code == .idTaken)
            try await server.comment(bea, in: room, "the others go on")
            let elsewhere = try await server.room(bea, showID: 7)
            let stranger = "/v1/rooms/\(elsewhere.id)/comments"
            #expect(try await server.call(.post, stranger, token: ada.token, json: more).status == 404, "no room is given away")

            server.clock.advance(by: 49.999)
            #expect(try await server.call(.post, path, token: ada.token, json: more).headers["retry-after"] == "1")
            server.clock.advance(by: 0.001)
            #expect(try await server.call(.post, path, token: ada.token, json: more).status == 201)
            #expect(try await server.call(.post, path, token: ada.token, json: more).headers["retry-after"] == "10")
        }
    }

    /// Shows rule 20.9.
    @Test("Deleting comments doesn't free room under the limit")
    func deletedComments() async throws {
        try await TestServer.withRoom { server, ada, room in
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.comments] = 3 }
            for index in 0..<3 {
                let comment = try await server.comment(ada, in: room, "comment \(index)")
                #expect(try await server.call(.delete, "/v1/rooms/\(room.id)/comments/\(comment.id)", token: ada.token).status == 204)
            }
            let more: Body = ["content": "one more"]
            #expect(try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: ada.token, json: more).status == 429)
        }
    }

    /// Shows rule 20.9.
    @Test("Many concurrent comments exceed the limit by at most the number of connections")
    func commentsAtOnce() async throws {
        try await TestServer.withRoom { server, ada, room in
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.comments] = 10 }
            let body: Body = ["content": "me too"]
            let statuses = try await concurrently(0..<60) { _ in
                try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: ada.token, json: body).status
            }.counts
            #expect(Set(statuses.keys) == [201, 429])
            #expect((10...17).contains(statuses[201] ?? 0), "\(statuses)")
        }
    }

    /// Shows rule 20.9.
    @Test("Rooms are limited per hour, however they are made; failures and existing rooms don't count")
    func rooms() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            #expect(Allowance.rooms.usual == 300)
            _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.rooms] = 3 }
            let id = UUID()
            let body: Body = ["id": .id(id), "subject": ["kind": "custom", "title": "a puzzle"], "memberIDs": []]
            let create = { (body: Body) in try await server.call(.post, "/v1/rooms", token: ada.token, json: body) }
            #expect(try await create(body).status == 201)
            let again: Body = ["subject": ["kind": "custom", "title": "a puzzle"], "memberIDs": []]
            for _ in 0..<5 {
                #expect(try await create(body).status == 200)
                #expect(try await create(again).code == .roomExists)
            }
            let episode = try await server.room(ada, with: [bea])
            let next = try await server.call(.post, "/v1/rooms/\(episode.id)/next", token: ada.token).expecting(201, Room.self)
            let refused = try await server.call(.post, "/v1/rooms/\(next.id)/next", token: ada.token)
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "3600")
            #expect(try await server.call(.delete, "/v1/rooms/\(id)", token: ada.token).status == 204)
            #expect(try await create(again).status == 429, "deleting makes no place")
            #expect(try await server.call(.post, "/v1/rooms/\(next.id)/next", token: bea.token).status == 201, "each has their own")
            server.clock.advance(by: 3600)
            #expect(try await create(again).status == 201)
        }
    }
}
