import DavenportAPI

extension UseCases {
    /// Withdraws the remaining uses of an invite that the caller made, or of any invite if the caller is an admin or owner.
    /// It does nothing if no uses remain.
    public func withdrawInvite(_ caller: Caller, _ input: InviteReference) async throws -> NoContent {
        try await database.transaction(for: caller) { transaction in
            let withdrawal = try await InviteListRepository(transaction).withdraw(
                input.inviteID, caller.role.administers ? .everybody : .own, for: caller.userID)
            guard let withdrawal else { throw Problem(.notFound) }
            if withdrawal.isNew, withdrawal.makerID != caller.userID {
                try await transaction.audit(.inviteWithdrawn, by: .user(caller.userID), on: input.inviteID)
            }
        }
        return NoContent()
    }
}
