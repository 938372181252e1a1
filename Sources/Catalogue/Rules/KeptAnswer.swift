import Foundation
import UntrustedText

/// What the provider said once.
struct KeptAnswer: Sendable {
    /// In the provider's form; nil where it knows no such thing.
    let answer: String?
    /// Nil where it hasn't said anything yet.
    let fetchedAt: Date?
    /// Of a show: the numbers of its episodes are not what they once were.
    let isRenumbered: Bool

    /// Whether it is good without asking again.
    func isFresh(_ providerRequest: ProviderRequest, at now: Date) -> Bool {
        !age(at: now).isOver(providerRequest.freshness(isKnown: answer != nil))
    }

    /// How long ago that was.
    func age(at now: Date) -> Age { Age(seconds: fetchedAt.map { now.timeIntervalSince($0) } ?? .infinity) }

    /// What the provider said; nil where it knows no such thing, or what is kept can't be read any more.
    func decoded<Answer: ProviderAnswer>(_ type: Answer.Type = Answer.self) -> Answer? {
        answer.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// How long ago the provider said something. Where a clock was put back, that lies ahead.
struct Age: Sendable {
    /// Without end where it said nothing; below nothing where it lies ahead.
    let seconds: TimeInterval

    /// Whether it is so long ago, or further ahead than servers' clocks may differ by: nobody knows how old that is. Without a limit
    /// nothing is.
    func isOver(_ limit: TimeInterval) -> Bool { limit.isFinite && (seconds >= limit || seconds < -CatalogueRules.skew) }

    /// Whether it may not be told any more: what lies ahead by as much isn't known to be younger.
    var isTooOld: Bool { seconds.magnitude >= CatalogueRules.kept }
}

extension ProviderRequest {
    /// What the provider's answer is of.
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

    /// What is kept of an answer of the provider.
    /// - Throws: `ProviderFault` where it isn't as it must be, or is about something else.
    func kept(_ bytes: [UInt8]) throws -> String {
        func read<Answer: ProviderAnswer>(_ type: Answer.Type) throws -> String {
            guard let read = try? Answer(untrustedJSON: bytes) else { throw ProviderFault("Its answer is malformed.") }
            guard read.isAnswer(to: self) else { throw ProviderFault("The provider told of something else.") }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(read), as: UTF8.self)
        }
        return try read(answer)
    }

    /// Whether an answer gives episodes other numbers than the one before did, or takes one away.
    func isRenumbered(_ new: KeptAnswer, since old: KeptAnswer) -> Bool {
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

    private func pair<Answer: ProviderAnswer>(_ old: KeptAnswer, _ new: KeptAnswer, _ type: Answer.Type) -> (Answer, Answer?)? {
        old.decoded(type).map { ($0, new.decoded(type)) }
    }
}
