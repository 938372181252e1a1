import DavenportAPI
import Foundation

/// Requires that the tenant keeps an owner who isn't suspended (rules 2). This check runs before an owner loses the
/// role, is suspended or is deleted.
struct RequireOwner {
    let transaction: TenantTransaction

    /// Requires an owner other than this user.
    /// - Throws: `lastOwner` if there is none.
    func callAsFunction(besides userID: UUID) async throws {
        guard try await RoleAndSuspensionRepository(transaction).hasOwner(besides: userID) else { throw Problem(.lastOwner) }
    }
}
