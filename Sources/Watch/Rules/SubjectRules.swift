import DavenportAPI
import Domain
import Secrets

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

    /// Returns the id of a show that is known by its title alone (rule 5.12). Titles that are equal after trimming,
    /// normalising and folding case have the same id. It is negative, so that it is never the provider's.
    static func showID(titled title: String) -> Int {
        let digest = Digest.sha256(Array(title.trimmed.folded.utf8))
        return -1 - Int(digest.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) } >> 1)
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
                showID: showID ?? Subject.showID(titled: showTitle), season: season ?? 0, episode: episode ?? 0, showTitle: showTitle,
                episodeTitle: episodeTitle)
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
