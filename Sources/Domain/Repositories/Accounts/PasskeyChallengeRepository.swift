import Foundation
import Postgres
import Secrets

/// Makes and uses the challenges that devices sign with passkeys.
struct PasskeyChallengeRepository: Repository {
    let transaction: TenantTransaction

    /// What a challenge is for. It works for nothing else.
    enum Purpose: Sendable, Equatable {
        case add(sessionID: UUID)
        case confirm(sessionID: UUID)
        case logIn
        case signUp

        fileprivate var name: String {
            switch self {
            case .add: "add"
            case .confirm: "confirm"
            case .logIn: "log_in"
            case .signUp: "sign_up"
            }
        }

        fileprivate var sessionID: UUID? {
            switch self {
            case .add(let sessionID), .confirm(let sessionID): sessionID
            case .logIn, .signUp: nil
            }
        }
    }

    /// Makes a challenge. It also deletes expired ones, and the oldest beyond the limit of the session, or of everybody who isn't
    /// signed in. The deletions skip locked rows.
    /// - Parameter newUserID: the id of the account that a sign-up creates.
    /// - Returns: the random bytes.
    func insert(_ purpose: Purpose, newUserID: UUID? = nil) async throws -> [UInt8] {
        let (tenant, challenge) = (transaction.tenantID, Randomness.bytes(PasskeyRules.challengeSize))
        let limit = purpose.sessionID == nil ? PasskeyRules.challengesOfVisitors : PasskeyRules.challengesOfSession
        let theirs: SQL = purpose.sessionID.map { "c.session_id = \($0)" } ?? "c.session_id IS NULL"
        // The rows that stay must not be locked, so the ones beyond the limit are found in an array.
        _ = try await transaction.pipeline([
            """
            DELETE FROM passkey_challenges WHERE tenant_id = \(tenant) AND challenge IN (
                SELECT challenge FROM passkey_challenges WHERE tenant_id = \(tenant) AND expires_at <= \(transaction.now)
                LIMIT \(Upkeep.batch) FOR UPDATE SKIP LOCKED)
            """,
            """
            DELETE FROM passkey_challenges WHERE tenant_id = \(tenant) AND challenge IN (
                SELECT challenge FROM passkey_challenges
                WHERE tenant_id = \(tenant) AND challenge = ANY (ARRAY(
                    SELECT c.challenge FROM passkey_challenges AS c WHERE c.tenant_id = \(tenant) AND \(fragment: theirs)
                    ORDER BY c.expires_at DESC OFFSET \(limit - 1)))
                FOR UPDATE SKIP LOCKED)
            """,
            """
            INSERT INTO passkey_challenges (tenant_id, challenge, purpose, session_id, new_user_id, expires_at)
            VALUES (\(tenant), \(challenge), \(purpose.name), \(purpose.sessionID), \(newUserID),
                \(transaction.now + PasskeyRules.challengeLifetime))
            """,
        ])
        return challenge
    }

    /// A challenge that was open, and is used now.
    struct Used: Sendable {
        /// The id of the account that a sign-up creates; nil for other purposes.
        let newUserID: UUID?
    }

    /// Deletes a challenge, because it is used.
    /// - Returns: nil if there is no such challenge for this purpose and session, or it has expired.
    func use(_ challenge: [UInt8], for purpose: Purpose) async throws -> Used? {
        let rows = try await transaction.query(
            """
            DELETE FROM passkey_challenges
            WHERE tenant_id = \(transaction.tenantID) AND challenge = \(challenge) AND purpose = \(purpose.name)
                AND session_id IS NOT DISTINCT FROM \(purpose.sessionID)::uuid AND expires_at > \(transaction.now)
            RETURNING new_user_id
            """)
        return try rows.first.map { Used(newUserID: try $0["new_user_id"]) }
    }
}
