import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("Caching answers with entity tags")
struct CacheTests {
    private static func tenant(_ name: String, tag: String) -> FakeServer.Turn {
        .answer(
            200, ["ETag": tag],
            #"{"name":"\#(name)","slug":"sofa","features":[],"signup":"open","catalogue":true,"fetchesSubtitles":true,"signupRoles":[],"#
                + ##""passwordLinks":"admins","email":true,"identityColor":"#d1495b"}"##)
    }
    private static let unchanged = FakeServer.Turn.answer(304, ["ETag": "\"1\""], "")
    private let me = FakeServer.Turn.answer(200, ["ETag": "\"m\""], #"{"friends":[],"incoming":[],"outgoing":[]}"#)

    @Test("304 returns the cached answer, and a new answer replaces it")
    func unchanged() async throws {
        let server = FakeServer(Self.tenant("One", tag: "\"1\""), Self.unchanged, Self.tenant("Two", tag: "\"2\""), Self.unchanged)
        let client = try server.client()
        var names: [String] = []
        for _ in 0..<4 { names.append(try await client.showTenant().name) }
        #expect(names == ["One", "One", "Two", "Two"])
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\"", "\"1\"", "\"2\""])
    }

    @Test("A token never gets another token's answers, even from a shared cache")
    func perToken() async throws {
        let server = FakeServer(me)
        let client = try server.client(token: "ada")
        _ = try await client.listFriends()
        _ = try await client.authorized(by: "bea").listFriends()
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
        _ = try await client.authorized(by: "ada").listFriends()
        #expect(server.requests.last?.headers["if-none-match"] == "\"m\"")
    }

    @Test("A token that is no longer valid leaves no entries")
    func forgotten() async throws {
        let server = FakeServer(me, me, .problem(.unauthenticated), me)
        let client = try server.client(token: "ada")
        _ = try await client.authorized(by: "bea").listFriends()
        _ = try await client.listFriends()
        _ = await thrown { try await client.listFriends() }
        _ = try await client.listFriends()
        #expect(server.requests.last?.headers["if-none-match"] == nil)
        _ = try await client.authorized(by: "bea").listFriends()
        #expect(server.requests.last?.headers["if-none-match"] == "\"m\"", "others keep theirs")
    }

    @Test("Answers with no-store or without a tag aren't cached, and an unrequested 304 is an error")
    func notKept() async throws {
        let sessions = FakeServer(.answer(200, ["ETag": "\"1\""], #"{"items":[]}"#))
        let untagged = FakeServer(.tenant)
        let (one, other) = (try sessions.client(), try untagged.client())
        for _ in 0..<2 {
            _ = try await one.listSessions()
            _ = try await other.showTenant()
        }
        #expect(sessions.requests.count == 2 && untagged.requests.count == 2)
        #expect((sessions.requests + untagged.requests).allSatisfy { $0.headers["if-none-match"] == nil })
        let error = await thrown { try await FakeServer(Self.unchanged).client().showTenant() } as? APIError
        guard case .unexpectedAnswer(304, _) = error else { throw error ?? .unwritable("nothing") }
    }

    @Test("The cache is limited in number and size, and drops the least recently used entries")
    func bounds() async throws {
        let page = FakeServer.Turn.answer(200, ["ETag": "\"p\""], #"{"items":[]}"#)
        for cache in [AnswerCache(count: 2), AnswerCache(bytes: 2 * 12)] {
            let server = FakeServer(page)
            let client = try server.client(cache: cache)
            let isKept = { (limit: Int) in
                _ = try await client.listGroups(GroupQuery(limit: limit))
                return server.requests.last?.headers["if-none-match"] != nil
            }
            for limit in [1, 2, 1, 3] { _ = try await isKept(limit) }
            #expect(try await isKept(1))
            #expect(try await isKept(3))
            #expect(try await !isKept(2), "used least recently")
            cache.forgetAll()
            #expect(try await !isKept(2))
        }
        let server = FakeServer(page)
        let client = try server.client(cache: AnswerCache(bytes: 11))
        for _ in 0..<2 { _ = try await client.listGroups(GroupQuery()) }
        #expect(server.requests.last?.headers["if-none-match"] == nil, "too large by itself")
    }
}
