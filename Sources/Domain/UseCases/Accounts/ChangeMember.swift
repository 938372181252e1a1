import DavenportAPI

extension UseCases {
    /// Lets admins and owners change a user's role, suspend the user, or end the suspension.
    public func changeMember(_ caller: Caller, _ input: MemberChange) async throws -> User {
        try await database.transaction(for: caller) { transaction in
            try ModerationRules.requireEnd(input.suspendedUntil, at: transaction.now, field: "suspendedUntil")
            let standings = RoleAndSuspensionRepository(transaction)
            try await standings.lockOwnership()
            let locked = try await standings.locked([caller.userID, input.userID])
            // The caller's own role may have changed since the request was received.
            guard let mine = locked[caller.userID], !mine.suspended else { throw Problem(.unauthenticated) }
            guard mine.role.administers else { throw Problem(.forbidden) }
            guard let theirs = locked[input.userID] else { throw Problem(.notFound) }
            guard mine.role.mayAppoint(theirs.role), mine.role.mayAppoint(input.role ?? theirs.role) else { throw Problem(.forbidden) }
            try await ChangeRoleOrSuspension(transaction: transaction)(
                theirs, role: input.role, input.suspension, by: .user(caller.userID))
            guard let member = try await MemberRepository(transaction).member(input.userID) else { throw Problem(.notFound) }
            return member
        }
    }
}

extension MemberChange {
    /// The change of the suspension; nil if it stays as it is.
    fileprivate var suspension: SuspensionChange? {
        if let suspendedUntil { return .suspend(until: suspendedUntil) }
        return suspended.map { $0 ? .suspend(until: nil) : .lift }
    }
}
