import DavenportAPI
import Foundation

/// An endpoint that can be called as a function of the client, such as `createRoom` in `client.createRoom(NewRoom(…))`.
public struct Call<In: Input, Out: Codable & Sendable>: Sendable {
    let client: DavenportClient
    let endpoint: Endpoint<In, Out>

    init(_ client: DavenportClient, _ endpoint: Endpoint<In, Out>) {
        self.client = client
        self.endpoint = endpoint
    }

    /// Calls the endpoint with an input, as `DavenportClient.call` does, with retries and the cache.
    public func callAsFunction(_ input: In) async throws -> Out {
        try await client.call(endpoint, input)
    }
}

extension Call where In == NoInput {
    /// Calls an endpoint that has no input.
    public func callAsFunction() async throws -> Out {
        try await self(NoInput())
    }
}
