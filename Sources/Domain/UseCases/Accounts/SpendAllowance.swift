import DavenportAPI
import Foundation

/// Counts something that a user creates, in the transaction that creates it:
/// `try await SpendAllowance(transaction: transaction)(.invites, of: me)`. It runs immediately before the thing is
/// written.
package struct SpendAllowance {
    private let transaction: TenantTransaction

    /// - Parameter transaction: the transaction that creates the thing.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Counts one thing.
    /// - Returns: a value for `giveBack`, in case the thing isn't kept.
    /// - Throws: `tooManyRequests` if the allowance is used up. Then the transaction must be rolled back.
    @discardableResult
    package func callAsFunction(_ allowance: Allowance, of userID: UUID) async throws -> Spent {
        let window = ThrottleWindow(
            name: "\(allowance.name) \(userID.lowercased)", limit: .ofTenant(allowance), seconds: allowance.seconds)
        return Spent(counted: try await ThrottleRepository(transaction).count([window]))
    }

    /// Takes back what another transaction has counted, unless its window is over.
    package func giveBack(_ spent: Spent) async throws {
        try await ThrottleRepository(transaction).giveBack(spent.counted)
    }

    /// Holds what was counted for a user.
    package struct Spent: Sendable {
        fileprivate let counted: [ThrottleRepository.Counted]
    }
}
