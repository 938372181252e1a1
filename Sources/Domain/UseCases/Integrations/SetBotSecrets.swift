import DavenportAPI
import Foundation
import Secrets

/// Makes a bot's token and the secret of its webhook. The transaction must have locked the bot's row before.
struct SetBotSecrets {
    let transaction: TenantTransaction
    /// Encrypts the secrets of webhooks; nil if the operator set none.
    let masterKey: MasterKey?

    /// Ends the bot's token and the keys that were made with it, and returns a new token.
    func token(of botID: UUID) async throws -> String {
        let sessions = SessionRepository(transaction)
        try await sessions.endAll(of: botID)
        try await AccessKeyRepository(transaction).deleteAll(of: botID)
        let token = SessionToken(tenant: transaction.tenantID, ofBot: true)
        _ = try await sessions.insert(
            token, id: .version7(at: transaction.now), userID: botID, source: .bot, deviceName: nil,
            expiresAt: transaction.now.adding(days: BotRules.tokenDays))
        return token.text
    }

    /// Sets the address of the bot's webhook.
    /// - Returns: the secret of a new webhook; nil if the bot had one.
    /// - Throws: `webhooksUnavailable` if there is no master key.
    func webhook(of botID: UUID, at url: String) async throws -> String? {
        let bots = BotRepository(transaction)
        guard let masterKey else { throw Problem(.webhooksUnavailable) }
        if try await bots.webhook(of: botID) != nil {
            try await bots.setWebhook(of: botID, url)
            return nil
        }
        let secrets = WebhookSecrets()
        try await bots.insertWebhook(of: botID, url, secrets.sealed(under: masterKey, for: place(of: botID)))
        return secrets.text
    }

    /// Returns a new secret for the bot's webhook. The one before signs beside it for a day, unless another master key
    /// encrypts it.
    /// - Throws: `invalid`, naming `rotate`, if the bot has no webhook; `webhooksUnavailable` if there is no master key.
    func webhookSecret(of botID: UUID) async throws -> String {
        let bots = BotRepository(transaction)
        guard let masterKey else { throw Problem(.webhooksUnavailable) }
        guard let sealed = try await bots.webhook(of: botID) else {
            throw Problem.invalid("rotate", .notAllowed, "needs a webhook, whose secret it is")
        }
        let old = try? WebhookSecrets(opening: sealed.envelope, with: masterKey, for: sealed.place)
        let secrets = WebhookSecrets(replacing: old?.current)
        try await bots.setSecrets(
            of: botID, secrets.sealed(under: masterKey, for: sealed.place),
            previousUntil: old.map { _ in transaction.now + WebhookRules.overlap })
        return secrets.text
    }

    private func place(of botID: UUID) -> String { WebhookSecrets.place(of: botID, in: transaction.tenantID) }
}
