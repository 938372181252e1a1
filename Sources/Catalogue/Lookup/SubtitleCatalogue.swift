import DavenportAPI
import Domain
import Logging

/// An episode or a movie that may have subtitles, by its numbers at TMDB.
public enum SubtitledSubject: Sendable, Hashable {
    case episode(show: Int, season: Int, episode: Int)
    case movie(Int)
}

/// Looks up the subtitles of episodes and movies at OpenSubtitles.com (rules 17.24 and 17.25). They are fetched once for all
/// rooms, tenants and servers, and stored as the catalogue's answers are.
public final class SubtitleCatalogue: Sendable {
    private let answers: MediaCatalogue

    /// Creates the catalogue of subtitles.
    /// - Parameter database: the database that stores the provider's answers for all servers and tenants.
    public init(
        _ settings: OpenSubtitlesSettings, database: Database, deadlines: CatalogueDeadlines = .ofSubtitles, logger: Logger
    ) {
        answers = MediaCatalogue(
            OpenSubtitlesClient(settings, deadlines).provider, database: database, deadlines: deadlines, logger: logger)
    }

    /// Returns the cues of the subtitles with most downloads that no machine has translated; nil if there are none.
    /// - Parameter language: a BCP 47 tag in its usual case.
    /// - Throws: `unavailable` if the provider doesn't answer in time or its quota is used up; `tooManyRequests` if the
    ///   caller has exceeded a rate limit, or had their share of a quota that is nearly used up.
    public func cues(of subject: SubtitledSubject, in language: String, for caller: Caller) async throws -> [Cue]? {
        // What can't exist isn't asked for (rule 17.24).
        guard let code = OpenSubtitlesLanguages.code(of: language) else { return nil }
        do {
            return try await answers.look(up: .subtitles(subject, language: code), as: ProvidedSubtitles.self, for: caller).answer?.cues
        } catch let problem as Problem where problem.code == .catalogueUnavailable {
            throw Problem.unavailable(retryAfter: problem.retryAfter ?? Int(CatalogueRules.rest))
        }
    }

    /// The counts of what this catalogue has done since the server started.
    public var counts: CatalogueCounts { answers.counts }

    /// Cancels the fetches in progress and closes the connections to the provider.
    public func close() async { await answers.close() }
}

extension CatalogueDeadlines {
    /// The deadlines for subtitles, of which each takes three requests to the provider.
    public static var ofSubtitles: CatalogueDeadlines {
        var deadlines = CatalogueDeadlines()
        (deadlines.lookUp, deadlines.request, deadlines.turn) = (.seconds(15), .seconds(12), .seconds(5))
        return deadlines
    }
}
