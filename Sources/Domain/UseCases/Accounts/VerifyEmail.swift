import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Sends the caller a link with which they show that they read the mails of their address. A verified address gets none.
    /// - Throws: `featureOff` if the community sends no e-mail; `tooManyRequests`.
    public func requestEmailVerification(_ caller: Caller, _ input: NoInput) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            guard let me = try await AccountRepository(transaction).lockedMe(caller.userID) else { throw Problem(.unauthenticated) }
            guard me.emailState != nil, me.emailState != .verified else { return NoContent() }
            try await SpendAllowance(transaction: transaction)(.emailVerifications, .mails, of: caller.userID)
            guard try await sendEmailVerification(to: me, in: caller.tenant, transaction) else { throw Problem(.featureOff) }
            return NoContent()
        }
    }

    /// Records that the visitor reads the mails of the address to which a link was sent, since they have its code.
    public func verifyEmail(_ visitor: Visitor, _ input: EmailVerification) async throws -> VerifiedEmail {
        try await throttle.attempt(.secretCode(from: visitor.address), for: visitor) {
            guard let code = EmailCode(input.code) else { throw Problem(.linkInvalid) }
            return try await database.transaction(for: visitor) { transaction in
                let (accounts, addresses) = (AccountRepository(transaction), EmailAddressRepository(transaction))
                // The lock orders this with a change of the address, which ends the link.
                guard let userID = try await addresses.find(code), let me = try await accounts.lockedMe(userID),
                    try await addresses.find(code) == userID
                else { throw Problem(.linkInvalid) }
                try await addresses.verify(userID)
                try await transaction.audit(.emailVerified, by: .user(userID))
                return VerifiedEmail(
                    tenant: .init(name: visitor.tenant.name, slug: visitor.tenant.slug), username: me.username, email: me.email,
                    digest: try await addresses.digest(of: userID))
            }
        }
    }

    /// Writes a mail with a link that verifies the user's address.
    /// - Returns: false if the community sends no e-mail.
    @discardableResult
    func sendEmailVerification(to me: Me, in tenant: Tenant, _ transaction: TenantTransaction) async throws -> Bool {
        let code = EmailCode()
        let host = try await PasswordLinkRepository(transaction).host()
        guard sendsMail(host), let link = webAddress(EmailRules.verificationPage, code: code.text, host: host, in: tenant) else {
            return false
        }
        try await EmailAddressRepository(transaction).insert(.verify, codeDigest: code.digest, for: me.id, to: me.email)
        try await MailRepository(transaction).insert(.verify, to: me.email, about: me.id, link: link)
        return true
    }

    /// Writes the mails about a changed address: to the new one a link that verifies it, to the earlier one a link that undoes
    /// the change.
    ///
    /// While such a link works, no other is made. So a thief who changed an address can't undo that it is changed back.
    func announceNewEmail(of me: Me, before: String, in tenant: Tenant, _ transaction: TenantTransaction) async throws {
        guard try await sendEmailVerification(to: me, in: tenant, transaction) else { return }
        let (addresses, code) = (EmailAddressRepository(transaction), PasswordLinkCode())
        let host = try await PasswordLinkRepository(transaction).host()
        let isFirst = try await !addresses.hasUndo(of: me.id)
        let address = isFirst ? webAddress(PasswordLink.page, code: code.text, host: host, in: tenant) : webAddress("/settings", host: host)
        guard let address else { return }
        if isFirst { try await addresses.insert(.undo, codeDigest: code.digest, for: me.id, to: before) }
        try await MailRepository(transaction).insert(
            isFirst ? .addressChanged(email: me.email) : .addressChangedAgain(email: me.email), to: before, about: me.id, link: address)
    }

    /// Gives an account its earlier e-mail address back, because the owner followed the link that was mailed to that address. Removes the
    /// passkeys that a thief of the account may have added. The user's row must be locked.
    static func restoreEmail(
        _ email: String, of userID: UUID, changedAt: Date, in transaction: TenantTransaction
    ) async throws {
        let addresses = EmailAddressRepository(transaction)
        for id in try await PasskeyRepository(transaction).delete(of: userID, addedSince: changedAt - PasskeyRules.undoneBefore) {
            try await transaction.audit(.passkeyRemoved, by: .user(userID), on: id)
        }
        try await addresses.deleteLinks(of: userID)
        try await addresses.resetState(of: userID)
        try await AccountRepository(transaction).setEmail(of: userID, to: email)
        try await transaction.audit(.emailRestored, by: .user(userID))
    }
}

extension Allowance {
    /// The number of mails per hour in which a user asks for a link that verifies their address.
    static let emailVerifications = Allowance("emailVerifications", 3, a: .hour)
}
