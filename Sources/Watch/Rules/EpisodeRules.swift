import DavenportAPI
import Domain

/// Determines the next episode on a server without a catalogue (rules 7).
package enum EpisodeRules {
    /// The highest number that an episode can have.
    package static let last = NewSubject.episodes.upperBound
}

extension NextEpisode {
    /// Makes the episode with the next number in the same season, without a title. Returns nil for specials, and after
    /// the highest number.
    init?(after episode: Int, ofSeason season: Int) {
        guard season > 0, episode < EpisodeRules.last else { return nil }
        self.init(season: season, episode: episode + 1, title: nil)
    }
}

extension Subject {
    /// The subject that is the next episode of the same show. It is nil if this episode has the highest number that the
    /// API accepts (`EpisodeRules.last`), for a special, or if this subject isn't an episode.
    var next: KnownSubject? {
        guard case .tv(let showID, let season, let episode, let showTitle, _) = self,
            let next = NextEpisode(after: episode, ofSeason: season)
        else { return nil }
        return KnownSubject(
            .tv(showID: showID, season: next.season, episode: next.episode, showTitle: showTitle, episodeTitle: next.title))
    }
}
