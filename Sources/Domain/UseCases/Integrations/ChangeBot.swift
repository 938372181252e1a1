import DavenportAPI
import Secrets

extension UseCases {
    /// Changes a bot's webhook, or makes its token or its secret anew.
    public func changeBot(_ caller: Caller, _ input: BotChange) async throws -> Bot {
        try await database.transaction(for: caller) { transaction in
            let bots = BotRepository(transaction)
            guard try await bots.lock(input.botID) else { throw Problem(.notFound) }
            let secrets = SetBotSecrets(transaction: transaction, masterKey: services[MasterKey.self])
            var (token, webhookSecret, changes): (String?, String?, [String]) = (nil, nil, [])
            switch input.webhookURL {
            case .keep: break
            case .clear: try await bots.deleteWebhook(of: input.botID)
            case .set(let url): webhookSecret = try await secrets.webhook(of: input.botID, at: url)
            }
            if input.webhookURL != .keep { changes.append("webhook") }
            switch input.rotate {
            case .token?: token = try await secrets.token(of: input.botID)
            case .secret?: webhookSecret = try await secrets.webhookSecret(of: input.botID)
            default: break
            }
            if let rotation = input.rotate { changes.append(rotation.rawValue) }
            for change in changes {
                try await transaction.audit(.botChanged, by: .user(caller.userID), on: input.botID, detail: change)
            }
            guard let bot = try await bots.bot(input.botID, token: token, webhookSecret: webhookSecret) else { throw Problem(.notFound) }
            return bot
        }
    }
}
