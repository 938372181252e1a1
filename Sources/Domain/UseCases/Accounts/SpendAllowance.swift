import DavenportAPI
import Foundation

/// Counts a thing that a user creates against a rate limit. It runs in the transaction that creates the thing, just
/// before the thing is inserted:
/// `try await SpendAllowance(transaction: transaction)(.invites, of: me)`.
package struct SpendAllowance {
    private let transaction: TenantTransaction

    /// Creates the counter.
    /// - Parameter transaction: the transaction that creates the thing.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Counts one thing, or several that are created at once. A thing may count against several rate limits, such as the
    /// user's own and the one that the users of a tenant share.
    /// - Returns: the count, which `giveBack` can subtract again if the thing isn't kept.
    /// - Throws: `tooManyRequests` if the user has reached the limit. In that case the transaction must be rolled back.
    @discardableResult
    package func callAsFunction(_ allowances: Allowance..., of userID: UUID, count: Int = 1) async throws -> Spent {
        let windows = allowances.map { allowance in
            ThrottleWindow(
                name: allowance.isShared ? allowance.name : "\(allowance.name) \(userID.lowercased)",
                limit: .ofTenant(allowance, userID: userID), seconds: allowance.seconds)
        }
        return Spent(counted: try await ThrottleRepository(transaction).count(windows, by: count))
    }

    /// Subtracts what another transaction has counted, unless the period in which it was counted is over.
    package func giveBack(_ spent: Spent) async throws {
        try await ThrottleRepository(transaction).giveBack(spent.counted)
    }

    /// What was counted for a user.
    package struct Spent: Sendable {
        fileprivate let counted: [ThrottleRepository.Counted]

        /// How much of each rate limit is used up in its period, in the order of the rate limits.
        package var used: [Int] { counted.map(\.count) }
    }
}
