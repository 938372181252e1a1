import DavenportAPI
import Domain
import Foundation
import Postgres

/// The results of a challenge in one of their orders, as one person sees them.
struct ResultRepository: Sendable {
    let transaction: TenantTransaction
    private let query: ResultQuery
    private let viewerID: UUID

    init(_ transaction: TenantTransaction, _ query: ResultQuery, seenBy viewerID: UUID) {
        (self.transaction, self.query, self.viewerID) = (transaction, query, viewerID)
    }

    /// How many are ranked, and how many of them stand before the person: nil where the person has none.
    func count() async throws -> (all: Int, beforeMine: Int?) {
        let rows = try await transaction.query(
            """
            SELECT count(*) AS all_count, count(*) FILTER (
                WHERE (\(fragment: key)) < (SELECT \(fragment: key) FROM challenge_results WHERE \(fragment: those) AND user_id = \(viewerID))
            ) AS before_count,
            bool_or(user_id = \(viewerID)) AS has_mine
            FROM challenge_results WHERE \(fragment: those)
            """)
        guard let row = rows.first else { return (0, nil) }
        let hasMine: Bool? = try row["has_mine"]
        return (try row["all_count"], hasMine == true ? try row["before_count"] : nil)
    }

    /// How many plays have more than this.
    func better(than order: Int) async throws -> Int {
        let rows = try await transaction.query(
            "SELECT count(*) AS count FROM challenge_results WHERE \(fragment: those) AND \(fragment: measure) < \(order)")
        return try rows.first?["count"] ?? 0
    }

    /// A part of the list.
    /// - Parameters:
    ///   - mark: behind which to go on.
    ///   - offset: how many to pass over besides.
    func list(from mark: ResultMark?, passingOver offset: Int, limit: Int) async throws -> [ListedResult] {
        let beyond: SQL = mark.map { "AND (\(fragment: measure), \(fragment: reached)) >= (\($0.order), \($0.reachedAt))" } ?? ""
        let rows = try await transaction.query(
            """
            SELECT r.play_id, r.\(fragment: measure) AS measure, r.\(fragment: reached) AS ranked_at, r.score, r.word_count, r.best_word,
                r.best_score, r.over, r.named, \(fragment: UserStub.columns)
            FROM (
                SELECT * FROM challenge_results WHERE \(fragment: those) \(fragment: beyond)
                ORDER BY \(fragment: key) OFFSET \((mark?.passed ?? 0) + offset) LIMIT \(limit)
            ) AS r JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = r.user_id
            ORDER BY r.\(fragment: measure), r.\(fragment: reached), r.play_id
            """)
        return try rows.map(ListedResult.init)
    }

    private var those: SQL {
        let all: SQL = "tenant_id = \(transaction.tenantID) AND challenge_id = \(query.challengeID) AND viewer_id = \(viewerID)"
        return query.scope == .friends ? "\(fragment: all) AND close" : all
    }

    private var measure: SQL { query.by == .word ? "best_order" : "score_order" }
    private var reached: SQL { query.by == .word ? "best_reached_at" : "reached_at" }
    private var key: SQL { "\(fragment: measure), \(fragment: reached), play_id" }
}

/// Where a result stands: what it is ranked by, negated, so that the best come first; when it was reached; the play.
struct ResultPlaceKey: Sendable {
    let order: Int
    let reachedAt: Date
    let playID: UUID
}

/// How far a list goes: up to the first so many of those that are ranked by one value, which was reached at one moment.
struct ResultMark: Sendable {
    let order: Int
    let reachedAt: Date
    let passed: Int
}

/// A result before its rank is known.
struct ListedResult: Sendable {
    let key: ResultPlaceKey
    let user: UserStub
    let isNamed: Bool
    let score: Int
    let wordCount: Int
    let bestWord: PlayedWord
    let over: Bool

    fileprivate init(_ row: Row) throws {
        key = ResultPlaceKey(order: try row["measure"], reachedAt: try row["ranked_at"], playID: try row["play_id"])
        (user, isNamed) = (try UserStub(row), try row["named"])
        (score, wordCount, over) = (try row["score"], try row["word_count"], try row["over"])
        bestWord = PlayedWord(word: try row["best_word"], score: try row["best_score"])
    }
}
