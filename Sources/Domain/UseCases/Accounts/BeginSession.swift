import DavenportAPI
import Secrets

/// Starts a session with a new token, and deletes sessions that are over or beyond the limit (rules 2). Signing up and
/// logging in use it.
struct BeginSession {
    let transaction: TenantTransaction

    /// Starts the session. It locks sessions in no particular order, so it must come last in its transaction.
    func callAsFunction(for user: Me, source: Session.Source, deviceName: String?) async throws -> SignedIn {
        let sessions = SessionRepository(transaction)
        let token = SessionToken(tenant: transaction.tenantID)
        let session = try await sessions.insert(
            token, id: .version7(at: transaction.now), userID: user.id, source: source, deviceName: deviceName,
            expiresAt: transaction.now.adding(days: SessionRules.lifetimeDays))
        try await sessions.keep(SessionRules.limit, of: user.id, with: session.id)
        try await sessions.tidy(idleSince: SessionRules.idleLimit(at: transaction.now))
        return SignedIn(token: token.text, session: session, user: user)
    }
}
