import Foundation
import UntrustedText

/// A stored answer of the provider.
struct StoredAnswer: Sendable {
    /// The answer in the provider's form; nil if it knows no such thing.
    let answer: String?
    /// When the answer was fetched; nil if none has been yet.
    let fetchedAt: Date?
    /// Whether the show was renumbered: episodes have other numbers than they once had.
    let isRenumbered: Bool

    /// Whether the answer may be used without a refetch.
    func isFresh(_ providerRequest: ProviderRequest, at now: Date) -> Bool {
        !age(at: now).isOver(providerRequest.freshness(isKnown: answer != nil))
    }

    /// How long ago the answer was fetched.
    func age(at now: Date) -> Age { Age(seconds: fetchedAt.map { now.timeIntervalSince($0) } ?? .infinity) }

    /// The decoded answer; nil if the provider knows no such thing, or the stored answer can't be decoded any more.
    func decoded<Answer: ProviderAnswer>(_ type: Answer.Type = Answer.self) -> Answer? {
        answer.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// How long ago an answer was fetched. It lies in the future if a clock was set back.
struct Age: Sendable {
    /// Infinite if there is no answer; negative if the answer's time lies in the future.
    let seconds: TimeInterval

    /// Whether the age reaches the limit. An answer from further in the future than clocks may differ is over any
    /// limit, because its age is unknown. An infinite limit is never reached.
    func isOver(_ limit: TimeInterval) -> Bool { limit.isFinite && (seconds >= limit || seconds < -CatalogueRules.skew) }

    /// Whether the answer may not be returned any more. An answer from equally far in the future may be just as old.
    var isTooOld: Bool { seconds.magnitude >= CatalogueRules.kept }
}

extension ProviderRequest {
    /// The type of the provider's answer.
    private var answer: any ProviderAnswer.Type {
        switch self {
        case .search: TMDBSearch.self
        case .show: TMDBShow.self
        case .season: TMDBSeason.self
        case .episode: TMDBEpisodeDetails.self
        case .movie: TMDBMovie.self
        case .configuration: TMDBConfiguration.self
        }
    }

    /// Validates the provider's answer and returns the text to store.
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

    /// Whether an answer, unlike the one before, gives episodes other numbers or leaves one out.
    func isRenumbered(_ new: StoredAnswer, since old: StoredAnswer) -> Bool {
        switch self {
        case .show:
            guard let (old, new) = pair(old, new, TMDBShow.self) else { return false }
            return !Set(old.seasons.map(\.season)).isSubset(of: new?.seasons.map(\.season) ?? [])
        case .season:
            guard let (old, new) = pair(old, new, TMDBSeason.self) else { return false }
            let numbers = Dictionary((new?.episodes ?? []).map { ($0.episode, $0.id) }) { first, _ in first }
            return old.episodes.contains { numbers[$0.episode] != $0.id }
        case .search, .episode, .movie, .configuration: return false
        }
    }

    private func pair<Answer: ProviderAnswer>(_ old: StoredAnswer, _ new: StoredAnswer, _ type: Answer.Type) -> (Answer, Answer?)? {
        old.decoded(type).map { ($0, new.decoded(type)) }
    }
}
