import DavenportAPI

/// Makes sure that who began something that takes its time is still let in when it ends: a step of what they do by it.
package struct RequirePresence {
    private let transaction: TenantTransaction

    /// - Parameter transaction: the one that it is done in.
    package init(transaction: TenantTransaction) {
        self.transaction = transaction
    }

    /// Locks the person, and holds the session: who signs them out, suspends or deletes them comes before or after.
    /// - Throws: `unauthenticated`.
    package func callAsFunction(_ caller: Caller) async throws {
        let standing = try await StandingRepository(transaction).locked([caller.userID])[caller.userID]
        guard let standing, !standing.suspended, try await PresenceRepository(transaction).holds(caller) else {
            throw Problem(.unauthenticated)
        }
    }
}
