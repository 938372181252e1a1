import DavenportAPI
import Foundation
import Secrets

/// How long sessions live (rules.md 2).
enum SessionRules {
    /// From its beginning, however much it is used.
    static let lifetimeDays = 365
    /// Since its last use.
    static let idleDays = 90
    /// How many a person has at most; another one ends the one used longest ago.
    static let limit = 50
    /// The last use is written at most this often.
    static let touchInterval: TimeInterval = 3600

    /// A session used last before this is over.
    static func idleLimit(at now: Date) -> Date { now.adding(days: -idleDays) }
}

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
