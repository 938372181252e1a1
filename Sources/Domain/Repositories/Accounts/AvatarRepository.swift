import DavenportAPI
import Foundation
import Postgres

/// Reads and writes the users' pictures.
struct AvatarRepository: Repository {
    let transaction: TenantTransaction

    /// A user's picture, and whether its metadata was removed. Pictures that early versions of the server stored may
    /// still have metadata.
    struct Stored: Sendable {
        let media: Media
        let isPlain: Bool
    }

    /// Returns a user's picture; nil if there is none, or if the user blocks the viewer.
    func find(_ userID: UUID, for viewer: UUID) async throws -> Stored? {
        let rows = try await transaction.query(
            """
            SELECT a.media_type, a.image, a.is_plain FROM avatars AS a
            WHERE a.tenant_id = \(transaction.tenantID) AND a.user_id = \(userID) AND NOT EXISTS (
                SELECT FROM blocks AS b
                WHERE b.tenant_id = \(transaction.tenantID) AND b.blocker_id = a.user_id AND b.blocked_id = \(viewer))
            """)
        return try rows.first.map {
            Stored(media: Media(type: try $0["media_type"], bytes: try $0["image"]), isPlain: try $0["is_plain"])
        }
    }

    /// Replaces a stored picture by the same picture without metadata.
    func keepPlain(_ image: [UInt8], of userID: UUID) async throws {
        try await transaction.query(
            """
            UPDATE avatars SET image = \(image), is_plain = true
            WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID) AND NOT is_plain
            """)
    }

    /// Stores a user's picture, whose metadata must be removed, in place of the previous one.
    /// - Parameter version: a text that identifies the picture among all others.
    func set(_ image: [UInt8], mediaType: String, version: String, of userID: UUID) async throws {
        transaction.touch([userID])
        _ = try await transaction.pipeline([
            shown(version, userID),
            """
            INSERT INTO avatars (tenant_id, user_id, media_type, image, is_plain)
            VALUES (\(transaction.tenantID), \(userID), \(mediaType), \(image), true)
            ON CONFLICT (tenant_id, user_id) DO UPDATE
            SET media_type = excluded.media_type, image = excluded.image, is_plain = excluded.is_plain
            """,
        ])
    }

    func delete(of userID: UUID) async throws {
        transaction.touch([userID])
        _ = try await transaction.pipeline([
            shown(nil, userID),
            "DELETE FROM avatars WHERE tenant_id = \(transaction.tenantID) AND user_id = \(userID)",
        ])
    }

    /// Returns the statement that sets the version in the user's row, or removes it. The statement must run first,
    /// because it locks the row. So two concurrent changes run one after the other, and picture and version stay
    /// consistent.
    private func shown(_ version: String?, _ userID: UUID) -> SQL {
        "UPDATE users SET avatar_version = \(version) WHERE tenant_id = \(transaction.tenantID) AND id = \(userID)"
    }
}
