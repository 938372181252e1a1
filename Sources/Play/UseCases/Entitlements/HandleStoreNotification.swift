import DavenportAPI
import Domain

extension UseCases {
    /// Stores the purchase that a notification from the App Store's server is about. The response doesn't reveal whether an
    /// account owns the purchase.
    public func handleStoreNotification(_ visitor: Visitor, _ input: StoreNotification) async throws -> NoContent {
        let intake = try await StoreIntake(self, for: visitor)
        let guess = Throttle.Attempt.work("store notifications", by: visitor, wrong: .transactionInvalid)
        let purchase = try await throttle.attempt(guess, for: visitor) {
            try await intake.judging(from: "the App Store's endpoint got for \(visitor.tenant.slug)", logger) {
                try $0.purchase(notified: input.signedPayload)
            }
        }
        if let purchase {
            try await database.transaction(for: visitor) { transaction in
                try await EntitlementRepository(transaction).store(purchase)
            }
        }
        return NoContent()
    }
}
