import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Creates an account with a password or a passkey, and logs the new user in. It requires an invite, unless the tenant allows to
    /// sign up without one.
    public func signUp(_ visitor: Visitor, _ user: NewUser) async throws -> SignedIn {
        let password = try user.passkey == nil ? user.strongPassword() : nil
        if let username = user.username { try ReservedUsernames.refuse(username, in: visitor.tenant) }
        let isOpen = visitor.tenant.signup == .open && user.invite == nil
        let guess: Throttle.Attempt = isOpen ? .openSignUp(from: visitor.address) : .secretCode(from: visitor.address)
        return try await passwords.admit(visitor.tenant, from: visitor.address) {
            try await throttle.attempt(guess, for: visitor) { try await createAccount(visitor, user, password: password) }
        }
    }

    /// Makes the options with which a device makes the passkey of somebody who signs up.
    public func makePasskeySignUpOptions(_ visitor: Visitor, _ user: NewPasskeyUser) async throws -> PasskeyCreationOptions {
        try await throttle.attempt(.secretCode(from: visitor.address), for: visitor) {
            if let code = try inviteCode(user.invite, visitor.tenant) { _ = try await usable(code, visitor) }
            return try await database.transaction(for: visitor) { transaction in
                let throttles = ThrottleRepository(transaction)
                _ = try await throttles.count(.passkeyChallenges(from: visitor.address))
                let (host, _) = try await passkeyHost(of: visitor, transaction)
                let userID = UUID.version7(at: transaction.now)
                let challenge = try await PasskeyChallengeRepository(transaction).insert(.signUp, newUserID: userID)
                try await throttles.tidy()
                let name = [user.givenName, user.familyName].compactMap(\.self).joined(separator: " ")
                let username = user.username ?? user.email ?? (name.isEmpty ? visitor.tenant.name : name)
                return PasskeyCreationOptions(
                    challenge: challenge, host: host, community: visitor.tenant.name, userID: userID, username: username,
                    displayName: name.isEmpty ? username : name)
            }
        }
    }

    private func createAccount(_ visitor: Visitor, _ user: NewUser, password: String?) async throws -> SignedIn {
        let code = try inviteCode(user.invite, visitor.tenant)
        let promised: RedeemableInvite? = if let code { try await usable(code, visitor) } else { nil }
        // Refuse all that can be refused before the password is hashed, because each hash is counted and costs time.
        let chosen = try await role(of: user, promised, visitor)
        try chosen.requireBirthday(user.birthday, at: clock.now)
        let rules = try await readTextRules(for: visitor, isOpen: code == nil)
        let filtered = try rules.check(
            ["username": user.username, "givenName": user.givenName, "familyName": user.familyName])
        let passwordHash = if let password { try await passwords.hash(password, for: visitor.tenant) } else { "" }
        return try await database.transaction(for: visitor) { transaction in
            let made = try await verifyPasskey(of: user, visitor, transaction)
            let invite: RedeemableInvite? = if let code { try await redeem(code, visitor.tenant, transaction) } else { nil }
            let role = invite?.role ?? chosen
            let me = try await EnrollUser(transaction: transaction, areas: areas)(
                user, id: made?.challenge.newUserID, role: role, isChosen: invite == nil, passwordHash: passwordHash, by: invite,
                newcomerUntil: code == nil ? transaction.now + ModerationRules.newcomerPeriod : nil, rules, in: visitor.tenant)
            if let made { try await add(made.passkey, of: me.id, at: made.host, transaction) }
            try await ReportFilteredText(transaction, areas: areas).person(me, filtered)
            try await sendEmailVerification(to: me, in: visitor.tenant, transaction)
            try await announceSignIn(of: me, from: visitor.address, deviceName: user.deviceName, isFirst: true, transaction)
            try await transaction.audit(.signedUp, by: .user(me.id), detail: role.rawValue)
            return try await BeginSession(transaction: transaction)(for: me, source: .signup, deviceName: user.deviceName)
        }
    }

    /// Verifies the passkey of a new user; nil if the user has a password instead.
    private func verifyPasskey(
        of user: NewUser, _ visitor: Visitor, _ transaction: TenantTransaction
    ) async throws -> VerifiedPasskey? {
        guard let passkey = user.passkey else { return nil }
        return try await verify(passkey, for: .signUp, of: visitor, prefix: "passkey.", transaction)
    }

    /// Returns the role of the new account: the invite's, else the one that the person chooses, else the tenant's usual one.
    /// - Throws: `invalid`, naming `role`, if the invite has another role, or nobody may choose the role in this tenant.
    private func role(of user: NewUser, _ invite: RedeemableInvite?, _ visitor: Visitor) async throws -> Role {
        let usual = invite?.role ?? visitor.tenant.defaultRole
        guard let role = user.role, role != usual else { return usual }
        guard invite == nil else { throw Problem.invalid("role", .notAllowed, "must be left out, since the invite determines it") }
        guard try await signupRoles(for: visitor).contains(role) else {
            throw Problem.invalid("role", .notAllowed, "is none that people choose in this community")
        }
        return role
    }

    /// Returns the code of the invite; nil if the request has none and the tenant requires none.
    private func inviteCode(_ text: String?, _ tenant: Tenant) throws -> InviteCode? {
        guard let text else {
            guard tenant.signup == .open else { throw Problem(.inviteInvalid) }
            return nil
        }
        guard let code = InviteCode(text) else { throw Problem(.inviteInvalid) }
        return code
    }

    /// Checks the invite before the password is hashed, so that guessing codes costs the server little. The redemption
    /// checks it again later.
    private func usable(_ code: InviteCode, _ visitor: Visitor) async throws -> RedeemableInvite {
        let found = try await database.transaction(for: visitor, .singleRoundTrip) {
            try await InviteRepository($0).find(code)
        }
        return try found.required(in: visitor.tenant)
    }

    private func redeem(
        _ code: InviteCode, _ tenant: Tenant, _ transaction: TenantTransaction
    ) async throws -> RedeemableInvite {
        try await InviteRepository(transaction).redeem(code).required(in: tenant)
    }
}
