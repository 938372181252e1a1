import DavenportAPI
import Domain

extension Subject {
    /// A key that is equal for two subjects of the same kind exactly if they are the same movie, episode or title
    /// (rules 5).
    ///
    /// For a custom subject it is the title, trimmed, normalised by NFC and case-folded.
    var key: String {
        switch self {
        case .tv(let showID, let season, let episode, _, _): "\(showID) \(season) \(episode)"
        case .movie(let movieID, _): "\(movieID)"
        case .custom(let title): title.trimmed.folded
        }
    }

    var showID: Int? { if case .tv(let showID, _, _, _, _) = self { showID } else { nil } }
    var season: Int? { if case .tv(_, let season, _, _, _) = self { season } else { nil } }
    var episode: Int? { if case .tv(_, _, let episode, _, _) = self { episode } else { nil } }
    var showTitle: String? { if case .tv(_, _, _, let title, _) = self { title } else { nil } }
    var episodeTitle: String? { if case .tv(_, _, _, _, let title) = self { title } else { nil } }
    var movieID: Int? { if case .movie(let movieID, _) = self { movieID } else { nil } }
    /// The title of a movie or a custom subject; nil for an episode.
    var ownTitle: String? {
        switch self {
        case .tv: nil
        case .movie(_, let title), .custom(let title): title
        }
    }
}

extension NewSubject {
    /// Returns the subject with the titles that the client sent, for a server without a catalogue.
    /// - Throws: `invalid`, naming the title that is missing.
    func titled() throws -> Subject {
        switch kind {
        case .tv:
            guard let showTitle else { throw missing("showTitle") }
            return .tv(
                showID: showID ?? 0, season: season ?? 0, episode: episode ?? 0, showTitle: showTitle, episodeTitle: episodeTitle)
        case .movie:
            guard let title else { throw missing("title") }
            return .movie(movieID: movieID ?? 0, title: title)
        default:
            return .custom(title: title ?? "")
        }
    }

    private func missing(_ field: String) -> Problem {
        .invalid("subject." + field, .missing, "is required, because the server has no title from a catalogue")
    }
}
