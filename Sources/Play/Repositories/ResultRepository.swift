import DavenportAPI
import Domain
import Foundation
import Postgres

/// Reads the results of a challenge, ranked by score or by best word, as one user sees them (rule 12.18).
struct ResultRepository: Ranking {
    let transaction: TenantTransaction
    private let query: ResultQuery
    private let viewerID: UUID
    private let order: RankOrder

    /// Creates a repository for one challenge's results.
    /// - Parameter viewerID: the user who reads the results.
    init(_ transaction: TenantTransaction, _ query: ResultQuery, seenBy viewerID: UUID) {
        (self.transaction, self.query, self.viewerID) = (transaction, query, viewerID)
        order = RankOrder(by: query.by, id: "play_id")
    }

    var all: SQL {
        switch query.scope {
        case .everyone: "SELECT coalesce(sum(plays), 0) AS count FROM score_counts WHERE \(fragment: counted)"
        case .friends: "SELECT count(*) AS count FROM challenge_results WHERE \(fragment: those)"
        }
    }

    var mine: SQL {
        """
        SELECT \(fragment: order.key) FROM challenge_results
        WHERE tenant_id = \(transaction.tenantID) AND challenge_id = \(query.challengeID) AND user_id = \(viewerID)
        """
    }

    func better(than measure: Int) -> SQL {
        switch query.scope {
        case .everyone:
            "SELECT coalesce(sum(plays), 0) AS count FROM score_counts WHERE \(fragment: counted) AND score > \(measure)"
        case .friends:
            "SELECT count(*) AS count FROM challenge_results WHERE \(fragment: those) AND \(fragment: order.measure) > \(measure)"
        }
    }

    func tied(before key: RankKey) -> SQL {
        "SELECT count(*) AS count FROM challenge_results WHERE \(fragment: those) \(fragment: order.ties(before: key))"
    }

    func list(_ part: RankedPart, limit: Int) -> SQL {
        """
        SELECT r.*, n.named, \(fragment: UserStub.columns)
        FROM (
            SELECT \(fragment: order.key), user_id, score, word_count, best_word, best_score, over
            FROM challenge_results WHERE \(fragment: those) \(fragment: order.condition(part))
            \(fragment: order.sorting(part)) OFFSET \(part.passed) LIMIT \(limit)
        ) AS r
        JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = r.user_id
        JOIN play_names AS n ON n.tenant_id = \(transaction.tenantID) AND n.viewer_id = \(viewerID) AND n.user_id = r.user_id
        \(fragment: order.sortingKeys(part))
        """
    }

    func entry(_ row: Row) throws -> ListedResult { try ListedResult(row) }

    private var those: SQL {
        """
        tenant_id = \(transaction.tenantID) AND challenge_id = \(query.challengeID)
        \(fragment: query.scope.condition(viewerID, in: transaction.tenantID))
        """
    }

    private var counted: SQL {
        "tenant_id = \(transaction.tenantID) AND challenge_id = \(query.challengeID) AND measure = \(query.by.rawValue)"
    }
}

/// A result of a challenge, without its rank.
struct ListedResult: RankedEntry {
    let key: RankKey
    let user: UserStub
    let isNamed: Bool
    let score: Int
    let wordCount: Int
    let bestWord: PlayedWord
    let over: Bool

    fileprivate init(_ row: Row) throws {
        (key, user, isNamed) = (try RankKey(row), try UserStub(row), try row["named"])
        (score, wordCount, over) = (try row["score"], try row["word_count"], try row["over"])
        bestWord = PlayedWord(word: try row["best_word"], score: try row["best_score"])
    }
}
