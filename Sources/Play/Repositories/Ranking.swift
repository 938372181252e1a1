import DavenportAPI
import Domain
import Foundation
import Postgres

/// A ranked list. The highest measure comes first; of equal measures, the one that was reached first.
protocol Ranking: Sendable {
    /// An entry of the list, without its rank.
    associatedtype Entry: RankedEntry

    var transaction: TenantTransaction { get }
    /// The query for the number of all entries, in the column `count`.
    var all: SQL { get }
    /// The query for the viewer's own position, in the columns `measure`, `ranked_at` and `ranked_id`. It yields no row
    /// if the viewer isn't in the list.
    var mine: SQL { get }
    /// Returns the query for the number of entries with a higher measure, in the column `count`.
    func better(than measure: Int) -> SQL
    /// Returns the query for the number of entries with the same measure that come before the key, in the column
    /// `count`.
    func tied(before key: RankKey) -> SQL
    /// Returns the query for the entries of a part of the list. Its rows also have the columns `measure`, `ranked_at`
    /// and `ranked_id`.
    func list(_ part: RankedPart, limit: Int) -> SQL
    /// Decodes an entry from a row of the query that `list` returned.
    func entry(_ row: Row) throws -> Entry
}

/// An entry of a ranked list.
protocol RankedEntry: Sendable {
    var key: RankKey { get }
}

/// The position of an entry in a ranked list: its measure, the moment at which the measure was reached, and the entry's
/// id.
struct RankKey: Sendable {
    let measure: Int
    let reachedAt: Date
    let id: UUID

    /// Decodes the columns `measure`, `ranked_at` and `ranked_id`.
    init(_ row: Row) throws {
        (measure, reachedAt, id) = (try row["measure"], try row["ranked_at"], try row["ranked_id"])
    }
}

/// The end of a page: the measure and the moment of its last entry, and how many entries with the same measure and
/// moment have been returned. So a cursor needs no user's id.
struct RankCursor: Sendable {
    let measure: Int
    let reachedAt: Date
    let passed: Int
}

/// A part of a ranked list, beginning at some position.
enum RankedPart: Sendable {
    /// The entries after a cursor; nil for those from the beginning of the list.
    case behind(RankCursor?)
    /// The entry with this key and the entries that rank below it.
    case from(RankKey)
    /// The entries that rank above this key, the nearest first.
    case above(RankKey)
}

extension Ranking {
    /// Returns the number of all entries, and the viewer's position; nil if the viewer isn't in the list.
    func standing() async throws -> (all: Int, mine: RankKey?) {
        let rows = try await transaction.pipeline([all, mine])
        return (try rows[0].first?["count"] ?? 0, try rows[1].first.map(RankKey.init))
    }

    /// Returns the number of entries with a higher measure than this one.
    func betterCount(than measure: Int) async throws -> Int {
        try await transaction.query(better(than: measure)).first?["count"] ?? 0
    }

    /// Returns the first entries of a part, at most `limit`.
    func entries(_ part: RankedPart, limit: Int) async throws -> [Entry] {
        try await transaction.query(list(part, limit: limit)).map(entry)
    }

    /// Returns the entries above and below a key, and the counts from which their ranks follow.
    /// - Returns: the number of entries with a higher measure; the number of entries with the same measure before the
    ///   key; the entries above the key, the nearest first; and the key's own entry with those below it.
    func surroundings(of key: RankKey, limit: Int) async throws -> (better: Int, tied: Int, above: [Entry], below: [Entry]) {
        let statements = [better(than: key.measure), tied(before: key), list(.above(key), limit: limit), list(.from(key), limit: limit)]
        let rows = try await transaction.pipeline(statements)
        return (
            try rows[0].first?["count"] ?? 0, try rows[1].first?["count"] ?? 0, try rows[2].map(entry), try rows[3].map(entry)
        )
    }
}
