import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores requests to join rooms, and which rooms members have opened to their friends. The view `waiting_room_requests` has the
/// requests that wait, for each member who may answer.
struct RoomRequestRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    // MARK: Rooms to ask for

    /// Returns the rooms that a user may ask to join (rule 5.15), latest activity first.
    /// - Parameter roomID: the only room to look at; nil for all of them.
    func joinable(by userID: UUID, only roomID: UUID? = nil) async throws -> [JoinableRoom] {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT card.*, people.* FROM (
                SELECT r.id AS room_id, \(fragment: subject), r.last_activity_at, cardinality(r.member_ids) AS member_count,
                    opened.member_ids, q.requested_at
                FROM (\(fragment: opened(toFriend: userID, only: roomID))) AS opened
                JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = opened.room_id
                LEFT JOIN room_requests AS q ON q.tenant_id = \(tenant) AND q.room_id = opened.room_id AND q.user_id = \(userID)
                    AND \(fragment: isWaiting)
                WHERE NOT \(userID) = ANY (r.member_ids) AND NOT EXISTS (
                    SELECT FROM blocks AS b
                    WHERE b.tenant_id = \(tenant) AND (b.blocker_id = \(userID) AND b.blocked_id = ANY (r.member_ids)
                        OR b.blocked_id = \(userID) AND b.blocker_id = ANY (r.member_ids)))
                ORDER BY r.last_activity_at DESC, r.id DESC LIMIT \(RoomRequestLimits.listed)
            ) AS card
            \(fragment: People.joined(to: "card", in: tenant))
            ORDER BY card.last_activity_at DESC, card.room_id DESC
            """)
        return try rows.map { row in
            let (people, friendIDs) = (try People(joinedTo: row), try row["member_ids"] as [UUID])
            return JoinableRoom(
                id: try row["room_id"], subject: try Subject(row), memberCount: try row["member_count"],
                friends: friendIDs.compactMap { people[$0] }, requestedAt: try row["requested_at"])
        }
    }

    /// Returns the query for the active rooms that friends of a user have opened, with the ids of these friends.
    private func opened(toFriend userID: UUID, only roomID: UUID?) -> SQL {
        let tenant = transaction.tenantID
        let only: SQL = roomID.map { "AND m.room_id = \($0)" } ?? ""
        return """
            SELECT m.room_id, array_agg(m.user_id ORDER BY u.username_key) AS member_ids
            FROM friendships AS f
            JOIN users AS u ON u.tenant_id = \(tenant) AND u.id = f.friend_id AND u.suspended_at IS NULL
            JOIN memberships AS m ON m.tenant_id = \(tenant) AND m.user_id = f.friend_id AND m.open_to_friends
                AND m.completed_at > (SELECT app_now() - archive_delay()) \(fragment: only)
            WHERE f.tenant_id = \(tenant) AND f.user_id = \(userID)
            GROUP BY m.room_id
            """
    }

    /// The columns of `rooms AS r` from which a `Subject` is decoded, without an episode's title.
    private let subject: SQL =
        "r.kind, r.show_id, r.season, r.episode, r.show_title, NULL::text AS episode_title, r.movie_id, r.title"

    /// The condition that the asker of `room_requests AS q` sees it as waiting.
    private let isWaiting: SQL = "q.requested_at > (SELECT app_now() - room_request_lifetime())"

    /// Opens a member's room to their friends, or closes it.
    /// - Returns: whether the user is a member of the room.
    func setOpen(_ isOpen: Bool, _ roomID: UUID, of userID: UUID) async throws -> Bool {
        transaction.touch([userID])
        return try await transaction.query(
            """
            UPDATE memberships SET open_to_friends = \(isOpen)
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
            """
        ).affected > 0
    }

    // MARK: Requests

    /// Locks a room's row until the transaction ends, and returns how many requests to join it wait.
    func countWaiting(_ roomID: UUID) async throws -> Int {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            "SELECT FROM rooms WHERE tenant_id = \(tenant) AND id = \(roomID) FOR NO KEY UPDATE",
            """
            SELECT count(*) AS count FROM room_requests AS q
            WHERE q.tenant_id = \(tenant) AND q.room_id = \(roomID) AND q.declined_at IS NULL AND \(fragment: isWaiting)
            """,
        ])
        return try rows[1][0]["count"]
    }

    /// Stores a request, and deletes requests of the tenant that have ended. A request that was declined within its lifetime stays
    /// declined.
    func insert(_ roomID: UUID, by userID: UUID) async throws {
        let tenant = transaction.tenantID
        _ = try await transaction.pipeline([
            """
            DELETE FROM room_requests
            WHERE tenant_id = \(tenant)
                AND greatest(requested_at, declined_at) <= (SELECT app_now() - room_request_lifetime())
            """,
            """
            INSERT INTO room_requests AS q (tenant_id, room_id, user_id, requested_at)
            VALUES (\(tenant), \(roomID), \(userID), \(transaction.now))
            ON CONFLICT (tenant_id, room_id, user_id) DO UPDATE
            SET requested_at = excluded.requested_at, declined_at = CASE
                WHEN q.declined_at > excluded.requested_at - room_request_lifetime() THEN q.declined_at END
            """,
        ])
    }

    /// Returns the members who may answer a user's request to join a room; nobody if it doesn't wait.
    func answerers(_ roomID: UUID, of userID: UUID) async throws -> [UUID] {
        let rows = try await transaction.query(
            """
            SELECT member_id FROM waiting_room_requests
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
            """)
        return try rows.map { try $0["member_id"] }
    }

    /// Takes a user's request back. A declined one stays, so that the members aren't asked again too early.
    func withdraw(_ roomID: UUID, by userID: UUID) async throws {
        let mine: SQL = "tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)"
        _ = try await transaction.pipeline([
            "DELETE FROM room_requests WHERE \(fragment: mine) AND declined_at IS NULL",
            "UPDATE room_requests SET requested_at = NULL WHERE \(fragment: mine)",
        ])
    }

    func decline(_ roomID: UUID, of userID: UUID) async throws {
        try await transaction.query(
            """
            UPDATE room_requests SET declined_at = \(transaction.now)
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
            """)
    }

    /// Returns the requests to join a room that one of its members may answer, the oldest first; nil if the user is no member.
    func incoming(_ roomID: UUID, to userID: UUID) async throws -> [RoomRequest]? {
        let tenant = transaction.tenantID
        let rows = try await transaction.pipeline([
            "SELECT FROM memberships WHERE tenant_id = \(tenant) AND room_id = \(roomID) AND user_id = \(userID)",
            incoming(to: userID, where: "q.room_id = \(roomID)"),
        ])
        return try rows[0].isEmpty ? nil : rows[1].map { try RoomRequest($0) }
    }

    private func incoming(to userID: UUID, where condition: SQL = "true") -> SQL {
        """
        SELECT q.room_id, q.requested_at, \(fragment: UserStub.columns) FROM waiting_room_requests AS q
        JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = q.user_id
        WHERE q.tenant_id = \(transaction.tenantID) AND q.member_id = \(userID) AND \(fragment: condition)
        ORDER BY q.requested_at, q.room_id, u.id
        """
    }

    // MARK: The document

    /// Returns the queries for what concerns a user. `list(_:)` decodes their rows.
    func listed(of userID: UUID) -> [SQL] {
        let tenant = transaction.tenantID
        return [
            incoming(to: userID),
            """
            SELECT q.room_id, q.requested_at, \(fragment: subject) FROM room_requests AS q
            JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = q.room_id
            WHERE q.tenant_id = \(tenant) AND q.user_id = \(userID) AND \(fragment: isWaiting)
            ORDER BY q.requested_at, q.room_id
            """,
            """
            SELECT room_id FROM memberships WHERE tenant_id = \(tenant) AND user_id = \(userID) AND open_to_friends
            ORDER BY room_id
            """,
        ]
    }

    /// Decodes what concerns a user.
    /// - Parameter rows: the results of the queries that `listed` returned.
    static func list(_ rows: [Rows]) throws -> RoomRequests {
        RoomRequests(
            incoming: try rows[0].map { try RoomRequest($0) },
            outgoing: try rows[1].map { row in
                OwnRoomRequest(roomID: try row["room_id"], subject: try Subject(row), requestedAt: try row["requested_at"])
            },
            openRoomIDs: try rows[2].map { try $0["room_id"] })
    }
}

extension RoomRequest {
    init(_ row: Row) throws {
        self.init(roomID: try row["room_id"], user: try UserStub(row), requestedAt: try row["requested_at"])
    }
}

extension FeedDocument {
    /// Adds to the sync feed the requests to join rooms that concern the user, and the rooms that the user has opened.
    static let roomRequests = FeedDocument(
        feature: .watch, statements: { RoomRequestRepository($0).listed(of: $1) },
        value: { rows, _, _ in try RoomRequestRepository.list(rows) }, add: { $0.roomRequests = $1 })
}
