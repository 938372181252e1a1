import DavenportAPI
import Domain
import Foundation

/// A page of a ranked list, with ranks.
struct RankedPage<Entry: RankedEntry> {
    let items: [(entry: Entry, rank: Int)]
    /// The cursor of the following page; nil at the end.
    let next: String?
    /// The number of entries in the whole list.
    let count: Int
}

extension RankedPage {
    /// Finds a page, within a transaction.
    /// - Parameters:
    ///   - around: the viewer's position, if the page is to surround it; nil for a page in order.
    ///   - place: the end of the previous page; nil for the first page.
    static func find<List: Ranking>(
        in list: List, around: ResultPlace?, after place: RankPosition?, limit: Int
    ) async throws -> RankedPage where List.Entry == Entry {
        let (count, mine) = try await list.standing()
        switch around {
        case nil:
            // The cursor points past the end of the list, so return an empty page without scanning.
            if let mark = place?.mark, mark.passed > count { return RankedPage(items: [], next: nil, count: count) }
            let rows = try await list.entries(.behind(place?.mark), limit: limit + 1)
            return RankedPage(rows, behind: place ?? RankPosition(position: 0, rank: 1), limit: limit, of: count)
        case .me?:
            guard let mine else { return RankedPage(items: [], next: nil, count: count) }
            return try await part(around: mine, in: list, limit: limit, of: count)
        }
    }

    /// Returns a page with as many entries above as below, or more on one side if the other has too few.
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
        return RankedPage(Array(rows), behind: RankPosition(position: start, rank: better + 1), limit: limit, of: count)
    }

    /// Makes a page from rows that were read with one more than `limit`, which shows whether another page follows.
    private init(_ rows: [Entry], behind place: RankPosition, limit: Int, of count: Int) {
        var (last, items) = (place, [(entry: Entry, rank: Int)]())
        for row in rows.prefix(limit) {
            last = RankPosition(last, before: row.key)
            items.append((row, last.rank))
        }
        self.init(items: items, next: rows.count > limit ? last.cursor?.text : nil, count: count)
    }
}

/// The position up to which a ranked list has been returned. Its cursor identifies no user, since the last one may be
/// nameless.
struct RankPosition {
    /// The last entry returned; nil before the first.
    let mark: RankCursor?
    /// The number of entries up to and including the last one.
    private let position: Int
    /// The rank of the last entry; before the first page, the rank of the entry that follows.
    fileprivate let rank: Int

    /// Makes the position before the first entry of a page.
    fileprivate init(position: Int, rank: Int) {
        (mark, self.position, self.rank) = (nil, position, rank)
    }

    /// Makes the position of the entry that follows a position.
    fileprivate init(_ place: RankPosition, before key: RankKey) {
        let isAlike = place.mark?.measure == key.measure
        let isTied = isAlike && place.mark?.reachedAt == key.reachedAt
        mark = RankCursor(measure: key.measure, reachedAt: key.reachedAt, passed: isTied ? (place.mark?.passed ?? 0) + 1 : 1)
        // An entry with a lower measure ranks after all entries so far.
        rank = isAlike || place.mark == nil ? place.rank : place.position + 1
        position = place.position + 1
    }

    /// Reads a position from a cursor.
    /// - Throws: `invalid` for a text that isn't a cursor of such a list.
    init?(_ text: String?) throws {
        guard let cursor = try Cursor(text, parts: 5) else { return nil }
        let numbers = 1...Int(Int32.max)
        position = try cursor.integer(3, in: numbers)
        mark = RankCursor(
            measure: try cursor.integer(0, in: 0...Int(Int32.max)), reachedAt: try cursor.date(1),
            passed: try cursor.integer(2, in: 1...position))
        rank = try cursor.integer(4, in: 1...position)
    }

    fileprivate var cursor: Cursor? {
        mark.map { Cursor([String($0.measure), Cursor.part($0.reachedAt), String($0.passed), String(position), String(rank)]) }
    }
}
