import DavenportAPI
import Domain
import Foundation
import Postgres
import TMDBStandIn
import TestSupport
import Testing

@testable import Catalogue

@Suite("rules 8: how much each person may have the provider asked")
struct LookUpAllowanceTests {
    /// Shows rule 8.7.
    @Test("What isn't kept counts, found or not; then it is 429, and what is kept is answered as ever")
    func counted() async throws {
        try await MediaEvening.with { evening in
            try await evening.allow(3)
            for path in ["tv/95396", "movies/1", "search?query=sev"] { #expect(try await [200, 404].contains(evening.get(path).status)) }
            evening.server.clock.advance(by: 600)
            let refused = try await evening.get("tv/95396/seasons/1")
            #expect(refused.code == .tooManyRequests && refused.headers["retry-after"] == "3000", "\(refused)")
            #expect(try await evening.get("tv/95396").status == 200)
            #expect(try await evening.get("movies/1").status == 404)
            #expect(evening.asked() == 3)
            // Whoever is refused fills nothing.
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
    @Test("What is old is answered, and asked for again, and counts as nobody's")
    func stale() async throws {
        try await MediaEvening.with { evening in
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
    @Test("What is under way costs nothing, whoever has begun it, on whichever server")
    func underWay() async throws {
        try await MediaEvening.with { evening in
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
                    evening.tmdb.release()
                    for try await status in group { #expect(status == 200) }
                }
            }
            #expect(evening.asked("/3/movie") == 1)
        }
    }

    /// Shows rule 8.7.
    @Test("Whoever may ask does, where the one that began may not")
    func begunByAnother() async throws {
        try await MediaEvening.with { evening in
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
    @Test("Making rooms by numbers and going on count too; what was made is found again")
    func rooms() async throws {
        try await MediaEvening.with { evening in
            // A show and its season.
            try await evening.allow(2)
            let id = UUID()
            let body: Body = [
                "id": .id(id), "subject": .object(MediaEvening.episode(1, 9).map { .init($0.key, $0.value) }), "memberIDs": [],
            ]
            let ask = { try await evening.server.call(.post, "/v1/rooms", token: evening.ada.token, json: body) }
            let room = try await ask().expecting(201, Room.self)
            // The next season isn't kept yet, unless the dashboard has had it asked for.
            expect(try await evening.makeNext(after: room), .tooManyRequests)
            expect(try await evening.makeRoom(["kind": "movie", "movieID": 603, "title": "The Matrix"]), .tooManyRequests)
            #expect(try await ask().status == 200)
            _ = try await evening.makeRoom(MediaEvening.episode(1, 8)).expecting(201, Room.self)
            evening.server.clock.advance(by: 3600)
            _ = try await evening.makeNext(after: room).expecting(201, Room.self)
        }
    }

    /// Shows rule 8.7.
    @Test("Where TMDB asks for patience nothing counts, since nobody is asked")
    func paused() async throws {
        try await MediaEvening.with { evening in
            try await evening.allow(2)
            evening.tmdb.add(Rule(.answer, path: "/tv", status: 429, retryAfter: "600", times: 1))
            for show in 1...4 { expect(try await evening.get("tv/\(show)"), .catalogueUnavailable) }
            try await evening.server.rows("DELETE FROM catalogue_pauses")
            #expect(try await evening.get("movies/603").status == 200)
            expect(try await evening.get("movies/14"), .tooManyRequests)
        }
    }

    /// Shows rule 8.7.
    @Test("What found no turn to be asked for is given back, since nobody was asked")
    func crowded() async throws {
        var deadlines = CatalogueDeadlines.patient
        // Whoever waits is told at once that it takes longer, and what was begun goes on.
        (deadlines.lookUp, deadlines.turn) = (.milliseconds(1), .seconds(1))
        try await MediaEvening.with(deadlines) { evening in
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
            evening.tmdb.release()
            try await eventually("it is the fifth that counts") { try await evening.get("tv/5").status == 404 }
            _ = try await evening.get("tv/6")
            try await eventually("a sixth is refused") { counts().refused == 1 }
            #expect(evening.asked("/3/tv") == 5)
        }
    }
}

extension MediaEvening {
    /// So many look-ups an hour may each person make.
    fileprivate func allow(_ number: Int) async throws {
        _ = try await ChangeTenantLimits(server.operators)(server.tenant) { $0[.lookUps] = number }
    }
}
