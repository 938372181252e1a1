import DavenportAPI

extension UseCases {
    /// Changes the caller's account. A new e-mail address requires a proof that the caller owns it, because mails to that address can
    /// give access to the account.
    public func changeMe(_ caller: Caller, _ input: AccountChange) async throws -> Me {
        if input.email != nil {
            let confirmed = try await confirmOwnership(input.currentPassword, of: caller)
            return try await throttle.attempt(.emailAddress(by: caller), for: caller) {
                try await change(caller, input, confirmed: confirmed)
            }
        }
        guard input.username != nil else { return try await change(caller, input, confirmed: nil) }
        return try await throttle.attempt(.username(by: caller), for: caller) {
            try await change(caller, input, confirmed: nil)
        }
    }

    private func change(
        _ caller: Caller, _ input: AccountChange, confirmed: Ownership?
    ) async throws -> Me {
        let rules = try await readTextRules(for: caller)
        return try await database.transaction(for: caller) { transaction in
            let accounts = AccountRepository(transaction)
            let locked: Me? =
                if let confirmed { try await confirmed.lock(caller, transaction) } else { try await accounts.lockedMe(caller.userID) }
            guard let me = locked else { throw Problem(.unauthenticated) }
            let changed = me.changed(by: input)
            guard changed != me else { return me }
            try ReservedUsernames.refuse(changed.username, in: caller.tenant, current: me.username)
            let filtered = try rules.check([
                "username": changed.username == me.username ? nil : changed.username,
                "givenName": changed.givenName == me.givenName ? nil : changed.givenName,
                "familyName": changed.familyName == me.familyName ? nil : changed.familyName,
            ])
            if input.birthday != .keep { try me.role.requireBirthday(changed.birthday, at: transaction.now) }
            // Another case is the same address. Other letters that are compared as equal, such as `ß` and `ss`, are another mailbox.
            let isNewAddress = changed.email.lowercased() != me.email.lowercased()
            if changed.email != me.email { try await transaction.audit(.emailChanged, by: .user(me.id)) }
            if isNewAddress { try await EmailAddressRepository(transaction).resetState(of: me.id) }
            if changed.digest != me.digest { try await EmailAddressRepository(transaction).setDigest(of: me.id, to: changed.digest) }
            let updated = try await accounts.update(changed)
            if isNewAddress { try await announceNewEmail(of: updated, before: me.email, in: caller.tenant, transaction) }
            try await ReportFilteredText(transaction, areas: areas).person(updated, filtered)
            return updated
        }
    }
}

extension Me {
    fileprivate func changed(by change: AccountChange) -> Me {
        Me(
            stub: UserStub(
                id: id, username: change.username ?? username, identityColor: identityColor, avatarURL: avatarURL, bot: bot),
            role: role, createdAt: createdAt, givenName: change.givenName.applied(to: givenName),
            familyName: change.familyName.applied(to: familyName),
            email: change.email ?? email, birthday: change.birthday.applied(to: birthday),
            warnings: warnings, passwordLink: passwordLink, emailState: emailState, digest: change.digest.applied(to: digest),
            hasPassword: hasPassword, language: change.language.applied(to: language))
    }
}
