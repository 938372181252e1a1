import DavenportAPI
import TMDBStandIn
import Testing

/// Tests that the stand-in's data is consistent.
@Suite struct FactTests {
    @Test("Each title, season and episode exists once, and none airs before the previous one")
    func order() async throws {
        try await TMDBStandIn.run { tmdb in
            let library = tmdb.change { $0 }
            #expect(Set(library.shows.map(\.id)).count == library.shows.count)
            #expect(Set(library.films.map(\.id)).count == library.films.count)
            for show in library.shows {
                let seasons = show.seasons.filter { $0.seasonNumber > 0 }
                #expect(seasons.map(\.seasonNumber) == Array(1...seasons.count), "\(show.name)")
                let dates = seasons.flatMap(\.episodes).compactMap(\.airDate)
                #expect(dates == dates.sorted(), "\(show.name)")
                #expect(show.seasons.flatMap(\.episodes).allSatisfy { !$0.name.isEmpty }, "\(show.name)")
            }
            let ids = library.shows.flatMap(\.seasons).flatMap(\.episodes).map(\.id)
            #expect(Set(ids).count == ids.count)
        }
    }

    @Test("One series has specials, and another's episodes air around the stand-in's present day")
    func specialsAndNext() async throws {
        try await TMDBStandIn.run(today: CalendarDate(year: 2026, month: 3, day: 1)) { tmdb in
            let sherlock = try await tmdb.json("/tv/19885")
            #expect(sherlock["seasons"]?.elements.map { $0["season_number"] } == [0, 1, 2, 3, 4])
            #expect(sherlock["seasons"]?.elements.first?["name"] == "Specials")
            #expect(try await tmdb.json("/tv/9000001")["poster_path"] == nil)
            let ferry = try await tmdb.json("/tv/9000001/season/2")["episodes"]?.elements.compactMap { $0["air_date"]?.text }
            #expect(ferry == ["2026-02-14", "2026-02-21", "2026-02-28", "2026-03-07", "2026-03-14", "2026-03-21"])
            #expect(try await tmdb.json("/tv/9000001/season/3")["episodes"]?.elements.first?["air_date"] == nil)
        }
    }
}
