import DavenportAPI
@testable import Demo
import TMDBStandIn
import Testing

/// Checks that the demo's rooms and the stand-in for TMDB agree.
@Suite struct DemoCatalogueTests {
    @Test("The stand-in knows every subject of the demo's rooms, with the same titles and lengths")
    func stories() async throws {
        try await TMDBStandIn.run { tmdb in
            try tmdb.change { library in
                for story in Fortnight.stories {
                    switch story.subject.kind {
                    case .tv:
                        let show = try #require(library.shows.first { $0.id == story.subject.showID })
                        let season = try #require(show.seasons.first { $0.number == story.subject.season })
                        let episode = try #require(season.episodes.first { $0.number == story.subject.episode })
                        #expect(show.name == story.subject.showTitle)
                        #expect(episode.title == story.subject.episodeTitle)
                        #expect(episode.minutes == story.minutes, "\(episode.title)")
                    case .movie:
                        let film = try #require(library.films.first { $0.id == story.subject.movieID })
                        #expect(film.title == story.subject.title)
                        #expect(film.minutes == story.minutes)
                    default: break
                    }
                }
            }
        }
    }
}
