import DavenportAPI
import Foundation

/// Requires that the tenant keeps an owner who isn't suspended (rules 2). Use cases that take away an owner run it.
struct RequireOwner {
    let transaction: TenantTransaction

    /// Requires another owner.
    /// - Throws: `lastOwner` if there is none.
    func callAsFunction(besides userID: UUID) async throws {
        guard try await RoleAndSuspensionRepository(transaction).hasOwner(besides: userID) else { throw Problem(.lastOwner) }
    }
}
