import DavenportAPI
import Domain
import Foundation

/// Edits a comment of the caller. As in a new comment, a timestamp at the beginning of the content moves the comment to
/// that second of the timeline.
public struct EditComment: UseCase {
    private let database: Database
    private let findMentions: FindMentions

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
        findMentions = FindMentions(dependencies)
    }

    public func callAsFunction(_ caller: Caller, _ input: CommentChange) async throws -> Comment {
        let timing = input.content.map { CommentTiming(content: $0, seconds: input.seconds, literal: input.literal) }
        var found: [Mention]?
        if let timing { found = try await findMentions(in: timing.content, roomID: input.roomID, for: caller) }
        let mentions = found
        return try await database.transaction(for: caller) { transaction in
            let comments = CommentRepository(transaction)
            guard let found = try await comments.locked(input.commentID, in: input.roomID, for: caller.userID) else {
                throw Problem(.notFound)
            }
            guard found.isAuthor else { throw Problem(.forbidden) }
            return try await comments.edit(
                input.commentID, in: input.roomID, by: caller.userID, seconds: timing?.seconds ?? input.seconds,
                content: timing?.content, quote: input.quote, mentions: mentions)
        }
    }
}
