import DavenportAPI
import Foundation

/// Says how far somebody is with some feedback, whoever says so: what admins and owners do, and operators by the command line.
public struct SetFeedbackState: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    init(database: Database) {
        self.database = database
    }

    /// Any state may follow any.
    /// - Returns: the feedback as it is then.
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
