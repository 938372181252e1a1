import DavenportAPI
import Domain
import Foundation

/// The results of a challenge that is open to the caller, best first.
public struct ListResults: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: ResultQuery) async throws -> ChallengeResults {
        let place = try Place(input.after)
        return try await database.transaction(in: caller.tenant.id) { transaction in
            let challenge = try await ChallengeRepository(transaction, seenBy: caller.userID).challenge(input.challengeID)
            guard let challenge else { throw Problem(.notFound) }
            guard challenge.isOpen else { throw Problem(.playFirst) }
            let results = ResultRepository(transaction, input, seenBy: caller.userID)
            let count = try await results.count()
            guard let start = start(of: input, count) else { return ChallengeResults(items: [], next: nil, playCount: count.all) }
            let rows = try await results.list(from: place?.mark, passingOver: start, limit: input.limit + 1)
            var better = 0
            if start > 0, let first = rows.first { better = try await results.better(than: first.key.order) }
            return page(rows, behind: place ?? Place(position: start, rank: better + 1), limit: input.limit, of: count.all)
        }
    }

    /// How many results stand above the page, where no page came before: those around the caller's have as many on either side, or more on
    /// one where there are none on the other. - Returns: nil where the caller has none to stand around.
    private func start(of query: ResultQuery, _ count: (all: Int, beforeMine: Int?)) -> Int? {
        guard query.around == .me else { return 0 }
        return count.beforeMine.map { max(0, min($0 - (query.limit - 1) / 2, count.all - query.limit)) }
    }

    private func page(_ rows: [ListedResult], behind place: Place, limit: Int, of all: Int) -> ChallengeResults {
        var (last, items) = (place, [ChallengeResult]())
        for row in rows.prefix(limit) {
            last = Place(last, before: row.key)
            items.append(ChallengeResult(row, rank: last.rank))
        }
        return ChallengeResults(items: items, next: rows.count > limit ? last.cursor?.text : nil, playCount: all)
    }
}

/// How far a list has been told. Its cursor names no play, since the one that was told last may be nameless.
private struct Place {
    /// The last result that was told; nil before the first.
    let mark: ResultMark?
    /// How many stand up to it.
    let position: Int
    /// That of the last, or before the first the one that comes.
    let rank: Int

    /// Before the first that is told.
    init(position: Int, rank: Int) {
        (mark, self.position, self.rank) = (nil, position, rank)
    }

    /// Where the result is that follows a place.
    init(_ place: Place, before key: ResultPlaceKey) {
        let isAlike = place.mark?.order == key.order
        let isTied = isAlike && place.mark?.reachedAt == key.reachedAt
        mark = ResultMark(order: key.order, reachedAt: key.reachedAt, passed: isTied ? (place.mark?.passed ?? 0) + 1 : 1)
        // One that has less comes after all up to here.
        rank = isAlike || place.mark == nil ? place.rank : place.position + 1
        position = place.position + 1
    }

    /// - Throws: `invalid` for what is no cursor of such a list.
    init?(_ text: String?) throws {
        guard let cursor = try Cursor(text, parts: 5) else { return nil }
        let numbers = 0...Int(Int32.max)
        mark = ResultMark(
            order: -(try cursor.integer(0, in: numbers)), reachedAt: try cursor.date(1), passed: try cursor.integer(2, in: numbers))
        (position, rank) = (try cursor.integer(3, in: numbers), try cursor.integer(4, in: numbers))
    }

    var cursor: Cursor? {
        mark.map { Cursor([String(-$0.order), Cursor.part($0.reachedAt), String($0.passed), String(position), String(rank)]) }
    }
}

extension ChallengeResult {
    fileprivate init(_ row: ListedResult, rank: Int) {
        self.init(
            rank: rank, user: row.isNamed ? row.user : nil, playID: row.isNamed ? row.key.playID : nil, score: row.score,
            wordCount: row.wordCount, bestWord: row.bestWord, over: row.over, reachedAt: row.key.reachedAt)
    }
}
