import DavenportAPI
import Foundation
import Secrets

extension SessionRepository {
    /// Begins a session with a new token, and removes what is over or too many.
    func begin(for user: Me, source: Session.Source, deviceName: String?) async throws -> SignedIn {
        let token = SessionToken(tenant: transaction.tenantID)
        let session = try await insert(
            token, id: .version7(at: transaction.now), userID: user.id, source: source, deviceName: deviceName,
            expiresAt: transaction.now.adding(days: SessionRules.lifetimeDays))
        try await keep(SessionRules.limit, of: user.id, with: session.id)
        try await tidy(idleSince: SessionRules.idleLimit(at: transaction.now))
        return SignedIn(token: token.text, session: session, user: user)
    }
}
