import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Lets admins and owners make a link with which a member sets a new password. An older link of the member ends.
    public func makePasswordLink(_ caller: Caller, _ input: UserReference) async throws -> PasswordLink {
        try await database.transaction(for: caller) { transaction in
            let locked = try await RoleAndSuspensionRepository(transaction).locked([caller.userID, input.userID])
            // The caller's own role may have changed since the request was received.
            guard let mine = locked[caller.userID], !mine.suspended else { throw Problem(.unauthenticated) }
            guard let theirs = locked[input.userID], !theirs.isBot else { throw Problem(.notFound) }
            // A link for oneself would set a password without the current one.
            guard caller.userID != input.userID, try await PasswordLinkRepository(transaction).makers().allow(mine.role, for: theirs.role)
            else { throw Problem(.forbidden) }
            try await SpendAllowance(transaction: transaction)(.passwordLinks, of: caller.userID)
            return try await issuePasswordLink(for: input.userID, by: caller.userID, in: caller.tenant, transaction)
        }
    }

    /// Makes a link for a new password, which notifies the person. The person's row must be locked.
    /// - Parameter makerID: the admin or owner who makes the link; nil if an operator does.
    func issuePasswordLink(
        for userID: UUID, by makerID: UUID?, in tenant: Tenant, _ transaction: TenantTransaction
    ) async throws -> PasswordLink {
        let (links, code) = (PasswordLinkRepository(transaction), PasswordLinkCode())
        let expiresAt = transaction.now + PasswordLink.lifetime
        try await links.insert(code, for: userID, by: makerID, expiresAt: expiresAt)
        try await transaction.audit(.passwordLinkMade, by: makerID.map(AuditActor.user) ?? .operator, on: userID)
        let url = webAddress(PasswordLink.page, code: code.text, host: try await links.host(), in: tenant)
        return PasswordLink(code: code.text, url: url, expiresAt: expiresAt)
    }
}
