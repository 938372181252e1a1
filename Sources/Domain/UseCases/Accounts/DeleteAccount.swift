import DavenportAPI

extension UseCases {
    /// Deletes the caller's account and their data in every area. If the caller requests it, the texts that they wrote are
    /// deleted too.
    public func deleteAccount(_ caller: Caller, _ input: AccountDeletion) async throws -> NoContent {
        let confirmed = try await confirmOwnership(input.currentPassword, of: caller)
        try await database.transaction(for: caller) { transaction in
            let standings = RoleAndSuspensionRepository(transaction)
            try await standings.lockOwnership()
            let me = try await confirmed.lock(caller, transaction)
            if me.role == .owner { try await RequireOwner(transaction: transaction)(besides: me.id) }
            try await AccountDeletionRepository(transaction).delete(
                AccountErasure(userID: me.id, erasesWords: input.eraseComments), outOf: areas)
            try await transaction.audit(.userDeleted, by: .user(me.id))
        }
        await deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
