import DavenportAPI
import DavenportClient
import Foundation
import Postgres
import Secrets
import TestSupport
import Testing

@testable import Domain

@Suite("rule 13.8: unusable cursors")
struct FeedRefusalTests {
    /// Shows rule 13.8.
    @Test("After 89 days a cursor continues, and after 91 days a full resync is required")
    func old() async throws {
        try await FeedEvening.with { evening in
            let room = try await evening.room(1)
            let ada = try await evening.started(evening.ada)
            try await evening.server.comment(evening.bea, in: room, "hello")
            evening.server.clock.advance(by: 89 * 86_400)
            try await evening.refresh()
            var patient = ada
            #expect(try await patient.follow().rooms == [room.id])
            evening.server.clock.advance(by: 86_400)
            #expect(try await evening.refusal(of: ada.cursor) == nil)
            evening.server.clock.advance(by: 1)
            #expect(try await evening.refusal(of: ada.cursor) == .resyncRequired)
        }
    }

    /// Shows rule 13.8.
    @Test("A cursor of another user or community, or older than a resync or a change of features, requires a full resync")
    func histories() async throws {
        try await FeedEvening.with { evening in
            let other = try await evening.server.otherTenant()
            let stranger = try await evening.server.person("stranger", in: other)
            let theirs = try await Self.cursor(evening.server.as(stranger))
            #expect(try await evening.refusal(of: theirs) == .resyncRequired)
            #expect(try await evening.refusal(of: try await Self.cursor(evening.server.as(evening.bea))) == .resyncRequired)
            let mine = try await Self.cursor(evening.server.as(evening.ada))
            #expect(try await evening.refusal(of: mine) == nil)
            try await evening.server.operators.resyncTenant(evening.server.tenant)
            #expect(try await evening.refusal(of: mine) == .resyncRequired)
            let again = try await Self.cursor(evening.server.as(evening.ada))
            #expect(try await evening.refusal(of: again) == nil)
            try await evening.server.operators.changeTenantFeatures(evening.server.tenant, [.watch, .play])
            #expect(try await evening.refusal(of: again) == .resyncRequired)
        }
    }

    /// Shows rules 13.1 and 13.8.
    @Test("A cursor in the middle of a pass is refused like one at its end, and malformed text is invalid")
    func amid() async throws {
        try await FeedEvening.with { evening in
            _ = (try await evening.room(1), try await evening.room(2))
            let page = try await evening.server.as(evening.ada).listChanges(ChangesQuery(limit: 1))
            #expect(page.more)
            try await evening.server.operators.changeTenantFeatures(evening.server.tenant, [.class, .play])
            #expect(try await evening.refusal(of: page.next) == .resyncRequired)
            #expect(try await evening.refusal(of: "Ag") == .invalid)
            let answer = try await evening.server.call(.get, "/v1/changes?since=!&limit=0&wait=26", token: evening.ada.token)
            #expect(answer.status == 422 && answer.faultyFields == ["limit", "wait"])
        }
    }

    /// Shows rule 13.8.
    @Test("A snapshot from the future belongs to another database")
    func future() async throws {
        try await FeedEvening.with { evening in
            let mine = try FeedCursor(try await Self.cursor(evening.server.as(evening.ada)))
            let base = try #require(mine.base)
            for (ahead, code) in [(0 as UInt64, nil), (1_000_000, Problem.Code.resyncRequired)] {
                let seen = base.snapshot
                let snapshot = try #require(Snapshot(xmin: seen.xmin, xmax: seen.xmax + ahead, inProgress: seen.inProgress))
                let cursor = FeedCursor(
                    epoch: mine.epoch, base: .init(snapshot: snapshot, moment: base.moment), digests: mine.digests, pass: nil)
                #expect(try await evening.refusal(of: cursor.text) == code)
            }
        }
    }

    /// Shows rule 13.8.
    @Test("A forged cursor causes no server error, and returns nothing that its user may not see")
    func forged() async throws {
        try await FeedEvening.with { evening in
            let mine = try await evening.filled(archived: 1, active: 2, comments: 6)
            let cem = try await evening.server.person("cem")
            let foreign = try await evening.server.room(cem)
            try await evening.server.comment(cem, in: foreign, "private")
            let client = evening.server.as(evening.ada)
            var cursors = [try await client.listChanges(ChangesQuery()).next]
            for limit in [1, 4] { cursors.append(try await client.listChanges(ChangesQuery(limit: limit)).next) }
            try await evening.server.comment(evening.bea, in: try await client.showRoom(roomID: mine.active[0]), "more")
            cursors.append(try await client.listChanges(ChangesQuery(since: cursors[0], limit: 1)).next)
            var (random, answered) = (SplitMix64(seed: 5), 0)
            let count = setting("DAVENPORT_SYNC_CURSORS") ?? 150
            for index in 0..<count {
                var bytes = try #require(Base64.url.decode(cursors[index % cursors.count].utf8))
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    bytes[Int.random(in: 9..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let path = "/v1/changes?since=\(Base64.url.encode(bytes))"
                let answer = try await evening.server.call(.get, path, token: evening.ada.token)
                #expect([200, 410, 422].contains(answer.status))
                guard answer.status == 200 else { continue }
                answered += 1
                let changes = try answer.expecting(200, Changes.self)
                let all = Set(mine.active + mine.archived)
                #expect(all.isSuperset(of: (changes.rooms?.items ?? []).map(\.id)))
                #expect(all.isSuperset(of: (changes.comments?.items ?? []).map(\.roomID)))
            }
            #expect(answered > count / 20)
        }
    }

    private static func cursor(_ client: DavenportClient) async throws -> String {
        try await client.listChanges(ChangesQuery(since: ChangesQuery.sinceNow)).next
    }
}

extension FeedEvening {
    fileprivate func refusal(of cursor: String?) async throws -> Problem.Code? {
        try await TestSupport.refusal { try await server.as(ada).listChanges(ChangesQuery(since: cursor)) }
    }

    /// Extends Ada's session, as if she had used it in the meantime.
    fileprivate func refresh() async throws {
        try await server.rows("UPDATE sessions SET last_used_at = \(server.clock.now), expires_at = 'infinity'")
    }
}
