import DavenportAPI
import Domain
import Foundation

extension UseCases {
    /// Stores a purchase that the caller presents as the App Store signed it. A purchase belongs to the account that
    /// presents it first.
    public func presentTransaction(_ caller: Caller, _ input: PresentedTransaction) async throws -> Created<Entitlement> {
        let intake = try await StoreIntake(self, for: caller)
        let guess = Throttle.Attempt.work("transactions", by: caller, wrong: .transactionInvalid)
        let source = "user \(caller.userID.lowercased) presented to \(caller.tenant.slug)"
        let purchase = try await throttle.attempt(guess, for: caller) {
            try await intake.judging(from: source, logger) {
                try $0.purchase(shown: input.signedTransaction, by: caller.userID)
            }
        }
        let stored = try await database.transaction(for: caller) { transaction in
            try await EntitlementRepository(transaction).keep(purchase, of: caller.userID)
        }
        guard let stored else { throw Problem.unavailable() }
        guard stored.userID == caller.userID else { throw Problem(.entitlementTaken) }
        return Created(stored.entitlement, isNew: stored.isNew)
    }
}
