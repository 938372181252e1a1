import DavenportAPI
import Domain
import Foundation
import Postgres

extension FeedCollection {
    /// Adds the user's challenges to the sync feed: all daily challenges, and those that users created and this user is
    /// in.
    static let challenges = FeedCollection(
        feature: .play, nothing: { $0.challenges = ChallengeChanges(items: [], removed: []) },
        statements: { [try ChallengeFeed($0).statement()] },
        items: { rows, scope in
            let items = try rows[0].map { try ChallengeOutline($0) }.map { (id: $0.id, item: $0) }
            return .list(items, in: scope) { $0.challenges = ChallengeChanges(items: $1, removed: $2) }
        })
}

/// Builds the statement that reads changed challenges for the sync feed, in the order of their ids.
struct ChallengeFeed {
    let scope: FeedScope

    init(_ scope: FeedScope) {
        self.scope = scope
    }

    /// Returns the query for one page of changed challenges.
    ///
    /// A daily challenge never changes. When a challenge that a user created changes, the transaction's id is written
    /// to the rows of all its players.
    func statement() throws -> SQL {
        let (tenant, place) = (scope.transaction.tenantID, try scope.placeID())
        let (daily, own): (SQL, SQL) = (place.map { "AND c.id > \($0)" } ?? "", place.map { "AND i.challenge_id > \($0)" } ?? "")
        return """
            SELECT challenge_id, kind, mode, language, day, maker_id, maker_username, maker_identity_color, maker_avatar_version, maker_bot, code,
                starts_at, ends_at
            FROM challenge_cards
            WHERE tenant_id = \(tenant) AND user_id = \(scope.userID) AND challenge_id = ANY (ARRAY(
                SELECT id FROM (
                    (SELECT c.id FROM challenges AS c
                    WHERE c.tenant_id = \(tenant) AND c.kind = 'daily' AND \(fragment: scope.isUnsynced("c.made_xid"))
                        AND \(fragment: scope.isDue("c.made_xid")) \(fragment: daily)
                    ORDER BY c.id LIMIT \(scope.rows))
                    UNION ALL
                    (SELECT i.challenge_id FROM challenge_players AS i
                    WHERE i.tenant_id = \(tenant) AND i.user_id = \(scope.userID) AND \(fragment: scope.isUnsynced("i.changed_xid"))
                        AND \(fragment: scope.isDue("i.changed_xid")) \(fragment: own)
                    ORDER BY i.challenge_id LIMIT \(scope.rows))
                ) AS part ORDER BY id LIMIT \(scope.rows)))
            ORDER BY challenge_id
            """
    }
}

extension ChallengeOutline {
    fileprivate init(_ row: Row) throws {
        let makerID: UUID? = try row["maker_id"]
        self.init(
            id: try row["challenge_id"], kind: try row["kind"], mode: try row["mode"], language: try row["language"], day: try row["day"],
            maker: try makerID.map { _ in try UserStub(row, UserStub.makerNames) }, code: try row["code"],
            startsAt: try row["starts_at"], endsAt: try row["ends_at"])
    }
}
