import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Edits a comment of the caller. As in a new comment, a timestamp at the beginning of the content moves the comment to
    /// that second of the timeline.
    public func editComment(_ caller: Caller, _ input: CommentChange) async throws -> Comment {
        let said = input.content.map { TimestampText.said($0, at: input.seconds, literal: input.literal) }
        let filtered = try await readTextRules(for: caller)
            .check(["content": said?.content, "quote": input.quote.applied(to: nil)], and: input.pictures?.texts ?? [])
        var found: [Mention]?
        if let said { found = try await findMentions(in: said.content, roomID: input.roomID, for: caller) }
        let mentions = found
        let edited = try await database.transaction(for: caller) { transaction in
            let comments = CommentRepository(transaction)
            guard let found = try await comments.locked(input.commentID, in: input.roomID, for: caller.userID) else {
                throw Problem(.notFound)
            }
            guard found.isAuthor else { throw Problem(.forbidden) }
            try await take(input, from: found, caller, transaction)
            let edited = try await comments.edit(
                input.commentID, in: input.roomID, by: caller.userID, seconds: said?.seconds ?? input.seconds,
                content: said?.content, quote: input.quote, pictures: input.pictures, mentions: mentions)
            try await ReportFilteredText(transaction, areas: areas).comment(input.commentID, by: caller.userID, filtered)
            return edited
        }
        if input.pictures != nil { await deferredDeletion.erase(in: caller.tenant.id) }
        return edited
    }

    /// Gives the comment the pictures that it doesn't have yet.
    /// - Throws: `unknownFile`; `invalid`, naming `content`, if neither text nor pictures were left.
    private func take(
        _ input: CommentChange, from comment: CommentRepository.Standing, _ caller: Caller, _ transaction: TenantTransaction
    ) async throws {
        let hasContent = input.content.map { !$0.isEmpty } ?? comment.hasContent
        guard hasContent || !(input.pictures?.isEmpty ?? comment.pictureIDs.isEmpty) else {
            throw Problem.invalid("content", .tooShort, "must have a character, unless the comment has a picture")
        }
        guard let pictures = input.pictures else { return }
        let added = pictures.fileIDs.filter { !comment.pictureIDs.contains($0) }
        let repository = PictureRepository(transaction)
        guard Set(pictures.fileIDs).count == pictures.count, try await repository.lock(added, of: caller.userID) else {
            throw Problem.unknownFile(in: "pictures")
        }
        try await repository.attach(added, to: input.commentID)
    }
}
