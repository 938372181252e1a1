import DavenportAPI
import Foundation
import Postgres

/// Reads and writes the friendships and friend requests of users.
package struct FriendRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// The relation between two users, from the first user's point of view.
    struct Relation: Sendable {
        let friends: Bool
        /// Whether the first user has sent the second one a friend request.
        let asked: Bool
        /// Whether the second user has sent the first one a friend request.
        let wasAsked: Bool
        /// Whether the first user blocks the second.
        let blocks: Bool
        /// Whether the second user blocks the first.
        let blocked: Bool
    }

    func relation(of userID: UUID, to other: UUID) async throws -> Relation? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT
                EXISTS (SELECT FROM friendships WHERE tenant_id = \(tenant) AND user_id = \(userID) AND friend_id = \(other)) AS friends,
                EXISTS (SELECT FROM friend_requests WHERE tenant_id = \(tenant) AND from_id = \(userID) AND to_id = \(other)) AS asked,
                EXISTS (SELECT FROM friend_requests WHERE tenant_id = \(tenant) AND from_id = \(other) AND to_id = \(userID)) AS was_asked,
                EXISTS (SELECT FROM blocks WHERE tenant_id = \(tenant) AND blocker_id = \(userID) AND blocked_id = \(other)) AS blocks,
                EXISTS (SELECT FROM blocks WHERE tenant_id = \(tenant) AND blocker_id = \(other) AND blocked_id = \(userID)) AS blocked
            """)
        return try rows.first.map {
            Relation(
                friends: try $0["friends"], asked: try $0["asked"], wasAsked: try $0["was_asked"], blocks: try $0["blocks"],
                blocked: try $0["blocked"])
        }
    }

    /// Makes two users friends, and deletes the friend requests between them.
    func befriend(_ userID: UUID, _ other: UUID) async throws {
        let tenant = transaction.tenantID
        _ = try await transaction.pipeline([
            requestsDeleted(between: userID, other),
            """
            INSERT INTO friendships (tenant_id, user_id, friend_id, since)
            VALUES (\(tenant), \(userID), \(other), \(transaction.now)), (\(tenant), \(other), \(userID), \(transaction.now))
            ON CONFLICT DO NOTHING
            """,
        ])
    }

    /// Stores a friend request. If the user has sent the same request already, nothing changes.
    func request(from userID: UUID, to other: UUID) async throws {
        try await transaction.query(
            """
            INSERT INTO friend_requests (tenant_id, from_id, to_id, requested_at)
            VALUES (\(transaction.tenantID), \(userID), \(other), \(transaction.now))
            ON CONFLICT DO NOTHING
            """)
    }

    /// Deletes the friendship and the friend requests between two users.
    func separate(_ userID: UUID, _ other: UUID) async throws {
        _ = try await transaction.pipeline([
            requestsDeleted(between: userID, other),
            """
            DELETE FROM friendships WHERE tenant_id = \(transaction.tenantID)
                AND ((user_id = \(userID) AND friend_id = \(other)) OR (user_id = \(other) AND friend_id = \(userID)))
            """,
        ])
    }

    /// Returns the friends of a user, sorted by username, and the friend requests from and to the user, sorted by time.
    func list(of userID: UUID) async throws -> FriendList {
        try Self.list(try await transaction.pipeline(listed(of: userID)))
    }

    /// Returns the queries for a friend list. `list(_:)` decodes their rows.
    func listed(of userID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            """
            SELECT \(fragment: UserStub.columns) FROM friendships AS f
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = f.friend_id
            WHERE f.tenant_id = \(tenant) AND f.user_id = \(userID) ORDER BY u.username_key
            """,
            """
            SELECT \(fragment: UserStub.columns), r.requested_at FROM friend_requests AS r
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = r.from_id
            WHERE r.tenant_id = \(tenant) AND r.to_id = \(userID) ORDER BY r.requested_at, u.id
            """,
            """
            SELECT \(fragment: UserStub.columns), r.requested_at FROM friend_requests AS r
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = r.to_id
            WHERE r.tenant_id = \(tenant) AND r.from_id = \(userID) ORDER BY r.requested_at, u.id
            """,
        ]
    }

    /// Decodes a friend list.
    /// - Parameter rows: the results of the queries that `listed` returned.
    static func list(_ rows: [Rows]) throws -> FriendList {
        let request = { (row: Row) in FriendList.Request(user: try UserStub(row), requestedAt: try row["requested_at"]) }
        return FriendList(
            friends: try rows[0].map { try UserStub($0) }, incoming: try rows[1].map(request), outgoing: try rows[2].map(request))
    }

    private func requestsDeleted(between userID: UUID, _ other: UUID) -> SQL {
        """
        DELETE FROM friend_requests WHERE tenant_id = \(transaction.tenantID)
            AND ((from_id = \(userID) AND to_id = \(other)) OR (from_id = \(other) AND to_id = \(userID)))
        """
    }
}
