import DavenportAPI
import Foundation

/// Sets the state of feedback, for admins and owners, and for operators on the command line.
public struct SetFeedbackState: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    init(database: Database) {
        self.database = database
    }

    /// Sets the state. Any state may follow any other.
    /// - Returns: the changed feedback.
    /// - Throws: `notFound`.
    public func callAsFunction(_ feedbackID: UUID, _ state: FeedbackState, in tenant: Tenant) async throws -> Feedback {
        try await database.transaction(in: tenant.id) { transaction in
            let repository = FeedbackRepository(transaction)
            guard try await repository.setState(feedbackID, state), let feedback = try await repository.feedback(feedbackID) else {
                throw Problem(.notFound)
            }
            return feedback
        }
    }
}
