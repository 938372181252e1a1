import DavenportAPI
import Domain

extension UseCases {
    /// Takes back the caller's reaction to a comment. It does nothing if there is none.
    public func removeReaction(_ caller: Caller, _ input: ReactionReference) async throws -> Comment {
        try await database.transaction(for: caller) { transaction in
            let reactions = ReactionRepository(transaction)
            try await reactions.lock(input, for: caller.userID)
            try await reactions.remove(input, by: caller.userID)
            return try await CommentRepository(transaction).comment(input.commentID, in: input.roomID, for: caller.userID)
        }
    }
}
