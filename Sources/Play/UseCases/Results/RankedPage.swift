import DavenportAPI
import Domain
import Foundation

/// One page of a ranked list, with the rank of each entry.
struct RankedPage<Entry: RankedEntry> {
    let items: [(entry: Entry, rank: Int)]
    /// The cursor of the following page; nil on the last page.
    let next: String?
    /// The number of entries in the whole list, on all pages.
    let count: Int
}

extension RankedPage {
    /// Reads a page, within a transaction.
    /// - Parameters:
    ///   - around: `me` for a page around the viewer's own entry; nil for a page that continues after `place`.
    ///   - place: the position at the end of the previous page; nil for the first page.
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

    /// Returns a page around the viewer's entry, with as many entries above it as below. If one side has too few, the
    /// other side has more.
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

    /// Makes a page from rows. One row more than `limit` must have been requested: if it exists, another page follows.
    private init(_ rows: [Entry], behind place: RankPosition, limit: Int, of count: Int) {
        var (last, items) = (place, [(entry: Entry, rank: Int)]())
        for row in rows.prefix(limit) {
            last = RankPosition(last, before: row.key)
            items.append((row, last.rank))
        }
        self.init(items: items, next: rows.count > limit ? last.cursor?.text : nil, count: count)
    }
}

/// The position up to which a ranked list has been returned. Its cursor contains no user's id, because the player of
/// the last returned entry may be hidden from the reader.
struct RankPosition {
    /// The last returned entry; nil if none has been returned yet.
    let mark: RankCursor?
    /// The number of entries up to the last returned one, including it.
    private let position: Int
    /// The rank of the last returned entry. If none has been returned yet, it is the rank of the first entry of the
    /// page.
    fileprivate let rank: Int

    /// Makes the position before the first entry of a page.
    /// - Parameters:
    ///   - position: the number of entries before the page.
    ///   - rank: the rank of the page's first entry.
    fileprivate init(position: Int, rank: Int) {
        (mark, self.position, self.rank) = (nil, position, rank)
    }

    /// Makes the position behind the next entry.
    /// - Parameters:
    ///   - place: the position before the entry.
    ///   - key: the key of the entry.
    fileprivate init(_ place: RankPosition, before key: RankKey) {
        let isAlike = place.mark?.measure == key.measure
        let isTied = isAlike && place.mark?.reachedAt == key.reachedAt
        mark = RankCursor(measure: key.measure, reachedAt: key.reachedAt, passed: isTied ? (place.mark?.passed ?? 0) + 1 : 1)
        // An entry with a lower measure ranks after all entries so far.
        rank = isAlike || place.mark == nil ? place.rank : place.position + 1
        position = place.position + 1
    }

    /// Reads a position from a cursor; nil without a cursor.
    /// - Throws: `invalid` for a text that isn't a cursor of a ranked list.
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
