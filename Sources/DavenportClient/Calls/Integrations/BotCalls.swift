import DavenportAPI
import Foundation

extension DavenportClient {
    /// Create a bot. No other answer contains its token and its webhook's secret.
    public var createBot: Call<NewBot, Bot> { Call(self, Endpoints.createBot) }
    /// List the community's bots, oldest first.
    public var listBots: Call<NoInput, Items<Bot>> { Call(self, Endpoints.listBots) }
    /// Change a bot's webhook, or give it a new token or a new secret.
    public var changeBot: Call<BotChange, Bot> { Call(self, Endpoints.changeBot) }
    /// Delete a bot. What it wrote stays, without an author.
    public var deleteBot: Call<BotReference, NoContent> { Call(self, Endpoints.deleteBot) }
}

extension Call where In == BotReference {
    /// Calls an endpoint with a bot of the community.
    public func callAsFunction(botID: UUID) async throws -> Out { try await self(In(botID: botID)) }
}
