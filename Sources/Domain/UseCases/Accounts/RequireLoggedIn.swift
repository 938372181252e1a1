import DavenportAPI

/// Requires that the caller of a long operation is still logged in when the operation saves its result.
package struct RequireLoggedIn {
    private let transaction: TenantTransaction

    /// Creates the check.
    /// - Parameter transaction: the transaction that saves the result.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Locks the rows of the user and the session until the transaction ends. So another transaction that ends the
    /// session, or suspends or deletes the user, runs either before or after this one.
    /// - Throws: `unauthenticated` if the user is suspended or deleted, or the session has ended; `unavailable` if the tenant
    ///   is being moved.
    package func callAsFunction(_ caller: Caller) async throws {
        let standing = try await RoleAndSuspensionRepository(transaction).locked([caller.userID])[caller.userID]
        guard let standing, !standing.suspended, try await LoginCheckRepository(transaction).holds(caller) else {
            if try await TenantRepository(transaction).standing() == .moving { throw Problem.unavailable() }
            throw Problem(.unauthenticated)
        }
    }
}
