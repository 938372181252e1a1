import DavenportAPI
import Domain
import Foundation

/// A part of what is ranked, with ranks.
struct RankedPage<Entry: RankedEntry> {
    let items: [(entry: Entry, rank: Int)]
    /// What the following part is asked with; nil at the end.
    let next: String?
    /// How many there are.
    let count: Int
}

extension RankedPage {
    /// Finds a part, as part of a transaction.
    /// - Parameters:
    ///   - around: where it stands, unless it is the beginning or follows another part.
    ///   - place: where the part before it ended.
    static func find<List: Ranking>(
        in list: List, around: ResultPlace?, after place: RankPlace?, limit: Int
    ) async throws -> RankedPage where List.Entry == Entry {
        let (count, mine) = try await list.standing()
        switch around {
        case nil:
            // No list was ever told so far; whoever says so is not to have all of it looked through.
            if let mark = place?.mark, mark.passed > count { return RankedPage(items: [], next: nil, count: count) }
            let rows = try await list.entries(.behind(place?.mark), limit: limit + 1)
            return RankedPage(rows, behind: place ?? RankPlace(position: 0, rank: 1), limit: limit, of: count)
        case .me?:
            guard let mine else { return RankedPage(items: [], next: nil, count: count) }
            return try await part(around: mine, in: list, limit: limit, of: count)
        }
    }

    /// As many above as below, or more on one side where there are none on the other.
    private static func part<List: Ranking>(
        around mine: RankKey, in list: List, limit: Int, of count: Int
    ) async throws -> RankedPage where List.Entry == Entry {
        let near = try await list.surroundings(of: mine, limit: limit + 1)
        let before = near.better + near.tied
        let start = max(0, min(before - (limit - 1) / 2, count - limit))
        let rows = near.above.prefix(before - start).reversed() + near.below
        guard let first = rows.first else { return RankedPage(items: [], next: nil, count: count) }
        let isAlike = first.key.measure == mine.measure
        let better = isAlike ? near.better : try await list.betterCount(than: first.key.measure)
        return RankedPage(Array(rows), behind: RankPlace(position: start, rank: better + 1), limit: limit, of: count)
    }

    /// Of a list that was asked for one more, to know whether anything follows.
    private init(_ rows: [Entry], behind place: RankPlace, limit: Int, of count: Int) {
        var (last, items) = (place, [(entry: Entry, rank: Int)]())
        for row in rows.prefix(limit) {
            last = RankPlace(last, before: row.key)
            items.append((row, last.rank))
        }
        self.init(items: items, next: rows.count > limit ? last.cursor?.text : nil, count: count)
    }
}

/// How far a ranked list has been told. Its cursor names nobody, since whoever was told last may be nameless.
struct RankPlace {
    /// The last that was told; nil before the first.
    let mark: RankMark?
    /// How many stand up to it.
    private let position: Int
    /// That of the last, or before the first the one that comes.
    fileprivate let rank: Int

    /// Before the first that is told.
    fileprivate init(position: Int, rank: Int) {
        (mark, self.position, self.rank) = (nil, position, rank)
    }

    /// Where the one is that follows a place.
    fileprivate init(_ place: RankPlace, before key: RankKey) {
        let isAlike = place.mark?.measure == key.measure
        let isTied = isAlike && place.mark?.reachedAt == key.reachedAt
        mark = RankMark(measure: key.measure, reachedAt: key.reachedAt, passed: isTied ? (place.mark?.passed ?? 0) + 1 : 1)
        // One that has less comes after all up to here.
        rank = isAlike || place.mark == nil ? place.rank : place.position + 1
        position = place.position + 1
    }

    /// - Throws: `invalid` for what is no cursor of such a list.
    init?(_ text: String?) throws {
        guard let cursor = try Cursor(text, parts: 5) else { return nil }
        let numbers = 1...Int(Int32.max)
        position = try cursor.integer(3, in: numbers)
        mark = RankMark(
            measure: try cursor.integer(0, in: 0...Int(Int32.max)), reachedAt: try cursor.date(1),
            passed: try cursor.integer(2, in: 1...position))
        rank = try cursor.integer(4, in: 1...position)
    }

    fileprivate var cursor: Cursor? {
        mark.map { Cursor([String($0.measure), Cursor.part($0.reachedAt), String($0.passed), String(position), String(rank)]) }
    }
}
