import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Shows a visitor the account whose password the link with their code sets.
    public func lookUpPasswordLink(_ visitor: Visitor, _ input: PasswordLinkQuery) async throws -> PasswordLinkPreview {
        let link = try await throttle.attempt(.secretCode(from: visitor.address), for: visitor) {
            try await passwordLink(try Self.passwordLinkCode(input.code), visitor)
        }
        return PasswordLinkPreview(
            tenant: .init(name: visitor.tenant.name, slug: visitor.tenant.slug), username: link.username, restoredEmail: link.restoredEmail)
    }

    /// Sets the password of an account by a link, ends all that knew the old one, and logs the person in.
    /// - Throws: `suspended` if the account is suspended. The password is set nevertheless.
    public func usePasswordLink(_ visitor: Visitor, _ input: PasswordLinkUse) async throws -> SignedIn {
        let signedIn = try await passwords.admit(visitor.tenant, from: visitor.address) {
            try await throttle.attempt(.secretCode(from: visitor.address), for: visitor) {
                let code = try Self.passwordLinkCode(input.code)
                // The link is read before the password is hashed, so that guessing codes costs the server little.
                let link = try await passwordLink(code, visitor)
                try PasswordRules.refuseWeak(input.password, username: link.username, email: link.restoredEmail ?? link.email)
                let hash = try await passwords.hash(input.password, for: visitor.tenant)
                return try await database.transaction(for: visitor) { transaction in
                    try await use(link, code, hash: hash, deviceName: input.deviceName, visitor, transaction)
                }
            }
        }
        guard let signedIn else { throw Problem(.suspended) }
        return signedIn
    }

    private static func passwordLinkCode(_ text: String) throws -> PasswordLinkCode {
        guard let code = PasswordLinkCode(text) else { throw Problem(.linkInvalid) }
        return code
    }

    private func passwordLink(_ code: PasswordLinkCode, _ visitor: Visitor) async throws -> PasswordLinkRepository.Found {
        let found = try await database.transaction(for: visitor, .singleRoundTrip) { try await PasswordLinkRepository($0).find(code) }
        guard let found, found.isAllowed else { throw Problem(.linkInvalid) }
        return found
    }

    /// Sets the password and begins a session.
    /// - Returns: nil if the account is suspended.
    private func use(
        _ link: PasswordLinkRepository.Found, _ code: PasswordLinkCode, hash: String, deviceName: String?, _ visitor: Visitor,
        _ transaction: TenantTransaction
    ) async throws -> SignedIn? {
        let accounts = AccountRepository(transaction)
        // The locks order this with another use of the link, and with a change of either person's role.
        _ = try await accounts.lock([link.userID, link.makerID].compactMap(\.self))
        guard let found = try await PasswordLinkRepository(transaction).find(code), found.isAllowed else { throw Problem(.linkInvalid) }
        try await ReplacePassword(transaction: transaction)(of: link.userID, hash: hash)
        if let email = found.restoredEmail {
            try await Self.restoreEmail(email, of: link.userID, changedAt: found.changedAt, in: transaction)
        }
        if found.wasMailed { try await EmailAddressRepository(transaction).verify(link.userID) }
        // Somebody who knew the old password may have made some.
        try await InviteRepository(transaction).withdrawAll(of: link.userID)
        try await transaction.audit(.passwordLinkUsed, by: .user(link.userID))
        if try await accounts.liftEndedSuspension(of: link.userID) { try await transaction.audit(.userResumed, by: .user(link.userID)) }
        guard let me = try await accounts.lockedMe(link.userID) else { return nil }
        try await transaction.audit(.loggedIn, by: .user(me.id))
        try await announceSignIn(of: me, from: visitor.address, deviceName: deviceName, transaction)
        return try await BeginSession(transaction: transaction)(for: me, source: .login, deviceName: deviceName)
    }
}
