import DavenportAPI
import Domain
import Foundation
import Postgres

/// Stores rooms and memberships, and reads rooms as one member sees them.
struct RoomRepository: Repository {
    let transaction: TenantTransaction

    /// Returns a room as one of its members sees it; nil for everybody else.
    func room(_ roomID: UUID, for userID: UUID) async throws -> Room? {
        try room(from: try await transaction.pipeline(card(roomID, for: userID)))
    }

    /// Marks a room as watched by a member, or removes the mark. The transaction must have locked the room's row.
    /// - Parameter watchedAt: the moment at which the member finished watching; nil to remove the mark.
    /// - Returns: false if nothing changed, because the room had the mark already, or had no mark to remove.
    func mark(_ roomID: UUID, watchedAt: Date?, by userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            UPDATE memberships SET watched_at = \(watchedAt), marked_at = \(watchedAt.map { _ in transaction.now })
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
                AND (watched_at IS NULL) = \(watchedAt != nil)
            """)
        return rows.affected > 0
    }

    /// Moves a member's read marker forward to a comment. The marker never moves back.
    /// - Returns: the number of the last read comment and the count of unread ones afterwards; nil if the comment isn't
    ///   in the room, or the user is no member.
    func read(_ roomID: UUID, upTo commentID: UUID, by userID: UUID) async throws -> (number: Int, unread: Int)? {
        let rows = try await transaction.query(
            """
            UPDATE memberships AS m SET read_number = greatest(m.read_number, c.number)
            FROM comments AS c
            WHERE m.tenant_id = \(transaction.tenantID) AND m.room_id = \(roomID) AND m.user_id = \(userID)
                AND c.tenant_id = \(transaction.tenantID) AND c.id = \(commentID) AND c.room_id = m.room_id
            RETURNING m.read_number, m.unread_count
            """)
        return try rows.first.map { (try $0["read_number"], try $0["unread_count"]) }
    }

    /// A room whose row is locked until the transaction ends.
    struct Locked: Sendable {
        /// Whether the user is the room's host, who may delete the room and others' comments.
        let isHost: Bool
        let memberIDs: [UUID]
    }

    /// Locks a room's row for a change by one of its members, and wakes long polls after the commit. Returns nil if the
    /// user is no member or there is no such room.
    /// - Parameter concernsAll: whether the change concerns all members, so that the long polls of all of them wake.
    ///   Otherwise only the user's own do.
    func locked(_ roomID: UUID, for userID: UUID, concernsAll: Bool = true) async throws -> Locked? {
        let rows = try await transaction.query(lock(roomID, for: userID))
        return try rows.first.map { row in
            let locked = Locked(isHost: try row["is_host"], memberIDs: try row["member_ids"])
            transaction.touch(concernsAll ? locked.memberIDs : [userID])
            return locked
        }
    }

    /// Adds a user to a room whose row is locked. If the user had marked the room as watched before they left it, the
    /// mark is restored.
    func add(_ userID: UUID, to roomID: UUID) async throws {
        transaction.touch([userID])
        try await transaction.query(
            """
            INSERT INTO memberships (tenant_id, room_id, user_id, joined_at)
            VALUES (\(transaction.tenantID), \(roomID), \(userID), \(transaction.now))
            """)
    }

    /// Removes a member from a room whose row is locked. When the last member leaves, the room is deleted.
    func leave(_ roomID: UUID, _ userID: UUID) async throws {
        try await transaction.query(
            """
            DELETE FROM memberships WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
            """)
    }

    func delete(_ roomID: UUID) async throws {
        try await transaction.query("DELETE FROM rooms WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID)")
    }

    /// Returns the statement that locks a room's row if the user is a member of the room.
    ///
    /// The statement checks membership in the locked row itself. So a transaction that waited for the lock sees the
    /// current members.
    private func lock(_ roomID: UUID, for userID: UUID) -> SQL {
        """
        SELECT host_id = \(userID) AS is_host, member_ids FROM rooms
        WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID) AND \(userID) = ANY (member_ids)
        FOR NO KEY UPDATE
        """
    }

    func card(_ roomID: UUID, for userID: UUID) -> [SQL] {
        [
            """
            SELECT \(fragment: RoomRow.columns) FROM room_cards
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND room_id = \(roomID)
            """,
            """
            SELECT \(fragment: UserStub.columns) FROM rooms AS r
            JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = ANY (r.member_ids)
            WHERE r.tenant_id = \(transaction.tenantID) AND r.id = \(roomID)
            """,
        ]
    }

    func room(from rows: [Rows]) throws -> Room? {
        let people = try People(rows[1])
        return try rows[0].first.map { try Room($0, people) }
    }
}

extension RoomRepository {
    /// Returns a room as one of its members sees it.
    /// - Throws: `notFound` if the room doesn't exist or the user is no member.
    func existing(_ roomID: UUID, for userID: UUID) async throws -> Room {
        guard let room = try await room(roomID, for: userID) else { throw Problem(.notFound) }
        return room
    }
}
