import DavenportAPI
import Foundation

/// Counts something that a person makes, as part of making it: `try await SpendAllowance(transaction: transaction)(.invites, of: me)`. It
/// comes last before the thing is written.
package struct SpendAllowance {
    private let transaction: TenantTransaction

    /// - Parameter transaction: the one that the thing is made in.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// - Returns: what gives it back where nothing comes of it.
    /// - Throws: `tooManyRequests`, and then nothing of the transaction holds.
    @discardableResult
    package func callAsFunction(_ allowance: Allowance, of userID: UUID) async throws -> Spent {
        let window = ThrottleWindow(
            name: "\(allowance.name) \(userID.lowercased)", limit: .ofTenant(allowance), seconds: allowance.seconds)
        return Spent(counted: try await ThrottleRepository(transaction).count([window]))
    }

    /// Takes back what was counted in another transaction, unless its window is over.
    package func giveBack(_ spent: Spent) async throws {
        try await ThrottleRepository(transaction).giveBack(spent.counted)
    }

    /// What was counted of somebody's.
    package struct Spent: Sendable {
        fileprivate let counted: [ThrottleRepository.Counted]
    }
}
