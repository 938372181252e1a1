import DavenportAPI

extension UseCases {
    /// Lets an operator set who may make links for new passwords in a tenant. Links that others made don't work then.
    public func changePasswordLinkMakers(_ tenant: Tenant, _ makers: PasswordLinkMakers) async throws {
        try await database.transaction(in: tenant.id) { transaction in
            guard try await PasswordLinkRepository(transaction).setMakers(makers) else { return }
            try await transaction.audit(.passwordLinkMakersChanged, by: .operator, detail: makers.rawValue)
        }
    }
}
