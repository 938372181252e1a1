import DavenportAPI
import Domain

extension UseCases {
    /// Lists what the caller has bought.
    public func listEntitlements(_ caller: Caller, _ input: NoInput) async throws -> Items<Entitlement> {
        try await database.transaction(for: caller, .singleRoundTrip) { transaction in
            Items(try await EntitlementRepository(transaction).list(of: caller.userID))
        }
    }
}
