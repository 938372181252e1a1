import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// Adds the user's own plays to the sync feed, including the letters of each puzzle that the user has started.
    static let plays = FeedCollection(
        feature: .play, nothing: { $0.plays = PlayChanges(items: [], removed: []) },
        statements: { [try PlayFeed($0).statement()] },
        items: { rows, scope in
            let items = try rows[0].map { try PlayOutline($0) }.map { (id: $0.id, item: $0) }
            return .list(items, in: scope, size: { $0.moves.count }, most: PlayRules.pageMoves) {
                $0.plays = PlayChanges(items: $1, removed: $2)
            }
        })
}

/// Builds the statement that reads changed plays for the sync feed, in the order of their ids.
struct PlayFeed {
    let scope: FeedScope

    init(_ scope: FeedScope) {
        self.scope = scope
    }

    /// Returns the query for one page of changed plays.
    func statement() throws -> SQL {
        let tenant = scope.transaction.tenantID
        let behind: SQL = try scope.placeID().map { "AND p.play_id > \($0)" } ?? ""
        return """
            SELECT p.play_id, p.challenge_id, c.mode, p.started_at, p.ends_at, p.closes_at, p.over, p.over_at, c.letters, c.language,
                p.moves, p.score, p.struck
            FROM play_facts AS p
            JOIN challenges AS c ON c.tenant_id = \(tenant) AND c.id = p.challenge_id
            WHERE p.tenant_id = \(tenant) AND p.user_id = \(scope.userID) AND \(fragment: scope.isUnsynced("p.changed_xid"))
                AND \(fragment: scope.isDue("p.changed_xid")) \(fragment: behind)
            ORDER BY p.play_id LIMIT \(scope.rows)
            """
    }
}

extension PlayOutline {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["play_id"], challengeID: try row["challenge_id"], mode: try row["mode"], startedAt: try row["started_at"],
            endsAt: try row["ends_at"], closesAt: try row["closes_at"], over: try row["over"], overAt: try row["over_at"],
            letters: try row["letters"], language: try row["language"], moves: try row.json("moves"), score: try row["score"],
            struck: try row["struck"] ? true : nil)
    }
}
