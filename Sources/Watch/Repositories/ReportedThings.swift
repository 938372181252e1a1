import DavenportAPI
import Domain
import Foundation
import Postgres

extension ReportableThings {
    /// The comments and rooms that people can report, and how a decision deletes them: as their authors and hosts could.
    static let watch = ReportableThings(
        comments: { transaction, ids, viewerID in
            """
            SELECT c.id, c.room_id, c.number, c.seconds, c.content, c.quote, c.author_id, u.username AS author_username, c.created_at,
                c.edited_at, c.pictures
            FROM comments AS c
            JOIN rooms AS r ON r.tenant_id = \(transaction.tenantID) AND r.id = c.room_id AND \(viewerID) = ANY (r.member_ids)
            LEFT JOIN users AS u ON u.tenant_id = \(transaction.tenantID) AND u.id = c.author_id
            WHERE c.tenant_id = \(transaction.tenantID) AND c.id = ANY (\(ids)::uuid[]) AND c.deleted_at IS NULL
            """
        },
        room: { transaction, id, viewerID in
            """
            SELECT \(fragment: RoomRepository.titleWithoutEpisode) AS title, r.host_id, r.created_by
            FROM rooms AS r WHERE r.tenant_id = \(transaction.tenantID) AND r.id = \(id) AND \(viewerID) = ANY (r.member_ids)
            """
        },
        deleteComment: { transaction, id in
            let comments = CommentRepository(transaction)
            guard let roomID = try await comments.lockedRoom(of: id) else { return false }
            try await comments.delete(id, in: roomID)
            return true
        },
        deleteRoom: { transaction, id in
            let rooms = RoomRepository(transaction)
            guard try await rooms.locked(id) else { return false }
            try await rooms.delete(id)
            return true
        })
}

extension CommentRepository {
    /// Locks the rows of a comment and its room until the transaction ends, and wakes the room's members after the commit.
    /// Returns the room's id; nil if the comment doesn't exist.
    fileprivate func lockedRoom(of commentID: UUID) async throws -> UUID? {
        let tenant = transaction.tenantID
        let rows = try await transaction.query(
            """
            SELECT r.id, r.member_ids FROM comments AS c JOIN rooms AS r ON r.tenant_id = \(tenant) AND r.id = c.room_id
            WHERE c.tenant_id = \(tenant) AND c.id = \(commentID) AND c.deleted_at IS NULL
            FOR NO KEY UPDATE
            """)
        return try rows.first.map { row in
            transaction.touch(try row["member_ids"] as [UUID])
            return try row["id"]
        }
    }
}

extension RoomRepository {
    /// Locks a room's row until the transaction ends, and wakes its members after the commit. Returns false if the room
    /// doesn't exist.
    fileprivate func locked(_ roomID: UUID) async throws -> Bool {
        let rows = try await transaction.query(
            "SELECT member_ids FROM rooms WHERE tenant_id = \(transaction.tenantID) AND id = \(roomID) FOR NO KEY UPDATE")
        for row in rows { transaction.touch(try row["member_ids"] as [UUID]) }
        return !rows.isEmpty
    }
}
