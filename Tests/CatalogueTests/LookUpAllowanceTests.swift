import DavenportAPI
import Domain
import Foundation
import Postgres
import TMDBStandIn
import TestSupport
import Testing

@testable import Catalogue

@Suite("rules 8: rate limits of look-ups per user")
struct LookUpAllowanceTests {
    /// Shows rule 8.7.
    @Test("Look-ups outside the cache count, found or not; beyond the limit they get 429, and cached answers continue")
    func counted() async throws {
        try await CatalogueFixture.with { evening in
            #expect(Allowance.lookUps.usual == 300 && Allowance.lookUpsOfCommunity.usual == 20_000)
            try await evening.allow(3)
            for path in ["tv/95396", "movies/1", "search?query=sev"] { #expect(try await [200, 404].contains(evening.get(path).status)) }
            evening.server.clock.advance(by: 600)
            let refused = try await evening.get("tv/95396/seasons/1")
            #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "3000", "\(refused)")
            #expect(try await evening.get("tv/95396").status == 200)
            #expect(try await evening.get("movies/1").status == 404)
            #expect(evening.asked() == 3)
            // A refused look-up writes no entry.
            #expect(try await evening.server.database.count("catalogue_entries WHERE key LIKE '%season%'") == 0)
            let bea = try await evening.server.person("bea")
            #expect(try await evening.get("tv/95396/seasons/1", as: bea).status == 200)
            #expect(try await evening.get("tv/95396/seasons/1").status == 200)
            evening.server.clock.advance(by: 3000)
            #expect(try await evening.get("tv/95396/seasons/2").status == 200)
            #expect(evening.server.catalogue?.counts.refused == 1)
        }
    }

    /// Shows rule 8.7.
    @Test("A stale answer is returned, and its refresh counts for no user")
    func stale() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.allow(1)
            _ = try await evening.get("tv/95396").expecting(200, Show.self)
            evening.server.clock.advance(by: 86_401)
            #expect(try await evening.get("movies/603").status == 200, "another window")
            #expect(try await evening.get("tv/95396").expecting(200, Show.self).stale == true)
            try await eventually("it was asked for again") { try await evening.get("tv/95396").expecting(200, Show.self).stale == nil }
            #expect(evening.asked("/3/tv") == 2)
        }
    }

    /// Shows rule 8.7.
    @Test("A look-up already in flight costs nothing, whoever started it, on any server")
    func underWay() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.allow(1)
            let bea = try await evening.server.person("bea")
            _ = try await evening.get("tv/95396")
            evening.tmdb.add(Rule(.hold, path: "/movie"))
            try await evening.withSecondServer { second, _ in
                try await withThrowingTaskGroup(of: Int.self) { group in
                    group.addTask { try await evening.get("movies/603", as: bea).status }
                    try await eventually("it is under way") { evening.asked("/3/movie") == 1 }
                    let before = evening.server.catalogue?.counts.misses ?? 0
                    group.addTask { try await evening.get("movies/603").status }
                    group.addTask { try await evening.get("movies/603", at: second).status }
                    try await eventually("another waits") { evening.server.catalogue?.counts.misses == before + 1 }
                    expect(try await evening.get("movies/14"), .tooManyRequests)
                    evening.tmdb.clear()
                    for try await status in group { #expect(status == 200) }
                }
            }
            #expect(evening.asked("/3/movie") == 1)
        }
    }

    /// Shows rule 8.7.
    @Test("A user below the limit can look up what a user above it had started")
    func begunByAnother() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.allow(1)
            _ = try await evening.get("tv/95396")
            let people = try await evening.server.friends(["bea", "cem", "dora"])
            try await withThrowingTaskGroup(of: (Bool, Int).self) { group in
                for person in [evening.ada] + people {
                    group.addTask { (person.id == evening.ada.id, try await evening.get("movies/603", as: person).status) }
                }
                for try await (isAda, status) in group { #expect(status == 200 || isAda && status == 429) }
            }
            #expect(evening.asked("/3/movie") == 1)
        }
    }

    /// Shows rule 8.7.
    @Test("Creating rooms by ids and next rooms count too; an existing room is found without cost")
    func rooms() async throws {
        try await CatalogueFixture.with { evening in
            // The limit is enough for a series and its season.
            try await evening.allow(2)
            let id = UUID()
            let body: Body = [
                "id": .id(id), "subject": .object(CatalogueFixture.episode(1, 9).map { .init($0.key, $0.value) }), "memberIDs": [],
            ]
            let ask = { try await evening.server.call(.post, "/v1/rooms", token: evening.ada.token, json: body) }
            let room = try await ask().expecting(201, Room.self)
            // The next season isn't cached yet, unless the dashboard has already requested it.
            expect(try await evening.makeNext(after: room), .tooManyRequests)
            expect(try await evening.makeRoom(["kind": "movie", "movieID": 603, "title": "The Matrix"]), .tooManyRequests)
            #expect(try await ask().status == 200)
            _ = try await evening.makeRoom(CatalogueFixture.episode(1, 8)).expecting(201, Room.self)
            evening.server.clock.advance(by: 3600)
            _ = try await evening.makeNext(after: room).expecting(201, Room.self)
        }
    }

    /// Shows rule 8.7.
    @Test("While TMDB asks to wait, look-ups don't count, since no request is sent")
    func paused() async throws {
        try await CatalogueFixture.with { evening in
            try await evening.allow(2)
            evening.tmdb.add(Rule(.answer, path: "/tv", status: 429, retryAfter: "600", times: 1))
            for show in 1...4 { expect(try await evening.get("tv/\(show)"), .catalogueUnavailable) }
            try await evening.server.rows("DELETE FROM catalogue_pauses")
            #expect(try await evening.get("movies/603").status == 200)
            expect(try await evening.get("movies/14"), .tooManyRequests)
        }
    }

    /// Shows rule 8.7.
    @Test("A look-up that was never sent is refunded")
    func crowded() async throws {
        var deadlines = CatalogueDeadlines.patient
        // A waiting client learns at once that it takes longer, and the look-up continues.
        (deadlines.lookUp, deadlines.turn) = (.milliseconds(1), .seconds(1))
        try await CatalogueFixture.with(deadlines) { evening in
            let counts = { evening.server.catalogue?.counts ?? CatalogueCounts() }
            try await evening.allow(5)
            evening.tmdb.add(Rule(.hold, path: "/tv"))
            for show in 1...4 { expect(try await evening.get("tv/\(show)"), .catalogueUnavailable) }
            try await eventually("four are asked for, and more one person may not") { evening.asked("/3/tv") == 4 }
            for show in 5...7 {
                expect(try await evening.get("tv/\(show)"), .catalogueUnavailable)
                try await eventually("it is given up, or refused") { counts().crowded == show - 4 || counts().refused > 0 }
                try await eventually("nothing stays of it") {
                    try await evening.server.database.count("catalogue_entries WHERE key = 'en-US tv/\(show)'") == 0
                }
            }
            #expect(counts().refused == 0)
            evening.tmdb.clear()
            try await eventually("it is the fifth that counts") { try await evening.get("tv/5").status == 404 }
            _ = try await evening.get("tv/6")
            try await eventually("a sixth is refused") { counts().refused == 1 }
            #expect(evening.asked("/3/tv") == 5)
        }
    }
}

extension CatalogueFixture {
    /// Sets the number of look-ups per user and hour.
    func allow(_ number: Int) async throws {
        _ = try await server.operators.changeTenantLimits(server.tenant) { $0[.lookUps] = number }
    }
}
