import DavenportAPI

/// Deletes the caller's account and their data in every area. If the caller requests it, the texts that they wrote are
/// deleted too.
public struct DeleteAccount: UseCase {
    private let dependencies: Dependencies

    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    public func callAsFunction(_ caller: Caller, _ input: AccountDeletion) async throws -> NoContent {
        let confirmed = try await ConfirmPassword(dependencies: dependencies)(input.currentPassword, of: caller)
        try await dependencies.database.transaction(for: caller) { transaction in
            let standings = RoleAndSuspensionRepository(transaction)
            try await standings.lockOwnership()
            let me = try await AccountRepository(transaction).lockedMe(caller.userID, passwordNumber: confirmed.passwordNumber)
            guard let me else { throw Problem(.wrongPassword) }
            if me.role == .owner { try await RequireOwner(transaction: transaction)(besides: me.id) }
            try await AccountDeletionRepository(transaction).delete(
                AccountErasure(userID: me.id, erasesWords: input.eraseComments), outOf: dependencies.areas)
            try await transaction.audit(.userDeleted, by: .user(me.id))
        }
        await dependencies.deferredDeletion.erase(in: caller.tenant.id)
        return NoContent()
    }
}
