import DavenportAPI
import Domain

extension UseCases {
    /// Adds the caller's reaction to a comment. It does nothing if the caller has reacted with the emoji already.
    public func addReaction(_ caller: Caller, _ input: ReactionReference) async throws -> Comment {
        try await database.transaction(for: caller) { transaction in
            let reactions = ReactionRepository(transaction)
            try await reactions.lock(input, for: caller.userID)
            guard try await reactions.add(input, by: caller.userID) else { throw Problem(.limitReached) }
            return try await CommentRepository(transaction).comment(input.commentID, in: input.roomID, for: caller.userID)
        }
    }
}
