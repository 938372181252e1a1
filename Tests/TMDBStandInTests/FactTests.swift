import DavenportAPI
import TMDBStandIn
import Testing

/// Tests that the stand-in's data is consistent.
@Suite struct FactTests {
    @Test("Each title, season and episode exists once, and none airs before the previous one")
    func order() async throws {
        try await TMDBStandIn.run { tmdb in
            tmdb.change { library in
                #expect(Set(library.shows.map(\.id)).count == library.shows.count)
                #expect(Set(library.films.map(\.id)).count == library.films.count)
                for show in library.shows {
                    let seasons = show.seasons.filter { $0.number > 0 }
                    #expect(seasons.map(\.number) == Array(1...seasons.count), "\(show.name)")
                    let dates = seasons.flatMap(\.episodes).compactMap(\.airs)
                    #expect(dates == dates.sorted(), "\(show.name)")
                    #expect(show.seasons.flatMap(\.episodes).allSatisfy { !$0.title.isEmpty }, "\(show.name)")
                }
                let ids = library.shows.flatMap(\.seasons).flatMap(\.episodes).map(\.id)
                #expect(Set(ids).count == ids.count)
            }
        }
    }

    @Test("One series has specials, and another's next episode airs within a week of the stand-in's present day")
    func specialsAndNext() async throws {
        try await TMDBStandIn.run(today: CalendarDate(year: 2026, month: 3, day: 1)) { tmdb in
            let sherlock = try await tmdb.json("/tv/19885")
            #expect(sherlock["seasons"]?.elements.map { $0["season_number"] } == [0, 1, 2, 3, 4])
            #expect(sherlock["seasons"]?.elements.first?["name"] == "Specials")
            #expect(sherlock["number_of_seasons"] == 4)
            #expect(sherlock["number_of_episodes"] == 12)
            let ferry = try await tmdb.json("/tv/9000001")
            #expect(ferry["poster_path"] == .null)
            #expect(ferry["last_episode_to_air"]?["air_date"] == "2026-02-28")
            #expect(ferry["next_episode_to_air"]?["air_date"] == "2026-03-07")
            #expect(try await tmdb.json("/tv/9000001/season/3")["episodes"]?.elements.first?["air_date"] == .null)
        }
    }
}
