import DavenportAPI
import Domain

extension UseCases {
    /// Deletes a comment. Its author and the room's host may do that, and so may every admin or owner who is a member of
    /// the room.
    public func deleteComment(_ caller: Caller, _ input: CommentReference) async throws -> NoContent {
        let hasPictures = try await database.transaction(for: caller) { transaction in
            let comments = CommentRepository(transaction)
            guard let found = try await comments.locked(input.commentID, in: input.roomID, for: caller.userID) else {
                throw Problem(.notFound)
            }
            guard found.isAuthor || found.isHost || caller.role.moderatesRooms else { throw Problem(.forbidden) }
            try await comments.delete(input.commentID, in: input.roomID)
            return !found.pictureIDs.isEmpty
        }
        if hasPictures { await deferredDeletion.erase(in: caller.tenant.id) }
        return NoContent()
    }
}
