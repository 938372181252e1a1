import DavenportAPI

extension DavenportClient {
    /// Show what I bought, as the App Store signed it.
    public var presentTransaction: Call<PresentedTransaction, Created<Entitlement>> { Call(self, Endpoints.presentTransaction) }
    /// What I have bought, latest first.
    public var listEntitlements: Call<NoInput, Items<Entitlement>> { Call(self, Endpoints.listEntitlements) }
    /// Take a notification of the App Store's server.
    public var takeStoreNotification: Call<StoreNotification, NoContent> { Call(self, Endpoints.takeStoreNotification) }
}

extension Call where In == PresentedTransaction {
    /// Shows what StoreKit gives as `jwsRepresentation` of a transaction.
    public func callAsFunction(signedTransaction: String) async throws -> Out { try await self(In(signedTransaction: signedTransaction)) }
}
