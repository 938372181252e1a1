import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("Writing requests")
struct RequestTests {
    private let one = UUID()
    private let other = UUID()

    /// Returns the request that a call sends, whatever its result.
    private func request(
        token: String? = "secret", tenant: String? = nil, base: String = "https://sofa.example.org",
        _ call: (DavenportClient) async throws -> Void
    ) async throws -> Transport.Request {
        let server = FakeServer(.notFound)
        _ = await thrown { try await call(try server.client(token: token, tenant: tenant, base: base)) }
        return try #require(server.requests.first)
    }

    @Test("Path parameters are in the path alone, and the other fields in the body")
    func paths() async throws {
        let request = try await request {
            _ = try await $0.editComment(CommentChange(roomID: one, commentID: other, content: "15:43 that hallway!"))
        }
        #expect(request.method == .patch)
        #expect(request.target == "/v1/rooms/\(one)/comments/\(other)")
        #expect(request.json == ["content": "15:43 that hallway!", "literal": false])
        #expect(request.headers["content-type"] == "application/json")
        let nothing = try await self.request { _ = try await $0.addMember(roomID: one, userID: other) }
        #expect(nothing.target == "/v1/rooms/\(one)/members/\(other)")
        #expect(nothing.body == nil && nothing.headers["content-type"] == nil)
    }

    @Test("Without a body, fields go into the query, percent-encoded")
    func queries() async throws {
        let query = RoomQuery(group: "a&b=c d/é+%", kind: .tv, archived: false, limit: 7)
        let request = try await request { _ = try await $0.listRooms(query) }
        #expect(request.body == nil)
        let items = try #require(URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems)
        #expect(Set(items.map { "\($0.name)=\($0.value ?? "")" }) == ["group=a&b=c d/é+%", "kind=tv", "archived=false", "limit=7"])
        #expect(request.target.contains("a%26b%3Dc%20d%2F%C3%A9%2B%25"))
        let path = try await self.request { _ = try await $0.unregisterDevice(apnsToken: "../a?b#c") }
        #expect(path.target == "/v1/devices/..%2Fa%3Fb%23c")
    }

    @Test("A change omits kept fields, and has null for cleared ones")
    func patches() async throws {
        let birthday = try #require(CalendarDate("2001-02-28"))
        let request = try await request {
            _ = try await $0.changeMe(AccountChange(givenName: .set("Ada"), familyName: .clear, birthday: .set(birthday)))
        }
        #expect(request.json == ["birthday": "2001-02-28", "familyName": .null, "givenName": "Ada"])
        let nothing = try await self.request { _ = try await $0.changeMe(AccountChange()) }
        #expect(nothing.body == nil)
    }

    @Test("Times are RFC 3339, and subjects and lists have the API's format")
    func values() async throws {
        let mark = try await request { _ = try await $0.markWatched(roomID: one, watchedAt: Date(timeIntervalSince1970: 0.25)) }
        #expect(mark.json == ["watchedAt": "1970-01-01T00:00:00.250Z"])
        let room = try await request {
            _ = try await $0.createRoom(NewRoom(id: one, subject: .movie(movieID: 76, title: "Before Sunrise"), memberIDs: [other]))
        }
        #expect(
            room.json == [
                "id": .string("\(one)"), "memberIDs": [.string("\(other)")], "rewatch": false,
                "subject": ["kind": "movie", "movieID": 76, "title": "Before Sunrise"],
            ])
    }

    @Test("A picture is sent unchanged")
    func bytes() async throws {
        let request = try await request { _ = try await $0.setAvatar(NewAvatar(image: [0, 255, 10])) }
        #expect(request.body == Data([0, 255, 10]))
        #expect(request.headers["content-type"] == "application/octet-stream")
        #expect(request.target == "/v1/me/avatar")
    }

    @Test("The token is sent where it is needed, e-mail and password to log in, and the tenant always")
    func authorization() async throws {
        let me = try await request(tenant: "sofa") { _ = try await $0.showMe() }
        #expect(me.headers["authorization"] == "Bearer secret")
        #expect(me.headers["davenport-tenant"] == "sofa")
        let logIn = try await request(tenant: "sofa") { _ = try await $0.logIn(email: "a@b", password: "pä:ss", deviceName: "iPad") }
        #expect(logIn.headers["authorization"] == "Basic " + Data("a@b:pä:ss".utf8).base64EncodedString())
        #expect(logIn.json == ["deviceName": "iPad"])
        let open = try await request(tenant: "sofa") { _ = try await $0.showTenant() }
        #expect(open.headers["authorization"] == nil, "the named community is meant, not the token's")
        let unnamed = try await request { _ = try await $0.showTenant() }
        #expect(unnamed.headers["authorization"] == "Bearer secret")
        #expect(unnamed.headers["davenport-tenant"] == nil)
        #expect(try await request(token: nil) { _ = try await $0.showMe() }.headers["authorization"] == nil)
    }

    @Test("The server's URL may have a path", arguments: ["https://example.org/sofa", "https://example.org/sofa/"])
    func base(text: String) async throws {
        let request = try await request(base: text) { _ = try await $0.showMe() }
        #expect(request.url.absoluteString == "https://example.org/sofa/v1/me")
    }

    @Test("An error of the token's closure is thrown, and nothing is sent")
    func tokenFails() async throws {
        struct Locked: Error {}
        let server = FakeServer(.tenant)
        let client = DavenportClient(baseURL: try server.client().baseURL, tenant: "sofa", transport: server.transport) { throw Locked() }
        #expect(await thrown { try await client.showMe() } is Locked)
        #expect(server.requests.isEmpty)
        #expect(try await client.showTenant().slug == "sofa")
    }
}
