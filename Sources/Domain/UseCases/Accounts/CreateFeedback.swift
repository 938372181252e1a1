import DavenportAPI
import Foundation

extension UseCases {
    /// Sends feedback to the tenant's admins and owners.
    public func createFeedback(_ caller: Caller, _ input: NewFeedback) async throws -> Created<Feedback> {
        let digest = try RequestDigest.of(input, id: input.id)
        return try await database.transaction(for: caller) { transaction in
            let feedback = FeedbackRepository(transaction)
            // Serializes the user's requests. If the same request is sent twice at once, the second finds what the first
            // has written.
            _ = try await AccountRepository(transaction).lock(caller: caller.userID, and: [])
            if let id = input.id, let existing = try await feedback.existing(id, by: caller.userID, digest: digest) {
                guard existing.isSameRequest else { throw Problem(.idTaken) }
                return Created(existing.feedback, isNew: false)
            }
            try await SpendAllowance(transaction: transaction)(.feedback, of: caller.userID)
            let id = input.id ?? .version7(at: transaction.now)
            try await feedback.insert(input, id: id, by: caller.userID, digest: digest)
            guard let made = try await feedback.feedback(id) else { throw Problem(.notFound) }
            return Created(made)
        }
    }
}
