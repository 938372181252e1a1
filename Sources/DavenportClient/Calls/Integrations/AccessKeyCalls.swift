import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create a key for another program. No other answer contains its address.
    public var createAccessKey: Call<NewAccessKey, AccessKeyWithURL> { Call(self, Endpoints.createAccessKey) }
    /// List your keys with the last use of each, newest first.
    public var listAccessKeys: Call<NoInput, Items<AccessKey>> { Call(self, Endpoints.listAccessKeys) }
    /// Delete one of your keys. Its address is 404 from then on.
    public var deleteAccessKey: Call<AccessKeyReference, NoContent> { Call(self, Endpoints.deleteAccessKey) }
    /// Retrieve the calendar of a key's owner, for a program that subscribes to it.
    public var showCalendar: Call<CalendarQuery, Media> { Call(self, Endpoints.showCalendar) }
}

extension Call where In == AccessKeyReference {
    /// Calls an endpoint with one of your keys.
    public func callAsFunction(keyID: UUID) async throws -> Out { try await self(In(keyID: keyID)) }
}

extension Call where In == CalendarQuery {
    /// Calls an endpoint with the secret of a key.
    public func callAsFunction(secret: String) async throws -> Out { try await self(In(secret: secret)) }
}
