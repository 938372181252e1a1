import DavenportAPI

extension UseCases {
    /// Lets an operator set the features of a tenant. When a feature is turned off, its data stays, and is visible again
    /// when the feature is turned on.
    /// - Parameter features: all features that are on from now on. Duplicates don't matter.
    public func changeTenantFeatures(_ tenant: Tenant, _ features: [Feature]) async throws {
        let wanted = Feature.allCases.filter(features.contains)
        try await database.transaction(in: tenant.id) { transaction in
            guard try await TenantRepository(transaction).setFeatures(wanted) else { return }
            try await transaction.audit(.featuresChanged, by: .operator)
        }
    }
}
