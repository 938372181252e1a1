import DavenportAPI
import TMDBStandIn
import Testing

/// Tests the edits that TMDB's editors make, which a test can make too.
@Suite struct EditTests {
    private static let show = 95396

    @Test("A season is renumbered with its episodes, and keeps its id")
    func renumberSeason() async throws {
        try await TMDBStandIn.run { tmdb in
            let before = try await tmdb.json("/tv/95396/season/2")
            try tmdb.apply(Edit(.renumber, show: Self.show, season: 2, to: 5))
            let after = try await tmdb.json("/tv/95396/season/5")
            #expect(after["id"] == before["id"])
            #expect(after["season_number"] == 5)
            #expect(after["episodes"]?.elements.first?["season_number"] == 5)
            #expect(after["episodes"]?.elements.first?["id"] == before["episodes"]?.elements.first?["id"])
            #expect(try await tmdb.ask("/tv/95396/season/2").status == 404)
            #expect(try await tmdb.json("/tv/95396")["seasons"]?.elements.map { $0["season_number"] } == [1, 5])
        }
    }

    @Test("An episode is moved to another day, renumbered, renamed, and removed, which leaves a gap")
    func episodes() async throws {
        try await TMDBStandIn.run { tmdb in
            func episodes() async throws -> [JSONValue] { try await tmdb.json("/tv/95396/season/2")["episodes"]?.elements ?? [] }
            try tmdb.apply(Edit(.move, show: Self.show, season: 2, episode: 10, airs: CalendarDate("2027-01-01")))
            #expect(try await episodes().last?["air_date"] == "2027-01-01")
            try tmdb.apply(Edit(.move, show: Self.show, season: 2, episode: 10))
            #expect(try await episodes().last?["air_date"] == .null)
            try tmdb.apply(Edit(.remove, show: Self.show, season: 2, episode: 3))
            #expect(try await tmdb.ask("/tv/95396/season/2/episode/3").status == 404)
            try tmdb.apply(Edit(.renumber, show: Self.show, season: 2, episode: 10, to: 12))
            #expect(try await episodes().map { $0["episode_number"] } == [1, 2, 4, 5, 6, 7, 8, 9, 12])
            try tmdb.apply(Edit(.rename, show: Self.show, season: 2, episode: 4, title: "Another"))
            #expect(try await tmdb.json("/tv/95396/season/2/episode/4")["name"] == "Another")
        }
    }

    @Test("A series and a film are renamed and removed, and then no search finds them")
    func things() async throws {
        try await TMDBStandIn.run { tmdb in
            try tmdb.apply(Edit(.rename, show: Self.show, title: "Severed"))
            #expect(try await tmdb.json("/search/tv?query=severed")["total_results"] == 1)
            try tmdb.apply(Edit(.remove, show: Self.show))
            try tmdb.apply(Edit(.remove, film: 346))
            #expect(try await tmdb.json("/search/multi?query=sev")["total_results"] == 0)
        }
    }

    @Test(
        "An edit of an unknown object, or one without a required field, is refused",
        arguments: [
            Edit(.remove), Edit(.remove, show: 1), Edit(.remove, show: show, season: 9), Edit(.remove, show: show, season: 1, episode: 99),
            Edit(.rename, show: show), Edit(.move, show: show, season: 1), Edit(.renumber, show: show, season: 2, to: 1),
            Edit(.renumber, show: show, season: 2, episode: 1, to: 2), Edit(.renumber, film: 603, to: 1), Edit(.remove, film: 1),
        ])
    func refused(edit: Edit) async throws {
        try await TMDBStandIn.run { tmdb in
            #expect(throws: CannotEdit.self) { try tmdb.apply(edit) }
        }
    }
}
