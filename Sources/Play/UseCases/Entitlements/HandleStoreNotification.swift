import DavenportAPI
import Domain

/// Stores the purchase that a notification from the App Store's server is about. The response doesn't reveal whether an
/// account owns the purchase.
public struct HandleStoreNotification: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ visitor: Visitor, _ input: StoreNotification) async throws -> NoContent {
        let intake = try await StoreIntake(dependencies, for: visitor)
        let guess = Throttle.Attempt.work("store notifications", by: visitor, wrong: .transactionInvalid)
        let purchase = try await dependencies.throttle.attempt(guess, for: visitor) {
            try await intake.judging(from: "the App Store's endpoint got for \(visitor.tenant.slug)", dependencies.logger) {
                try $0.purchase(notified: input.signedPayload)
            }
        }
        if let purchase {
            try await dependencies.database.transaction(for: visitor) { transaction in
                try await EntitlementRepository(transaction).tell(purchase)
            }
        }
        return NoContent()
    }
}
