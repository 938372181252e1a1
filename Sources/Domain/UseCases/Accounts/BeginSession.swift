import DavenportAPI
import Secrets

/// Begins a log-in session with a new token, and deletes sessions of the user that have ended or are beyond the limit
/// (rules 2). `signUp` and `logIn` use it.
struct BeginSession {
    let transaction: TenantTransaction

    /// Begins the session. It locks rows of sessions in no particular order, so it must be the last step of its
    /// transaction.
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
