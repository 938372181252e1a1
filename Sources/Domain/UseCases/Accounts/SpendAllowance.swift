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

    /// - Throws: `tooManyRequests`, and then nothing of the transaction holds.
    package func callAsFunction(_ allowance: Allowance, of userID: UUID) async throws {
        let window = ThrottleWindow(
            name: "\(allowance.name) \(userID.lowercased)", limit: .ofTenant(allowance), seconds: allowance.seconds)
        _ = try await ThrottleRepository(transaction).count([window])
    }
}
