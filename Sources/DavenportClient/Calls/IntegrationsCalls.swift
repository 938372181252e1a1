import DavenportAPI
import Foundation

extension Call where In == AccessKeyReference {
    /// Calls an endpoint with one of your keys.
    public func callAsFunction(keyID: UUID) async throws -> Out { try await self(In(keyID: keyID)) }
}

extension Call where In == CalendarQuery {
    /// Calls an endpoint with the secret of a key.
    public func callAsFunction(secret: String) async throws -> Out { try await self(In(secret: secret)) }
}

extension Call where In == BotReference {
    /// Calls an endpoint with a bot of the community.
    public func callAsFunction(botID: UUID) async throws -> Out { try await self(In(botID: botID)) }
}
