import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Sets a room's subtitles in one language to those that the provider has for the room's episode or movie.
    public func fetchSubtitles(_ caller: Caller, _ input: SubtitleReference) async throws -> SubtitleTrack {
        let (subject, hasPlace) = try await database.transaction(for: caller) { transaction in
            let subtitles = SubtitleRepository(transaction)
            guard let subject = try await subtitles.subject(of: input.roomID, for: caller.userID) else { throw Problem(.notFound) }
            return (subject, try await subtitles.hasPlace(for: input))
        }
        // Checked first, so that nothing is downloaded that the room couldn't keep.
        guard hasPlace else { throw Problem(.limitReached) }
        guard let guide = services[SubtitleGuide.self] else { throw Problem(.unavailable) }
        guard let thing = subject.thing, let cues = try await guide.cues(thing, input.language, caller) else {
            throw Problem(.notFound, detail: "The provider has no such subtitles.")
        }
        return try await StoreSubtitles(database)(cues, input, by: caller)
    }
}

extension Subject {
    /// The episode or movie that a provider may know; nil for a custom title, and for a show that is known by its title.
    fileprivate var thing: MediaGuide.Thing? {
        switch self {
        case .tv(let showID, let season, let episode, _, _): showID > 0 ? .episode(showID: showID, season: season, episode: episode) : nil
        case .movie(let movieID, _): .movie(movieID: movieID)
        case .custom: nil
        }
    }
}
