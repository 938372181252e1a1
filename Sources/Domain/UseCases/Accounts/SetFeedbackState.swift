import DavenportAPI
import Foundation

extension UseCases {
    /// Sets the state of users' feedback. `changeFeedback` uses it for admins and owners, and operators use it on the
    /// command line.
    ///
    /// Sets the state of one piece of feedback. Any state may follow any other.
    /// - Returns: the changed feedback.
    /// - Throws: `notFound` if no feedback has this id.
    public func setFeedbackState(_ feedbackID: UUID, _ state: FeedbackState, in tenant: Tenant) async throws -> Feedback {
        try await database.transaction(in: tenant.id) { transaction in
            let repository = FeedbackRepository(transaction)
            guard try await repository.setState(feedbackID, state), let feedback = try await repository.feedback(feedbackID) else {
                throw Problem(.notFound)
            }
            return feedback
        }
    }
}
