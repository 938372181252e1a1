import DavenportAPI

extension DavenportClient {
    /// Register a purchase that the App Store signed.
    public var presentTransaction: Call<PresentedTransaction, Created<Entitlement>> { Call(self, Endpoints.presentTransaction) }
    /// List your purchases, newest first.
    public var listEntitlements: Call<NoInput, Items<Entitlement>> { Call(self, Endpoints.listEntitlements) }
    /// Receive an App Store server notification.
    public var takeStoreNotification: Call<StoreNotification, NoContent> { Call(self, Endpoints.takeStoreNotification) }
}

extension Call where In == PresentedTransaction {
    /// Sends a purchase to the server, in the form of the `jwsRepresentation` of a StoreKit transaction.
    public func callAsFunction(signedTransaction: String) async throws -> Out { try await self(In(signedTransaction: signedTransaction)) }
}
