import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Finds the titles of a new room's subject (rules 5). The catalogue's titles take precedence over those that the
    /// client sent.
    /// - Throws: `unknownSubject` if the catalogue has no such episode or movie; `invalid` if neither the catalogue nor
    ///   the client gives a title; `catalogueUnavailable` if a title is missing because the catalogue can't answer;
    ///   `tooManyRequests` if the caller has reached the limit of lookups.
    func identify(_ subject: NewSubject, for caller: Caller) async throws -> KnownSubject {
        guard let guide, let thing = subject.thing else { return KnownSubject(try subject.titled()) }
        switch try await guide.identify(thing, caller) {
        case .known(let known): return known.filled(from: subject)
        case .unknown: throw Problem.unknownSubject(of: subject.kind)
        case .away(let problem):
            guard let titled = try? subject.titled() else { throw problem }
            return KnownSubject(titled)
        }
    }
}

extension NewSubject {
    /// What the catalogue must look up; nil for a custom subject, which no catalogue knows.
    fileprivate var thing: MediaGuide.Thing? {
        if let showID, let season, let episode { return .episode(showID: showID, season: season, episode: episode) }
        return movieID.map { .movie(movieID: $0) }
    }
}

extension NewSubject {
    /// The titles that people typed, by the names of their fields. If the server has a catalogue, its titles replace those
    /// of known shows and movies.
    func typedTitles(hasCatalogue: Bool) -> KeyValuePairs<String, String?> {
        guard thing == nil || !hasCatalogue else { return [:] }
        return ["subject.title": title, "subject.showTitle": showTitle, "subject.episodeTitle": episodeTitle]
    }
}

extension KnownSubject {
    /// Returns the subject with the client's title if the catalogue has none for the episode.
    fileprivate func filled(from given: NewSubject) -> KnownSubject {
        guard case .tv(let showID, let season, let episode, let showTitle, nil) = subject else { return self }
        return KnownSubject(
            .tv(showID: showID, season: season, episode: episode, showTitle: showTitle, episodeTitle: given.episodeTitle),
            episodeID: episodeID)
    }
}
