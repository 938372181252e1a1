import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Edits a comment of the caller. As in a new comment, a timestamp at the beginning of the content moves the comment to
    /// that second of the timeline.
    public func editComment(_ caller: Caller, _ input: CommentChange) async throws -> Comment {
        let said = input.content.map { TimestampText.said($0, at: input.seconds, literal: input.literal) }
        let filtered = try await readTextRules(for: caller).check(["content": said?.content, "quote": input.quote.applied(to: nil)])
        var found: [Mention]?
        if let said { found = try await findMentions(in: said.content, roomID: input.roomID, for: caller) }
        let mentions = found
        return try await database.transaction(for: caller) { transaction in
            let comments = CommentRepository(transaction)
            guard let found = try await comments.locked(input.commentID, in: input.roomID, for: caller.userID) else {
                throw Problem(.notFound)
            }
            guard found.isAuthor else { throw Problem(.forbidden) }
            let edited = try await comments.edit(
                input.commentID, in: input.roomID, by: caller.userID, seconds: said?.seconds ?? input.seconds,
                content: said?.content, quote: input.quote, mentions: mentions)
            try await ReportFilteredText(transaction, areas: areas).comment(input.commentID, by: caller.userID, filtered)
            return edited
        }
    }
}
