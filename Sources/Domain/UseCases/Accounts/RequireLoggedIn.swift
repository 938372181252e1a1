import DavenportAPI

/// Requires that the caller of a long operation is still logged in when the operation writes its result.
package struct RequireLoggedIn {
    private let transaction: TenantTransaction

    /// - Parameter transaction: the transaction that writes the result.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Locks the user and keeps the session until the transaction ends. A transaction that ends the session, or suspends
    /// or deletes the user, runs before or after this one.
    /// - Throws: `unauthenticated` if the user is suspended or deleted, or the session is over.
    package func callAsFunction(_ caller: Caller) async throws {
        let standing = try await RoleAndSuspensionRepository(transaction).locked([caller.userID])[caller.userID]
        guard let standing, !standing.suspended, try await LoginCheckRepository(transaction).holds(caller) else {
            throw Problem(.unauthenticated)
        }
    }
}
