import DavenportAPI
import DavenportClient
import DavenportStore
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("rules 28: pictures in the store of an app")
struct PictureStoreTests {
    /// Shows rules 28.12 and 14.19.
    @Test("A comment waits with its picture and shows it; a lost answer uploads nothing twice, and an expired upload comes again")
    func outbox() async throws {
        try await TestServer.withRoomOfTwo { server, ada, bea, room in
            let network = LossyNetwork(server.transport)
            let upload = PictureUpload(
                name: "still.png", type: "image/png", width: 80, height: 60, content: Data(try MadePicture.png(80, 60)),
                alternative: "a hall")
            try await Self.withReplica(server.client(over: network.transport, token: ada.token)) { replica in
                try await replica.sync()
                let comments = replica.comments(of: room.id)
                try await comments.itemsHaveLoaded()
                let id = try await replica.createComment(NewComment(roomID: room.id, content: ""), uploading: [upload])
                let waiting = try #require(comments.items.first { $0.id == id }?.pictures?.first)
                #expect(waiting.id == upload.id && waiting.width == 80 && waiting.alternative == "a hall" && replica.isPending(id))
                // The picture arrives, and the comment doesn't, for longer than the server keeps the picture.
                network.lose { $0 == .post && $1.hasSuffix("/comments") && network.uploads > 0 }
                try await replica.sync()
                #expect(network.uploads == 1 && replica.isPending(id))
                server.clock.advance(by: 25 * 3600)
                network.lose { _, _ in false }
                network.loseAnswer { $0 == .post && $1.hasSuffix("/comments") && network.uploads > 1 }
                try await replica.sync()
                #expect(network.uploads == 2 && replica.isPending(id), "uploaded again; the answer about the comment was lost")
                network.loseAnswer { _, _ in false }
                try await replica.sync()
                #expect(network.uploads == 2 && !replica.isPending(id))
                let shown = try #require(comments.items.first { $0.id == id })
                let items = try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items
                #expect(items == [shown] && shown.pictures?.first?.alternative == "a hall" && shown.content == "")
                try await Self.edit(replica, shown, comments)
                #expect(
                    try await server.as(bea).listComments(CommentQuery(roomID: room.id)).items.first?.pictures?.first?.alternative
                        == "an edit")
            }
        }
    }

    /// Shows rules 28.12 and 14.12.
    @Test("Unsent, a comment with pictures is edited and deleted like any other, and moved with its room")
    func merged() async throws {
        try await TestServer.withRoomOfTwo { server, ada, _, room in
            let uploads = try (0..<2).map {
                PictureUpload(
                    name: "\($0).png", type: "image/png", width: 80 + $0, height: 60, content: Data(try MadePicture.png(80 + $0, 60)))
            }
            try await Self.withReplica(server.as(ada)) { replica in
                try await replica.sync()
                let id = try await replica.createComment(NewComment(roomID: room.id, content: "two"), uploading: uploads)
                try await replica.editComment(
                    CommentChange(
                        roomID: room.id, commentID: id, content: "one", pictures: [NewPicture(fileID: uploads[1].id, alternative: "b")]))
                guard case .createPicturedComment(let waiting) = replica.writes.first?.content as? WatchWrite else {
                    Issue.record("\(replica.writes)")
                    return
                }
                #expect(replica.writes.count == 1 && waiting.uploads == [uploads[1]] && waiting.comment.content == "one")
                let gone = try await replica.createComment(NewComment(roomID: room.id, content: "gone"), uploading: [uploads[0]])
                try await replica.deleteComment(roomID: room.id, commentID: gone)
                #expect(replica.writes.count == 1)
                try await replica.sync()
                let items = try await server.as(ada).listComments(CommentQuery(roomID: room.id)).items
                #expect(items.map(\.content) == ["one"] && items[0].pictures?.map(\.width) == [81])
                #expect(try await server.database.count("files") == 1)
            }
        }
    }

    /// Shows rule 28.12.
    @Test("ImageStore keeps a comment's pictures by their addresses")
    func images() async throws {
        try await TestServer.withRoom { server, ada, room in
            let picture = try #require(try await server.pictured(ada, in: room).pictures?.first)
            let folder = URL.temporaryDirectory.appending(path: "davenport-images-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let images = ImageStore(folder: folder, client: server.as(ada))
            for address in [picture.address, picture.thumbnailAddress] {
                let bytes = try await images.image(at: address)
                let answer = try await server.call(.get, address, token: ada.token)
                #expect(Data(answer.body) == bytes)
                #expect(await images.storedImage(at: address) == bytes)
            }
        }
    }

    @MainActor private static func edit(_ replica: Replica, _ comment: Comment, _ comments: Store<Comment>) async throws {
        let id = try #require(comment.pictures?.first?.id)
        try await replica.editComment(
            CommentChange(roomID: comment.roomID, commentID: comment.id, pictures: [NewPicture(fileID: id, alternative: "an edit")]))
        #expect(comments.items.first { $0.id == comment.id }?.pictures?.first?.alternative == "an edit", "before it is sent")
        try await replica.sync()
    }

    @MainActor private static func withReplica(_ client: DavenportClient, _ body: @MainActor (Replica) async throws -> Void) async throws {
        let folder = URL.temporaryDirectory.appending(path: "davenport-pictures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(Replica(folder: folder, client: client))
    }
}

/// A network that loses the requests, or the answers, that a test names, and counts the uploads that arrive.
private final class LossyNetwork: Sendable {
    typealias Choice = @Sendable (DavenportAPI.Method, String) -> Bool

    struct Lost: Error {}

    private struct State {
        var loses: Choice = { _, _ in false }
        var losesAnswer: Choice = { _, _ in false }
        var uploads = 0
    }

    private let server: Transport
    private let state = Mutex(State())

    init(_ server: Transport) {
        self.server = server
    }

    var uploads: Int { state.withLock { $0.uploads } }

    func lose(_ choice: @escaping Choice) { state.withLock { $0.loses = choice } }

    func loseAnswer(_ choice: @escaping Choice) { state.withLock { $0.losesAnswer = choice } }

    var transport: Transport {
        Transport { [self] request in
            let (method, path) = (request.method, request.url.path())
            let (loses, losesAnswer) = state.withLock { ($0.loses, $0.losesAnswer) }
            if loses(method, path) { throw Lost() }
            let response = try await server.send(request)
            if method == .put, path.contains("/files/") { state.withLock { $0.uploads += 1 } }
            if losesAnswer(method, path) { throw Lost() }
            return response
        }
    }
}
