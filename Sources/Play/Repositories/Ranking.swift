import DavenportAPI
import Domain
import Foundation
import Postgres

/// A list of what is ranked: the highest first and, of equals, who had it first.
protocol Ranking: Sendable {
    /// One of it, before its rank is known.
    associatedtype Entry: RankedEntry

    var transaction: TenantTransaction { get }
    /// How many there are: `count`.
    var all: SQL { get }
    /// The key of who looks: `measure`, `ranked_at`, `ranked_id`; no row where they are not in it.
    var mine: SQL { get }
    /// How many have more: `count`.
    func better(than measure: Int) -> SQL
    /// How many of those that have as much stand before: `count`.
    func tied(before key: RankKey) -> SQL
    /// A part of it, with the columns of a key.
    func list(_ part: RankedPart, limit: Int) -> SQL
    /// Reads a row of such a part.
    func entry(_ row: Row) throws -> Entry
}

/// One of what is ranked.
protocol RankedEntry: Sendable {
    var key: RankKey { get }
}

/// Where something stands: by what it is ranked, when that was reached, and what it is.
struct RankKey: Sendable {
    let measure: Int
    let reachedAt: Date
    let id: UUID

    /// From the columns `measure`, `ranked_at` and `ranked_id`.
    init(_ row: Row) throws {
        (measure, reachedAt, id) = (try row["measure"], try row["ranked_at"], try row["ranked_id"])
    }
}

/// How far a list goes: up to the first so many of those that have as much, reached at one moment. It names nobody.
struct RankMark: Sendable {
    let measure: Int
    let reachedAt: Date
    let passed: Int
}

/// A part of a list.
enum RankedPart: Sendable {
    /// From its beginning, or behind a mark.
    case behind(RankMark?)
    /// What has this key, and what stands below.
    case from(RankKey)
    /// What stands above it, the nearest first.
    case above(RankKey)
}

extension Ranking {
    /// How many there are, and where who looks stands among them.
    func standing() async throws -> (all: Int, mine: RankKey?) {
        let rows = try await transaction.pipeline([all, mine])
        return (try rows[0].first?["count"] ?? 0, try rows[1].first.map(RankKey.init))
    }

    /// How many have more than one that stands in it.
    func betterCount(than measure: Int) async throws -> Int {
        try await transaction.query(better(than: measure)).first?["count"] ?? 0
    }

    /// A part of it.
    func entries(_ part: RankedPart, limit: Int) async throws -> [Entry] {
        try await transaction.query(list(part, limit: limit)).map(entry)
    }

    /// What stands around one: how many have more, how many of its equals stand before it, the nearest above it, upwards, and what comes
    /// from it on.
    func surroundings(of key: RankKey, limit: Int) async throws -> (better: Int, tied: Int, above: [Entry], below: [Entry]) {
        let statements = [better(than: key.measure), tied(before: key), list(.above(key), limit: limit), list(.from(key), limit: limit)]
        let rows = try await transaction.pipeline(statements)
        return (
            try rows[0].first?["count"] ?? 0, try rows[1].first?["count"] ?? 0, try rows[2].map(entry), try rows[3].map(entry)
        )
    }
}
