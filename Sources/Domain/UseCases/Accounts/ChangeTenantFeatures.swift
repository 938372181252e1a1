import DavenportAPI

/// Sets the features of a tenant. It serves operators. The data of a feature that is turned off stays, and is back when
/// the feature is turned on again.
public struct ChangeTenantFeatures: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// Sets the features.
    /// - Parameter features: all features that shall be on. Duplicates don't matter.
    public func callAsFunction(_ tenant: Tenant, _ features: [Feature]) async throws {
        let wanted = Feature.allCases.filter(features.contains)
        try await database.transaction(in: tenant.id) { transaction in
            guard try await TenantRepository(transaction).setFeatures(wanted) else { return }
            try await transaction.audit(.featuresChanged, by: .operator)
        }
    }
}
