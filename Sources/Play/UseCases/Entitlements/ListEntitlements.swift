import DavenportAPI
import Domain

/// Lists what the caller has bought.
public struct ListEntitlements: UseCase {
    private let database: Database

    public init(_ dependencies: Dependencies) {
        database = dependencies.database
    }

    public func callAsFunction(_ caller: Caller, _ input: NoInput) async throws -> Items<Entitlement> {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            Items(try await EntitlementRepository(transaction).list(of: caller.userID))
        }
    }
}
