import DavenportAPI
import Domain
import Foundation

/// What the thing is called that a room shall be about: as the catalogue says where it knows it, else as the client says (rules 5): a
/// step of creating a room.
struct IdentifySubject {
    let guide: MediaGuide?

    /// - Throws: `unknownSubject` where the catalogue knows no such thing; `invalid` where a title lacks that nobody gives;
    ///   `catalogueUnavailable` where it lacks because the catalogue can't say; `tooManyRequests`.
    func callAsFunction(_ subject: NewSubject, for caller: Caller) async throws -> KnownSubject {
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
    /// What a catalogue may know; nil for something of one's own.
    fileprivate var thing: MediaGuide.Thing? {
        if let showID, let season, let episode { return .episode(showID: showID, season: season, episode: episode) }
        return movieID.map { .movie(movieID: $0) }
    }
}

extension KnownSubject {
    /// With the client's title of an episode that has none in the catalogue.
    fileprivate func filled(from given: NewSubject) -> KnownSubject {
        guard case .tv(let showID, let season, let episode, let showTitle, nil) = subject else { return self }
        return KnownSubject(
            .tv(showID: showID, season: season, episode: episode, showTitle: showTitle, episodeTitle: given.episodeTitle),
            episodeID: episodeID)
    }
}
