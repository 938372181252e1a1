import DavenportAPI
import Domain

/// What comes after an episode, where no catalogue knows better (rules 7).
package enum EpisodeRules {
    /// No episode has a higher number.
    package static let last = NewSubject.episodes.upperBound
}

extension NextEpisode {
    /// The next number of the same season, untitled. Specials have none.
    init?(after episode: Int, ofSeason season: Int) {
        guard season > 0, episode < EpisodeRules.last else { return nil }
        self.init(season: season, episode: episode + 1, title: nil)
    }
}

extension Subject {
    /// The same show's next episode.
    var next: KnownSubject? {
        guard case .tv(let showID, let season, let episode, let showTitle, _) = self,
            let next = NextEpisode(after: episode, ofSeason: season)
        else { return nil }
        return KnownSubject(
            .tv(showID: showID, season: next.season, episode: next.episode, showTitle: showTitle, episodeTitle: next.title))
    }
}
