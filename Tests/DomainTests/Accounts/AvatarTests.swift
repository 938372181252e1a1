import DavenportAPI
import Domain
import Foundation
import Postgres
import TestSupport
import Testing

@Suite("rules 2: avatars")
struct AvatarTests {
    /// Shows rule 2.14.
    @Test("An avatar is served as it was sent, with the type of its content and not the declared one", arguments: Picture.all)
    func roundTrip(picture: Picture) async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.strangers("ada", "bea")
            let me = try await server.setAvatar(ada, picture.bytes, type: "text/html").expecting(200, Me.self)
            let url = try #require(me.avatarURL)
            #expect(url.hasPrefix("/v1/users/\(ada.id.uuidString.lowercased())/avatar?v="))
            let answer = try await server.call(.get, url, token: bea.token)
            #expect(answer.status == 200)
            #expect(answer.body == picture.bytes)
            #expect(answer.headers["content-type"] == picture.mediaType)
            #expect(answer.headers["x-content-type-options"] == "nosniff")
            #expect(answer.headers["cache-control"] == "private, no-cache")
            let tag = try #require(answer.headers["etag"])
            let again = try await server.call(.get, url, token: bea.token, headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    /// Shows rule 2.14.
    @Test("A new avatar has a new URL and replaces the old one, and deleting leaves none")
    func replaced() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let first = try await server.setAvatar(ada, Picture.png.bytes).expecting(200, Me.self).avatarURL
            let second = try await server.setAvatar(ada, Picture.webP.bytes).expecting(200, Me.self).avatarURL
            #expect(first != second)
            #expect(try await server.setAvatar(ada, Picture.webP.bytes).expecting(200, Me.self).avatarURL == second)
            #expect(try await server.call(.get, first ?? "", token: ada.token).body == Picture.webP.bytes, "the newest, whatever is asked")
            for _ in 0..<2 { #expect(try await server.call(.delete, "/v1/me/avatar", token: ada.token).status == 204) }
            #expect(try await server.call(.get, "/v1/me", token: ada.token).expecting(200, Me.self).avatarURL == nil)
            #expect(try await server.call(.get, second ?? "", token: ada.token).status == 404)
        }
    }

    /// Shows rule 2.14.
    @Test("Every representation of a user has the avatar's URL: friends, rooms, comments and dashboard")
    func everywhere() async throws {
        try await TestServer.with { server in
            let (ada, bea) = try await server.friends("ada", "bea")
            let url = try #require(try await server.setAvatar(ada, Picture.png.bytes).expecting(200, Me.self).avatarURL)
            let room = try await server.room(bea, with: [ada])
            let said = try await server.comment(ada, in: room, "hello")
            let shown = { (users: [UserStub]) in users.first { $0.id == ada.id }?.avatarURL }
            let friends = try await server.call(.get, "/v1/friends", token: bea.token).expecting(200, FriendList.self)
            let dashboard = try await server.dashboard(of: bea)
            let rooms = try await server.call(.get, "/v1/rooms", token: bea.token).expecting(200, Page<Room>.self)
            let comments = try await server.call(.get, "/v1/rooms/\(room.id)/comments", token: bea.token).expecting(200, Page<Comment>.self)
            let groups = [friends.friends, room.members.map(\.user), dashboard.sections.flatMap(\.group.members)]
            for users in groups + [rooms.items.flatMap { $0.members.map(\.user) }, comments.items.compactMap(\.author)] {
                #expect(shown(users) == url)
            }
            #expect(said.author?.avatarURL == url)
            #expect(friends.friends.first { $0.id == bea.id }?.avatarURL == nil)
        }
    }

    /// Shows rule 2.14.
    @Test("Bytes that are no supported image are 415")
    func kinds() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            let gif = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0]
            let svg = Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8)
            let bodies = [[], gif, svg, Array("{}".utf8), Array(Picture.png.bytes.prefix(40)), Array(Picture.jpeg.bytes.dropLast())]
            for body in bodies {
                let answer = try await server.setAvatar(ada, body, type: "image/png")
                #expect(answer.status == 415)
                #expect(answer.code == .unsupportedMediaType)
            }
            #expect(try await server.call(.get, "/v1/me", token: ada.token).expecting(200, Me.self).avatarURL == nil)
        }
    }

    /// Shows rules 2.14 and 10.6.
    @Test("A width or height over 4096 pixels or of zero is 422, and a body over 1 MiB is 413, with Content-Length or without")
    func limits() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            for (width, height) in [(4097, 1), (1, 4097), (0, 1), (1, 0), (UInt32.max, UInt32.max)] as [(UInt32, UInt32)] {
                let answer = try await server.setAvatar(ada, Picture.png(width: width, height: height))
                #expect(answer.status == 422)
                #expect(answer.faultyFields == ["image"])
            }
            #expect(try await server.setAvatar(ada, Picture.png(width: 4096, height: 4096)).status == 200)
            let rest = Picture.chunk("IDAT", [UInt8](repeating: 0, count: 1024 * 1024 - Picture.png.bytes.count - 12))
            let largest = Array(Picture.png.bytes.dropLast(12)) + rest + Picture.chunk("IEND", [])
            #expect(try await server.setAvatar(ada, largest).status == 200)
            #expect(try await server.call(.get, "/v1/users/\(ada.id)/avatar", token: ada.token).body == largest)
            let answer = try await server.setAvatar(ada, largest + [0])
            #expect(answer.status == 413)
            #expect(answer.code == .bodyTooLarge)
        }
    }

    /// Shows rule 2.16.
    @Test("Deleting the account deletes the avatar")
    func deletion() async throws {
        try await TestServer.with { server in
            let ada = try await server.person("ada")
            _ = try await server.setAvatar(ada, Picture.png.bytes)
            try await server.forget(ada)
            #expect(try await server.rows("SELECT FROM avatars").isEmpty)
        }
    }
}
