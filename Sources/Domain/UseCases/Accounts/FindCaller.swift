import DavenportAPI
import Foundation

extension UseCases {
    /// Lets an operator's command run a use case for a user, who needs no session for it.
    ///
    /// Returns what a use case needs to run for the user with this e-mail address.
    /// - Throws: `notFound` if there is none, or the user is suspended.
    public func findCaller(_ tenant: Tenant, email: String) async throws -> Caller {
        let found = try await database.transaction(in: tenant.id, .singleRoundTrip) {
            try await OperatedUserRepository($0).find(email: email)
        }
        guard let found, !found.suspended else { throw Problem(.notFound) }
        // No session has this id, so what a use case does to the user's own session does nothing.
        return Caller(tenant: tenant, userID: found.id, role: found.role, sessionID: UUID(), address: .unknown)
    }
}
