import DavenportAPI
import Foundation

/// Creates an account and the new user's rows in every area. `signUp` and `createUser` use it.
struct EnrollUser {
    let transaction: TenantTransaction
    let areas: [Area]

    /// Creates the account.
    /// - Parameters:
    ///   - id: the account's id, if it was made before; nil for a new one.
    ///   - isChosen: whether the user may have chosen the role themselves, since neither an invite nor an operator gives it.
    ///   - passwordHash: the password's hash; empty for nobody's.
    ///   - invite: the invite that the user redeems; nil if there is none.
    ///   - newcomerUntil: when a person who comes by open sign-up stops being a newcomer; nil for everybody else.
    ///   - rules: the rules for the texts of somebody who signs up; nil if an operator creates the account.
    /// - Throws: `emailTaken`, `usernameTaken`, or `invalid` if a teacher is too young or has no birthday.
    func callAsFunction(
        _ user: NewUser, id: UUID? = nil, role: Role, isChosen: Bool = false, passwordHash: String, by invite: RedeemableInvite? = nil,
        newcomerUntil: Date? = nil, _ rules: TextRules? = nil, in tenant: Tenant
    ) async throws -> Me {
        try role.requireBirthday(user.birthday, at: transaction.now)
        let accounts = AccountRepository(transaction)
        let color = try await accounts.rarestColor(of: IdentityColor.palette)
        let account = AccountRepository.NewAccount(
            user: user, id: id ?? .version7(at: transaction.now), role: role, choseRole: isChosen && role == .teacher,
            passwordHash: passwordHash, identityColor: color, newcomerUntil: newcomerUntil)
        let me =
            if let username = user.username {
                try await accounts.insert(account, as: username)
            } else {
                try await accounts.insert(account, asOneOf: MadeUsernames(for: user, in: tenant, rules))
            }
        let addresses = EmailAddressRepository(transaction)
        try await addresses.refuseReserved(me.email, but: me.id)
        try await addresses.resetState(of: me.id)
        if let invite { try await befriendInviter(me, by: invite) }
        let joiningUser = JoiningUser(
            tenant: tenant, userID: me.id, role: me.role, inviterID: invite?.maker?.id, roomIDs: invite?.roomIDs ?? [])
        for area in areas { try await area.onJoin(transaction, joiningUser) }
        return me
    }

    /// Makes the new user a friend of the invite's maker, and notifies the maker.
    private func befriendInviter(_ me: Me, by invite: RedeemableInvite) async throws {
        try await InviteRepository(transaction).insertRedemption(of: invite.id, by: me.id, id: .version7(at: transaction.now))
        guard let maker = invite.maker else { return }
        try await FriendRepository(transaction).befriend(me.id, maker.id)
        try await NotificationRepository(transaction).notify([maker.id], .inviteAccepted, by: me.id)
    }
}
