import DavenportAPI
import Foundation

/// Keeps and shows challenges and the person's own plays.
@MainActor final class PlayArea: ReplicaArea {
    nonisolated static let challenges = ReplicaCollection<ChallengeOutline>(
        name: "challenge", changes: { page in page.challenges.map { ($0.items, $0.removed) } },
        people: { $0.maker.map { [$0] } ?? [] })
    nonisolated static let plays = ReplicaCollection<PlayOutline>(
        name: "play", changes: { page in page.plays.map { ($0.items, $0.removed) } })
    nonisolated static let parts: [any ReplicaPart] = [challenges, plays]
    nonisolated static let write: (any AreaWrite.Type)? = PlayWrite.self

    let challenges = Store<ChallengeOutline>()
    let plays = Store<PlayOutline>()

    func show(_ copy: ShownCopy) {
        challenges.show(
            copy.base[Self.challenges].values.sorted { $0.startsAt == $1.startsAt ? $0.id < $1.id : $0.startsAt > $1.startsAt })
        var shown = copy.base[Self.plays]
        for (action, writtenAt) in copy.writes(PlayWrite.self) {
            guard case .sendMoves(let playID, let from, let moves, let finish) = action else { continue }
            shown[playID] = shown[playID]?.with(moves, from: from, finishedAt: finish ? writtenAt : nil)
        }
        plays.show(
            shown.values.map { $0.current(at: copy.now) }.sorted {
                $0.startedAt == $1.startedAt ? $0.id < $1.id : $0.startedAt > $1.startedAt
            })
    }

    func fail(_ error: any Error) {
        challenges.fail(error)
        plays.fail(error)
    }

    func nextMoment(after now: Date) -> Date? { plays.items.filter { !$0.over }.map { $0.closesAt }.min() }
}

extension ChallengeOutline: Identifiable {}
extension PlayOutline: Identifiable {}

extension PlayOutline {
    /// Returns the play, marked as over if its `closesAt` has passed.
    fileprivate func current(at now: Date) -> PlayOutline {
        over || closesAt > now ? self : copy(moves, score, overAt: endsAt)
    }

    /// Returns the play with pending moves, unless the server has more moves already or moves before them are missing.
    fileprivate func with(_ new: [PlayedMove], from: Int, finishedAt: Date?) -> PlayOutline {
        guard !over, from <= moves.count, from + new.count >= moves.count else { return self }
        let all = moves.prefix(from) + new
        let score = all.reduce(0) { sum, move in
            let (sum, overflows) = sum.addingReportingOverflow(move.score ?? 0)
            return overflows ? .max : sum
        }
        return copy(Array(all), score, overAt: finishedAt)
    }

    /// - Parameter overAt: nil if the play isn't over.
    private func copy(_ moves: [PlayedMove], _ score: Int, overAt: Date?) -> PlayOutline {
        PlayOutline(
            id: id, challengeID: challengeID, mode: mode, startedAt: startedAt, endsAt: endsAt, closesAt: closesAt, over: overAt != nil,
            overAt: overAt, letters: letters, language: language, moves: moves, score: score, struck: struck)
    }
}

extension Replica {
    private var games: PlayArea { area() }

    /// The daily challenges that exist and the person's own and joined challenges, the newest first. Only the replica
    /// changes this list.
    public var challenges: Store<ChallengeOutline> { games.challenges }

    /// The person's own plays, the newest first, with the pending moves. Only the replica changes this list.
    public var plays: Store<PlayOutline> { games.plays }

    /// Adds moves to one of the person's plays, or finishes it. Works without a network, but moves that reach the server
    /// after the play's `closesAt` are refused.
    /// - Parameters:
    ///   - moves: all moves of the play so far, as `Game.moves` has them. Those that the replica knows aren't sent again.
    ///   - finish: whether the play is finished. This can't be undone.
    /// - Throws: an error of the files.
    public func sendMoves(playID: UUID, moves: [PlayedMove], finish: Bool = false) async throws {
        _ = try await opened()
        let from = min(plays[id: playID]?.moves.count ?? 0, moves.count)
        if from == moves.count, !finish { return }
        try await write(PlayWrite.sendMoves(playID: playID, from: from, moves: Array(moves.dropFirst(from)), finish: finish))
    }
}
