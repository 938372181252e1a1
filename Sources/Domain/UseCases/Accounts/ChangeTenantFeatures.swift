import DavenportAPI

/// Says what a tenant can do together: an operator's work. What belongs to a feature that is turned off stays, and is there when it is on
/// again.
public struct ChangeTenantFeatures: Sendable {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    /// - Parameter features: all that shall be on; one given twice counts once.
    public func callAsFunction(_ tenant: Tenant, _ features: [Feature]) async throws {
        let wanted = Feature.allCases.filter(features.contains)
        try await database.transaction(in: tenant.id) { transaction in
            guard try await TenantRepository(transaction).setFeatures(wanted) else { return }
            try await transaction.audit(.featuresChanged, by: .operator)
        }
    }
}
