import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 28: how long pictures stay, and for whom")
struct PictureLifeTests {
    /// Shows rule 28.10.
    @Test("Pictures are erased with their comment, and with their room, also when its last member leaves")
    func deletion() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let comment = try await server.pictured(ada, in: room, count: 2)
            _ = try await server.as(ada).deleteComment(roomID: room.id, commentID: comment.id)
            #expect(try await !server.seesPicture(ada, comment))
            try await Self.requireNothing(server)
            var follower = Follower(server.as(bea))
            try await follower.follow()
            #expect(follower.comments[comment.id] == nil)
            _ = try await server.pictured(bea, in: room)
            _ = try await server.as(ada).deleteRoom(roomID: room.id)
            try await Self.requireNothing(server)
            let alone = try await server.room(ada, with: [bea], episode: 2)
            _ = try await server.pictured(ada, in: alone)
            _ = try await server.as(bea).leaveRoom(roomID: alone.id)
            _ = try await server.as(ada).leaveRoom(roomID: alone.id)
            try await Self.requireNothing(server)
        }
    }

    /// Shows rules 23.4 and 28.10.
    @Test("Pictures go with a comment that the previous version of the server deletes, which knows none")
    func previousVersion() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let comment = try await server.pictured(ada, in: room)
            _ = try await server.database.owner.roundTrip(opening: ["SELECT enter(\(server.tenant.id), \(server.clock.now))"]) {
                try await $0.query("UPDATE comments SET deleted_at = app_now(), content = '', quote = NULL WHERE id = \(comment.id)")
            }
            #expect(try await server.database.count("files") == 0)
            #expect(try await !server.seesPicture(bea, comment))
        }
    }

    /// Shows rule 28.10.
    @Test("A deleted account's pictures stay with its comments, or go with them; unused ones go")
    func erasure() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let kept = try await server.pictured(ada, in: room, seconds: 5)
            let erased = try await server.pictured(bea, in: room, seconds: 5)
            _ = try await server.picture(ada)
            _ = try await server.picture(bea)
            try await server.watched(cem, room)
            #expect(try await server.delete(ada).status == 204)
            #expect(try await server.delete(bea, eraseComments: true).status == 204)
            let items = try await server.as(cem).listComments(CommentQuery(roomID: room.id)).items
            #expect(items.map(\.id) == [kept.id] && items[0].author == nil && items[0].pictures == kept.pictures)
            #expect(try await server.seesPicture(cem, kept))
            #expect(try await !server.seesPicture(cem, erased))
            #expect(try await server.database.count("files") == 1)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 28.9 and 24.3.
    @Test("A report keeps the pictures, for those who decide alone, through edits and deletions, until its texts are erased")
    func evidence() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let (olive, eve) = (try await server.person("olive", role: .owner), try await server.person("eve", role: .admin))
            let comment = try await server.pictured(bea, in: room, alternative: "something bad")
            _ = try await server.as(ada).createReport(NewReport(commentID: comment.id, reason: .harassment))
            let file = try await server.picture(bea, 33)
            _ = try await server.as(bea).editComment(
                CommentChange(roomID: room.id, commentID: comment.id, pictures: [NewPicture(fileID: file.id)]))
            for person in [ada, bea] { #expect(try await !server.seesPicture(person, comment), "it isn't the comment's any more") }
            let report = try #require(try await server.as(eve).listReports(ReportQuery(state: .open)).items.first)
            let kept = report.evidence.comments.first?.pictures
            #expect(kept?.map(\.alternative) == ["something bad"] && kept?.first?.id != comment.pictures?.first?.id)
            for person in [eve, olive] { #expect(try await server.seesPicture(person, kept)) }
            for person in [ada, bea] { #expect(try await !server.seesPicture(person, kept)) }
            _ = try await server.as(eve).resolveReport(ReportDecision(reportID: report.id, actions: [.delete]))
            #expect(try await server.seesPicture(eve, kept))
            #expect(try await server.database.count("files") == 1)
            #expect(try await server.database.wrongDerivedColumns() == [])
            server.clock.advance(by: 90 * 24 * 3600)
            let path = "/v1/reports/\(report.id.uuidString.lowercased())"
            let erased = try await server.call(.get, path, token: try await server.logIn(olive)).expecting(200, Report.self)
            #expect(erased.evidence.comments.count == 1 && erased.evidence.comments[0].pictures == nil)
            #expect(try await server.database.count("files") == 0)
        }
    }

    /// Shows rules 28.9 and 24.8.
    @Test("Nothing tells the author that a report keeps a picture: its id is free, and the export doesn't name it")
    func secrecy() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let bytes = try MadePicture.png(80, 60)
            for isReported in [true, false] {
                let comment = try await server.pictured(bea, in: room)
                let id = try #require(comment.pictures?.first?.id)
                if isReported { _ = try await server.as(ada).createReport(NewReport(commentID: comment.id, reason: .spam)) }
                _ = try await server.as(bea).deleteComment(roomID: room.id, commentID: comment.id)
                let export = try await server.call(.get, "/v1/me/export", token: bea.token)
                #expect(try export.json(JSONValue.self)["pictures"]?.elements == [], "\(isReported)")
                #expect(try await server.uploadPicture(bea, bytes, id: id).status == 201, "\(isReported)")
                let again = NewComment(roomID: room.id, id: UUID(), content: "again", pictures: [NewPicture(fileID: id)])
                let created = try await server.as(bea).createComment(again).value
                _ = try await server.as(bea).deleteComment(roomID: room.id, commentID: created.id)
            }
        }
    }

    /// Shows rules 28.9 and 24.14.
    @Test("When the author's account is deleted, the evidence goes, and with it the pictures that nothing else has")
    func evidenceOfAuthor() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let comment = try await server.pictured(bea, in: room)
            _ = try await server.as(ada).createReport(NewReport(userID: bea.id, reason: .spam, commentIDs: [comment.id]))
            _ = try await server.as(bea).deleteComment(roomID: room.id, commentID: comment.id)
            #expect(try await server.database.count("files") == 1)
            #expect(try await server.delete(bea).status == 204)
            try await Self.requireNothing(server)
        }
    }

    /// Shows rules 28.11 and 15.8.
    @Test("A person's export has their pictures' facts, and their comments' alternative texts")
    func export() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let comment = try await server.pictured(ada, in: room, alternative: "a hallway")
            _ = try await server.pictured(bea, in: room, alternative: "a secret of Bea's")
            let export = try await server.call(.get, "/v1/me/export", token: ada.token)
            let document = try export.json(JSONValue.self)
            let picture = try #require(document["pictures"]?.elements.first)
            #expect(document["pictures"]?.elements.count == 1 && picture["width"] == 80 && picture["name"] == "still.png")
            #expect(picture["commentID"]?.text == comment.id.uuidString.lowercased())
            let said = document["rooms"]?.elements.first?["comments"]?.elements.first
            #expect(said?["pictures"]?.elements.first?["alternative"] == "a hallway")
            #expect(!export.text.contains("a secret of Bea's"))
        }
    }

    /// Requires that no file, no chunk and no byte is left.
    private static func requireNothing(_ server: TestServer) async throws {
        for table in ["files", "file_chunks", "gone_contents"] { #expect(try await server.database.count(table) == 0, "\(table)") }
        let used: Int? = try await server.rows("SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM picture_usage").first?["bytes"]
        #expect(used == 0)
        #expect(try await server.database.wrongDerivedColumns() == [])
    }
}
