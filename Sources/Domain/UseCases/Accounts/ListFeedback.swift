import DavenportAPI
import Foundation

extension UseCases {
    /// Lists the caller's own feedback, newest first. Admins and owners get everyone's feedback.
    public func listFeedback(_ caller: Caller, _ input: FeedbackQuery) async throws -> Page<Feedback> {
        let after = try Cursor(input.after, parts: 2).map { (createdAt: try $0.date(0), id: try $0.uuid(1)) }
        let feedback = try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            try await FeedbackRepository(transaction).list(
                by: caller.role.administers ? nil : caller.userID, state: input.state, after: after, limit: input.limit + 1)
        }
        return Page(feedback, limit: input.limit) { Cursor([Cursor.part($0.createdAt), $0.id.lowercased]) }
    }
}
