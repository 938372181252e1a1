import DavenportAPI
import DavenportClient
import Foundation
import TestSupport
import Testing

@Suite("Iterating over pages")
struct PageTests {
    private func page(_ slugs: [String], next: String?) -> FakeServer.Turn {
        let items = slugs.map { #"{"id":"\#(UUID())","username":"\#($0)","identityColor":"red"}"# }.joined(separator: ",")
        return .answer(200, [:], #"{"items":[\#(items)]\#(next.map { #","next":"\#($0)""# } ?? "")}"#)
    }

    @Test("Each page is requested when it is needed, with the previous cursor and the same limit")
    func pages() async throws {
        let server = FakeServer(page(["ada", "bea"], next: "n 1"), page([], next: "n2"), page(["cem"], next: nil), .notFound)
        var pages = try server.client().pages(Endpoints.listMembers, MemberQuery(limit: 2)).makeAsyncIterator()
        #expect(server.requests.isEmpty)
        #expect(try await pages.next()?.items.map(\.username) == ["ada", "bea"])
        #expect(server.requests.count == 1)
        #expect(try await pages.next()?.items.count == 0)
        #expect(try await pages.next()?.items.map(\.username) == ["cem"])
        #expect(try await pages.next() == nil)
        let queries = server.requests.map { Set($0.target.split(separator: "?").last.map { $0.split(separator: "&") } ?? []) }
        #expect(queries == [["limit=2"], ["limit=2", "after=n%201"], ["limit=2", "after=n2"]])
    }

    @Test("All items are returned, across an empty page, and after an error from where it failed")
    func items() async throws {
        let server = FakeServer(page(["ada"], next: "1"), page([], next: "2"), .problem(.internalError), page(["bea", "cem"], next: nil))
        var items = try server.client().all(Endpoints.listMembers, MemberQuery()).makeAsyncIterator()
        #expect(try await items.next()?.username == "ada")
        #expect(await thrown { try await items.next() } is APIError)
        #expect(try await items.next()?.username == "bea")
        #expect(try await items.next()?.username == "cem")
        #expect(try await items.next() == nil)
        #expect(server.requests.count == 4)
    }

    @Test("Iterating twice requests the pages twice")
    func again() async throws {
        let server = FakeServer(page(["ada"], next: nil))
        let all = try server.client().all(Endpoints.listMembers, MemberQuery())
        for _ in 0..<2 { #expect(try await all.array().map(\.username) == ["ada"]) }
        #expect(server.requests.count == 2)
    }
}
