import DavenportAPI
import Domain
import Foundation
import Postgres

/// The rooms of a tenant, as their members see them.
struct RoomRepository: Sendable {
    let transaction: TenantTransaction

    init(_ transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// A room as one of its members sees it; nil for everybody else.
    func room(_ roomID: UUID, for userID: UUID) async throws -> Room? {
        try room(from: try await transaction.pipeline(card(roomID, for: userID)))
    }

    /// Writes that a member of a locked room watched, or takes it back with nil.
    /// - Returns: whether that changed anything.
    func mark(_ roomID: UUID, watchedAt: Date?, by userID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            """
            UPDATE memberships SET watched_at = \(watchedAt), marked_at = \(watchedAt.map { _ in transaction.now })
            WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
                AND (watched_at IS NULL) = \(watchedAt != nil)
            """)
        return rows.affected > 0
    }

    /// Sets how far somebody has read, never back.
    /// - Returns: how far that is and what is unread afterwards; nil where there is no such comment, or they are no member.
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

    /// A room that is locked until the transaction ends.
    struct Locked: Sendable {
        /// Whether who asked is its host.
        let isHost: Bool
        let memberIDs: [UUID]
    }

    /// Locks a room for one of its members; nil for everybody else.
    /// - Parameter concernsAll: whether what is to be changed is the room's, so that all members shall look, or the one member's alone.
    func locked(_ roomID: UUID, for userID: UUID, concernsAll: Bool = true) async throws -> Locked? {
        let rows = try await transaction.query(lock(roomID, for: userID))
        return try rows.first.map { row in
            let locked = Locked(isHost: try row["is_host"], memberIDs: try row["member_ids"])
            transaction.touch(concernsAll ? locked.memberIDs : [userID])
            return locked
        }
    }

    /// Brings somebody into a locked room. A mark they left with before comes back with them.
    func add(_ userID: UUID, to roomID: UUID) async throws {
        transaction.touch([userID])
        try await transaction.query(
            """
            INSERT INTO memberships (tenant_id, room_id, user_id, joined_at)
            VALUES (\(transaction.tenantID), \(roomID), \(userID), \(transaction.now))
            """)
    }

    /// Takes somebody out of a locked room; the last one takes the room with them.
    func leave(_ roomID: UUID, _ userID: UUID) async throws {
        try await transaction.query(
            """
            DELETE FROM memberships WHERE tenant_id = \(transaction.tenantID) AND room_id = \(roomID) AND user_id = \(userID)
            """)
    }

    func delete(_ roomID: UUID) async throws {
        try await transaction.query("DELETE FROM rooms WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID)")
    }

    /// Decides membership by the locked row's own list: what waited for the lock sees the row as it is then.
    private func lock(_ roomID: UUID, for userID: UUID) -> SQL {
        """
        SELECT host_id = \(userID) AS is_host, member_ids FROM rooms
        WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID) AND \(userID) = ANY (member_ids)
        FOR NO KEY UPDATE
        """
    }

    private func card(_ roomID: UUID, for userID: UUID) -> [SQL] {
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

    private func room(from rows: [Rows]) throws -> Room? {
        let people = try People(rows[1])
        return try rows[0].first.map { try Room($0, people) }
    }
}

extension RoomRepository {
    /// A room that must be there.
    func existing(_ roomID: UUID, for userID: UUID) async throws -> Room {
        guard let room = try await room(roomID, for: userID) else { throw Problem(.notFound) }
        return room
    }
}
