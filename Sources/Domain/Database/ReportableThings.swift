import Foundation
import Postgres

/// The comments and rooms of an area that members can report, and that a decision can delete (rules 24).
package struct ReportableThings: Sendable {
    /// Makes the query for those of some comments that a user sees, in the columns `id`, `room_id`, `number`, `seconds`,
    /// `content`, `quote`, `author_id`, `author_username`, `created_at`, `edited_at` and `pictures`.
    let comments: @Sendable (TenantTransaction, _ ids: [UUID], _ viewerID: UUID) -> SQL
    /// Makes the query for a room that a user sees, in the columns `title`, `host_id` and `created_by`.
    let room: @Sendable (TenantTransaction, _ id: UUID, _ viewerID: UUID) -> SQL
    /// Deletes a comment as its author could. Returns false if it doesn't exist any more.
    let deleteComment: @Sendable (TenantTransaction, _ id: UUID) async throws -> Bool
    /// Deletes a room as its host could. Returns false if it doesn't exist any more.
    let deleteRoom: @Sendable (TenantTransaction, _ id: UUID) async throws -> Bool

    /// Declares what can be reported. The properties of the same names explain the parameters.
    package init(
        comments: @escaping @Sendable (TenantTransaction, [UUID], UUID) -> SQL,
        room: @escaping @Sendable (TenantTransaction, UUID, UUID) -> SQL,
        deleteComment: @escaping @Sendable (TenantTransaction, UUID) async throws -> Bool,
        deleteRoom: @escaping @Sendable (TenantTransaction, UUID) async throws -> Bool
    ) {
        (self.comments, self.room, self.deleteComment, self.deleteRoom) = (comments, room, deleteComment, deleteRoom)
    }
}

extension [Area] {
    /// What members can report, besides people; nil if no area has anything.
    var reportableThings: ReportableThings? { lazy.compactMap(\.reportableThings).first }
}
