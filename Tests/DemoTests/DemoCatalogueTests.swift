import DavenportAPI
@testable import Demo
import TMDBStandIn
import Testing

/// Checks that the demo's rooms and the stand-in for TMDB agree.
@Suite struct DemoCatalogueTests {
    @Test("The stand-in knows every subject of the demo's rooms, with the same titles and lengths")
    func stories() async throws {
        try await TMDBStandIn.run { tmdb in
            let library = tmdb.change { $0 }
            for story in try Story.all {
                switch story.subject.kind {
                case .tv:
                    let show = try #require(library.shows.first { $0.id == story.subject.showID })
                    let season = try #require(show.seasons.first { $0.seasonNumber == story.subject.season })
                    let episode = try #require(season.episodes.first { $0.episodeNumber == story.subject.episode })
                    #expect(show.name == story.subject.showTitle)
                    #expect(episode.name == story.subject.episodeTitle)
                    #expect(episode.runtime == story.minutes, "\(episode.name)")
                case .movie:
                    let film = try #require(library.films.first { $0.id == story.subject.movieID })
                    #expect(film.title == story.subject.title)
                    #expect(film.runtime == story.minutes)
                default: break
                }
            }
        }
    }
}
