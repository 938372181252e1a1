import DavenportAPI
import Foundation

/// Replaces a password, and ends what the person who knew the old one could still use: sessions, keys, and the link for a
/// new password (rule 2.10). `changePassword`, `resetPassword` and `usePasswordLink` use it.
struct ReplacePassword {
    let transaction: TenantTransaction

    /// Stores the hash of the new password. The user's row must be locked.
    /// - Parameter sessionID: the session that goes on; nil ends all.
    func callAsFunction(of userID: UUID, hash: String, but sessionID: UUID? = nil) async throws {
        try await AccountRepository(transaction).setPassword(of: userID, hash: hash)
        try await SessionRepository(transaction).endAll(of: userID, but: sessionID)
        try await AccessKeyRepository(transaction).deleteAll(of: userID)
        try await PasswordLinkRepository(transaction).end(of: userID)
    }
}
