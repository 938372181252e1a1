import DavenportAPI
import DavenportClient
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 28: pictures of comments")
struct CommentPictureTests {
    /// Shows rules 28.5 and 28.11.
    @Test("A comment has its pictures in their order in every answer, with sizes and alternative texts; a retry is answered with them")
    func answers() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let files = [try await server.picture(ada, 80, 60), try await server.picture(ada, 90, 60)]
            let new = NewComment(
                roomID: room.id, id: UUID(), content: "0:07 look",
                pictures: [NewPicture(fileID: files[1].id, alternative: "  a hallway "), NewPicture(fileID: files[0].id)])
            let made = try await server.as(ada).createComment(new)
            let pictures = try #require(made.value.pictures)
            #expect(pictures.map(\.id) == [files[1].id, files[0].id] && pictures.map(\.alternative) == ["a hallway", nil])
            #expect(
                pictures.map(\.width) == [90, 80] && pictures.map(\.height) == [60, 60]
                    && pictures.map(\.type) == ["image/png", "image/png"])
            #expect(pictures.map(\.size) == [files[1].size, files[0].size] && made.isNew)
            let again = try await server.as(ada).createComment(new)
            #expect(again.value == made.value && !again.isNew)
            for limit in [10, 500] {
                #expect(try await server.as(bea).listComments(CommentQuery(roomID: room.id, limit: limit)).items == [made.value])
            }
            var follower = Follower(server.as(bea))
            try await follower.follow()
            #expect(follower.comments[made.value.id] == made.value)
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 6.8, 28.5 and 28.6.
    @Test("A comment may be pictures alone, of at most four, with texts of at most 500 characters, and not without both")
    func limits() async throws {
        try await TestServer.withRoom { server, ada, room in
            let path = "/v1/rooms/\(room.id)/comments"
            func post(_ body: JSONValue) async throws -> Answer { try await server.call(.post, path, token: ada.token, json: body) }
            var ids: [JSONValue] = []
            for index in 0..<5 { ids.append(["fileID": .id(try await server.picture(ada, 20 + index).id)]) }
            #expect(try await post(["pictures": .list(ids)]).faultyFields == ["pictures"])
            #expect(try await post(["content": "", "pictures": []]).faultyFields == ["content"])
            #expect(try await post(["pictures": []]).faultyFields == ["content"])
            #expect(try await post(["content": "x", "pictures": [["alternative": "x"]]]).faultyFields == ["pictures.0.fileID"])
            let long = JSONValue.object([
                .init("fileID", ids[0]["fileID"] ?? .null), .init("alternative", .string(String(repeating: "a", count: 501))),
            ])
            #expect(try await post(["pictures": [long]]).faultyFields == ["pictures.0.alternative"])
            let longest = JSONValue.object([
                .init("fileID", ids[0]["fileID"] ?? .null), .init("alternative", .string(String(repeating: "ä", count: 500))),
            ])
            let made = try await post(["pictures": .list([longest] + ids[1..<4])]).expecting(201, Comment.self)
            #expect(made.content == "" && made.pictures?.count == 4 && NewComment.pictureLimit == 4)
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items == [made])
        }
    }

    /// Shows rule 28.5.
    @Test("A picture of somebody else, of another comment, named twice, gone or no picture is unknown_file, and nothing is created")
    func unknown() async throws {
        try await TestServer.with(features: [.watch, .class]) { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let room = try await server.room(ada, with: [bea])
            let own = try await server.picture(ada)
            let used = try await server.pictured(ada, in: room)
            let others = try await server.picture(bea)
            let notes = try await server.as(ada).createFile(NewFile(fileID: UUID(), name: "a", content: ByteStream([1]))).value
            for ids in [[others.id], [used.pictures?.first?.id ?? UUID()], [own.id, own.id], [UUID()], [own.id, UUID()], [notes.id]] {
                let new = NewComment(roomID: room.id, content: "x", pictures: ids.map { NewPicture(fileID: $0) })
                #expect(try await refusal { try await server.as(ada).createComment(new) } == .unknownFile, "\(ids)")
                let change = CommentChange(roomID: room.id, commentID: used.id, pictures: ids.map { NewPicture(fileID: $0) })
                let isKept = ids == used.pictures?.map(\.id)
                #expect(try await refusal { try await server.as(ada).editComment(change) } == (isKept ? nil : .unknownFile), "\(ids)")
            }
            #expect(try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items.count == 1)
            let codes = try await concurrently(0..<6) { index in
                let new = NewComment(roomID: room.id, content: "\(index)", pictures: [NewPicture(fileID: own.id)])
                return try await refusal { try await server.as(ada).createComment(new) }
            }
            #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .unknownFile } == 5, "\(codes)")
            #expect(try await server.database.wrongDerivedColumns() == [])
        }
    }

    /// Shows rules 28.6 and 28.10.
    @Test("An edit adds, removes and sorts pictures and changes their texts; what it removes is erased, and words or a picture stay")
    func edits() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let made = try await server.pictured(ada, in: room, count: 2)
            let ids = try #require(made.pictures).map(\.id)
            var follower = Follower(server.as(bea))
            try await follower.follow()
            func edit(_ pictures: [NewPicture]?, content: String? = nil) async throws -> Comment {
                let edited = try await server.as(ada).editComment(
                    CommentChange(roomID: room.id, commentID: made.id, content: content, pictures: pictures))
                try await follower.follow()
                #expect(follower.comments[made.id] == edited)
                #expect(try await server.database.wrongDerivedColumns() == [])
                return edited
            }
            #expect(try await edit(nil, content: "see").pictures == made.pictures)
            let turned = try await edit([NewPicture(fileID: ids[1], alternative: "second"), NewPicture(fileID: ids[0])])
            #expect(
                turned.pictures?.map(\.id) == ids.reversed() && turned.pictures?.first?.alternative == "second" && turned.editedAt != nil)
            let other = try await server.picture(ada, 200)
            let less = try await edit([NewPicture(fileID: ids[1]), NewPicture(fileID: other.id)])
            #expect(less.pictures?.map(\.width) == [81, 200] && less.pictures?.first?.alternative == nil)
            #expect(try await server.database.count("files") == 2)
            #expect(try await server.call(.get, "/v1/files/\(ids[0].uuidString.lowercased())", token: ada.token).status == 404)
            #expect(try await edit(nil, content: "").content == "")
            let bare = CommentChange(roomID: room.id, commentID: made.id, pictures: [])
            #expect(try await refusal { try await server.as(ada).editComment(bare) } == .invalid)
            #expect(try await edit([], content: "words").pictures == nil)
            #expect(try await server.database.count("files") == 0)
            #expect(try await server.database.count("file_chunks") == 0)
            let mute = CommentChange(roomID: room.id, commentID: made.id, content: "")
            #expect(try await refusal { try await server.as(ada).editComment(mute) } == .invalid)
        }
    }

    /// Shows rule 28.8.
    @Test("A picture is for those who may read its comment: its room's members, and behind the gate whoever has come so far")
    func gate() async throws {
        try await TestServer.withRoomOfThree { server, ada, bea, cem, room in
            let stranger = try await server.person("stranger")
            let later = try await server.pictured(bea, in: room, seconds: 900)
            let finale = try await server.pictured(bea, in: room)
            func seen(_ person: Person) async throws -> [Bool] {
                [try await server.seesPicture(person, later), try await server.seesPicture(person, finale)]
            }
            #expect(try await seen(bea) == [true, true])
            #expect(try await seen(stranger) == [false, false])
            #expect(try await seen(ada) == [false, false], "without a position everything that others wrote is hidden")
            _ = try await server.as(ada).setPosition(roomID: room.id, seconds: 870, running: true)
            #expect(try await seen(ada) == [false, true])
            server.clock.advance(by: 30)
            #expect(try await seen(ada) == [true, true])
            try await server.watched(bea, room)
            #expect(try await seen(ada) == [true, false], "the general thread may tell the end")
            try await server.watched(ada, room)
            #expect(try await seen(ada) == [true, true])
            try await server.watched(cem, room)
            server.clock.advance(by: 8 * 24 * 3600)
            #expect(try await seen(cem) == [true, true], "the archive keeps them")
            _ = try await server.as(cem).leaveRoom(roomID: room.id)
            #expect(try await seen(cem) == [false, false])
            let attic = try await server.otherTenant(features: [.watch])
            #expect(try await seen(try await server.person("olga", in: attic)) == [false, false])
        }
    }

    /// Shows rule 28.9.
    @Test("The filter reads alternative texts as words")
    func filter() async throws {
        try await TestServer.withRoom { server, ada, room in
            let olive = try await server.person("olive", role: .owner)
            _ = try await server.as(olive).changeFilter(WordFilter(words: ["casino*"], action: .refuse))
            let file = try await server.picture(ada)
            let body: JSONValue = ["content": "x", "pictures": [["fileID": .id(file.id), "alternative": "the Casino at night"]]]
            let answer = try await server.call(.post, "/v1/rooms/\(room.id)/comments", token: ada.token, json: body)
            #expect(answer.status == 422 && answer.faultyFields == ["pictures.0.alternative"])
            let comment = try await server.as(ada).createComment(
                NewComment(roomID: room.id, content: "x", pictures: [NewPicture(fileID: file.id)])
            ).value
            let change = CommentChange(
                roomID: room.id, commentID: comment.id, pictures: [NewPicture(fileID: file.id, alternative: "casinos")])
            #expect(try await refusal { try await server.as(ada).editComment(change) } == .invalid)
        }
    }
}
