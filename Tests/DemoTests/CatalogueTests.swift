import DavenportAPI
@testable import Demo
import TMDBStandIn
import Testing

/// The demo's rooms and the stand-in for TMDB tell the same.
@Suite struct CatalogueTests {
    @Test("What the demo's rooms are about the stand-in knows, by the same titles and as long", arguments: Fortnight.stories)
    func stories(story: Story) async throws {
        try await TMDBStandIn.run { tmdb in
            try tmdb.change { library in
                let subject = story.subject
                switch subject.kind {
                case .tv:
                    let show = try #require(library.shows.first { $0.id == subject.showID })
                    #expect(show.name == subject.showTitle)
                    let season = try #require(show.seasons.first { $0.number == subject.season })
                    let episode = try #require(season.episodes.first { $0.number == subject.episode })
                    #expect(episode.title == subject.episodeTitle)
                    #expect(episode.minutes == story.minutes)
                case .movie:
                    let film = try #require(library.films.first { $0.id == subject.movieID })
                    #expect(film.title == subject.title)
                    #expect(film.minutes == story.minutes)
                case .custom: break
                }
            }
        }
    }
}
