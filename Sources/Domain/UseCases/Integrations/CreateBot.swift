import DavenportAPI
import Foundation
import Secrets

extension UseCases {
    /// Creates a bot: a member that is a program, with a token and without a password.
    public func createBot(_ caller: Caller, _ input: NewBot) async throws -> Bot {
        try ReservedUsernames.refuse(input.username, in: caller.tenant)
        let filtered = try await readTextRules(for: caller).check(["username": input.username])
        return try await database.transaction(for: caller) { transaction in
            // Concurrent requests wait for each other, and so count each other's bots.
            try await RoleAndSuspensionRepository(transaction).lockOwnership()
            let bots = BotRepository(transaction)
            guard try await bots.count() < NewBot.limit else { throw Problem(.limitReached) }
            let me = try await insert(input.username, transaction)
            try await ReportFilteredText(transaction, areas: areas).person(me, filtered)
            let secrets = SetBotSecrets(transaction: transaction, masterKey: services[MasterKey.self])
            let token = try await secrets.token(of: me.id)
            let webhookSecret: String? = if let url = input.webhookURL { try await secrets.webhook(of: me.id, at: url) } else { nil }
            try await transaction.audit(.botCreated, by: .user(caller.userID), on: me.id)
            guard let bot = try await bots.bot(me.id, token: token, webhookSecret: webhookSecret) else { throw Problem(.notFound) }
            return bot
        }
    }

    private func insert(_ username: String, _ transaction: TenantTransaction) async throws -> Me {
        let (accounts, id) = (AccountRepository(transaction), UUID.version7(at: transaction.now))
        let user = NewUser(email: BotRules.email(of: id))
        let color = try await accounts.rarestColor(of: IdentityColor.palette)
        return try await accounts.insert(
            AccountRepository.NewAccount(
                user: user, id: id, role: BotRules.role, choseRole: false, passwordHash: "", identityColor: color, newcomerUntil: nil,
                isBot: true
            ), as: username)
    }
}
