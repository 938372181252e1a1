import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Lists a room's comments along the timeline: sorted by second, then by number.
    public func listComments(_ caller: Caller, _ input: CommentQuery) async throws -> CommentPage {
        let numbers = 0...Int(Int32.max)
        let after = try Cursor(input.after, parts: 2).map {
            (seconds: try $0.integer(0, in: numbers), number: try $0.integer(1, in: numbers))
        }
        let comments = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await CommentListRepository(transaction).list(
                input.roomID, for: caller.userID, second: input.seconds, gated: input.gate == .position, after: after,
                limit: input.limit + 1)
        }
        guard let comments else { throw Problem(.notFound) }
        let page = try await withoutHiddenNames(comments.items.prefix(input.limit), comments.mayHideNames, caller, input.roomID)
        let isCut = comments.items.count > input.limit || page.reduce(0) { $0 + $1.pageBytes } >= CommentRules.pageBytes
        return CommentPage(
            items: page, next: isCut ? page.last.map { Cursor([String($0.seconds), String($0.number)]).text } : nil,
            hiddenCount: comments.hiddenCount)
    }

    /// Replaces the usernames of authors who have left the room and block the caller (rules 4), and leaves these people out
    /// of reactions. The caller sees the username that such an author had at the time of the block.
    ///
    /// The old usernames are read only if anybody blocks the caller, which is rare.
    private func withoutHiddenNames(
        _ comments: ArraySlice<Comment>, _ mayHideNames: Bool, _ caller: Caller, _ roomID: UUID
    ) async throws -> [Comment] {
        guard mayHideNames else { return Array(comments) }
        let hidden = try await database.transaction(for: caller, .singleRoundTrip) {
            try await CommentListRepository($0).hiddenAuthors(in: roomID, from: caller.userID)
        }
        return comments.map { comment in
            var comment = comment
            comment.reactions = comment.reactions?.hiding(Set(hidden.keys))
            if let author = comment.author, let name = hidden[author.id] {
                comment.author = UserStub(id: author.id, username: name, identityColor: author.identityColor, bot: author.bot)
            }
            return comment
        }
    }
}
