import DavenportAPI
import Foundation

/// Makes sure that the tenant keeps an owner who can act (rules 2): a step of whatever takes one away.
struct RequireOwner {
    let transaction: TenantTransaction

    /// - Throws: `lastOwner`.
    func callAsFunction(besides userID: UUID) async throws {
        guard try await StandingRepository(transaction).hasOwner(besides: userID) else { throw Problem(.lastOwner) }
    }
}
