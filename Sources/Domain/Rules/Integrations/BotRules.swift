import DavenportAPI
import Foundation

/// What holds for bots alone (rules 25).
enum BotRules {
    /// The role of every bot, so that its token can never administer the community.
    static let role = Role.member
    /// How long a bot's token lasts, in days: until it is rotated.
    static let tokenDays = 36_500

    /// Returns the e-mail address in the account of a bot. Every account has one; nothing is ever sent there.
    static func email(of botID: UUID) -> String { "\(botID.lowercased)@bots.invalid" }
}
