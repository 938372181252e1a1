import DavenportAPI
import Domain
import Foundation
import Postgres

/// A ranked list: the highest measure first and, of equal measures, the one that was reached first.
protocol Ranking: Sendable {
    /// An entry of the list, without its rank.
    associatedtype Entry: RankedEntry

    var transaction: TenantTransaction { get }
    /// The query for the number of entries, as `count`.
    var all: SQL { get }
    /// The query for the viewer's key, as `measure`, `ranked_at` and `ranked_id`. It returns no row if they aren't in the
    /// list.
    var mine: SQL { get }
    /// Returns the query for the number of entries with a higher measure, as `count`.
    func better(than measure: Int) -> SQL
    /// Returns the query for the number of entries with the same measure that stand before the key, as `count`.
    func tied(before key: RankKey) -> SQL
    /// Returns the query for a part of the list, with the columns of a key.
    func list(_ part: RankedPart, limit: Int) -> SQL
    /// Decodes a row of such a part.
    func entry(_ row: Row) throws -> Entry
}

/// An entry of a ranked list.
protocol RankedEntry: Sendable {
    var key: RankKey { get }
}

/// The position of an entry: its measure, the moment at which it was reached, and the entry's id.
struct RankKey: Sendable {
    let measure: Int
    let reachedAt: Date
    let id: UUID

    /// Decodes the columns `measure`, `ranked_at` and `ranked_id`.
    init(_ row: Row) throws {
        (measure, reachedAt, id) = (try row["measure"], try row["ranked_at"], try row["ranked_id"])
    }
}

/// The end of a page: the measure and moment of its last entry, and how many entries with both have been passed. It
/// identifies no user.
struct RankCursor: Sendable {
    let measure: Int
    let reachedAt: Date
    let passed: Int
}

/// A part of a ranked list.
enum RankedPart: Sendable {
    /// The entries from the beginning, or after a mark.
    case behind(RankCursor?)
    /// The entry with this key, and the entries below it.
    case from(RankKey)
    /// The entries above this key, nearest first.
    case above(RankKey)
}

extension Ranking {
    /// Returns the number of entries, and the viewer's key if they are in the list.
    func standing() async throws -> (all: Int, mine: RankKey?) {
        let rows = try await transaction.pipeline([all, mine])
        return (try rows[0].first?["count"] ?? 0, try rows[1].first.map(RankKey.init))
    }

    /// Returns the number of entries with a higher measure than that of an entry in the list.
    func betterCount(than measure: Int) async throws -> Int {
        try await transaction.query(better(than: measure)).first?["count"] ?? 0
    }

    /// Returns the entries of a part.
    func entries(_ part: RankedPart, limit: Int) async throws -> [Entry] {
        try await transaction.query(list(part, limit: limit)).map(entry)
    }

    /// Returns the entries around a key, and the counts from which their ranks follow.
    /// - Returns: the number of entries with a higher measure, the number of ties before the key, the entries above it,
    ///   nearest first, and the entries from the key down.
    func surroundings(of key: RankKey, limit: Int) async throws -> (better: Int, tied: Int, above: [Entry], below: [Entry]) {
        let statements = [better(than: key.measure), tied(before: key), list(.above(key), limit: limit), list(.from(key), limit: limit)]
        let rows = try await transaction.pipeline(statements)
        return (
            try rows[0].first?["count"] ?? 0, try rows[1].first?["count"] ?? 0, try rows[2].map(entry), try rows[3].map(entry)
        )
    }
}
