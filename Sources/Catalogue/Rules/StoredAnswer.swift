import Foundation
import UntrustedText

/// An answer of the provider as the database stores it.
struct StoredAnswer: Sendable {
    /// The answer as JSON in the provider's form; nil if the provider answered that it has no such show, movie or
    /// episode.
    let answer: String?
    /// When the answer was fetched; nil if none was ever fetched.
    let fetchedAt: Date?
    /// Whether the provider has renumbered the show, so that some of its episodes once had other numbers.
    let isRenumbered: Bool

    /// Returns whether the answer may be returned without a refetch.
    func isFresh(_ providerRequest: ProviderRequest, at now: Date) -> Bool {
        !age(at: now).isOver(providerRequest.freshness(isKnown: answer != nil))
    }

    /// Returns the time since the answer was fetched.
    func age(at now: Date) -> Age { Age(seconds: fetchedAt.map { now.timeIntervalSince($0) } ?? .infinity) }

    /// Decodes the answer; nil if the provider has no such show, movie or episode, or if this version of the server
    /// can't decode the stored JSON.
    func decoded<Answer: ProviderAnswer>(_ type: Answer.Type = Answer.self) -> Answer? {
        answer.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// The time since an answer was fetched. If a clock was set back, the answer's time may lie in the future.
struct Age: Sendable {
    /// The age in seconds. It is infinite if there is no answer, and negative if the answer's time lies in the future.
    let seconds: TimeInterval

    /// Returns whether the age reaches a limit. If the answer's time lies further in the future than clocks may differ,
    /// its age is unknown, and the result is true. An infinite limit is never reached.
    func isOver(_ limit: TimeInterval) -> Bool { limit.isFinite && (seconds >= limit || seconds < -CatalogueRules.skew) }

    /// Whether the answer is too old to be returned. If its time lies as far in the future as it may lie in the past,
    /// its real age is unknown, so it counts as too old as well.
    var isTooOld: Bool { seconds.magnitude >= CatalogueRules.kept }
}

extension ProviderRequest {
    /// The type that decodes the provider's answer to the request.
    private var answer: any ProviderAnswer.Type {
        switch self {
        case .search: TMDBSearch.self
        case .show: TMDBShow.self
        case .season: TMDBSeason.self
        case .episode: TMDBEpisodeDetails.self
        case .movie: TMDBMovie.self
        case .find: TMDBFind.self
        case .configuration: TMDBConfiguration.self
        case .subtitles: ProvidedSubtitles.self
        }
    }

    /// Validates the bytes of the provider's answer, and returns the JSON to store.
    /// - Throws: `ProviderFault` if the answer is malformed or about something else.
    func kept(_ bytes: [UInt8]) throws -> String {
        func read<Answer: ProviderAnswer>(_ type: Answer.Type) throws -> String {
            guard let read = try? Answer(untrustedJSON: bytes) else { throw ProviderFault("The provider's answer is malformed.") }
            guard read.isAnswer(to: self) else { throw ProviderFault("The provider's answer is about something else.") }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(read), as: UTF8.self)
        }
        return try read(answer)
    }

    /// Returns whether a new answer renumbers the show: it gives an episode or a season of the old answer another
    /// number, or leaves it out.
    ///
    /// What a partial answer lacks may be there in the next one. If several episodes shared an id and one of them now
    /// has its own, that isn't a renumbering.
    func isRenumbered(_ new: StoredAnswer, since old: StoredAnswer) -> Bool {
        switch self {
        case .show:
            guard let (old, new) = pair(old, new, TMDBShow.self) else { return false }
            return new?.isPartial != true && !Set(old.seasons.map(\.season)).isSubset(of: new?.seasons.map(\.season) ?? [])
        case .season:
            guard let (old, new) = pair(old, new, TMDBSeason.self) else { return false }
            return old.isRenumbered(by: new)
        case .search, .episode, .movie, .find, .configuration, .subtitles: return false
        }
    }

    private func pair<Answer: ProviderAnswer>(_ old: StoredAnswer, _ new: StoredAnswer, _ type: Answer.Type) -> (Answer, Answer?)? {
        old.decoded(type).map { ($0, new.decoded(type)) }
    }
}

extension TMDBSeason {
    /// Returns whether a newer answer gives one of these episodes another number, or lacks it. The answer is nil if the
    /// season is gone.
    fileprivate func isRenumbered(by new: TMDBSeason?) -> Bool {
        let (shared, known) = (sharedIDs, Set(episodes.map(\.id)))
        let numbers = Dictionary((new?.episodes ?? []).map { ($0.episode, $0.id) }) { first, _ in first }
        return episodes.contains { episode in
            guard let id = numbers[episode.episode] else { return new?.isPartial != true }
            return id != episode.id && !(shared.contains(episode.id) && !known.contains(id))
        }
    }
}
