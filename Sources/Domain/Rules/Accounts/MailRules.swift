import DavenportAPI
import Foundation

/// How long mails are tried and kept (rules 26).
public enum MailRules {
    /// How long after it was made a mail is tried, in seconds. Then it is dead.
    static let lifetime: TimeInterval = 24 * 3600
    /// How long a dead mail is kept, in seconds, so that an operator can retry it.
    static let kept: TimeInterval = 30 * 24 * 3600
    /// The time by the database's clock for which only one worker sends a mail, in seconds. It is longer than an attempt
    /// can take.
    static let lease = 30
}

extension Allowance {
    /// The number of mails that all members of a tenant together cause per day.
    package static let mails = Allowance("mails", 500, a: .day, isShared: true)
}

/// A mail that a worker has claimed.
public struct ClaimedMail: Sendable, Equatable {
    /// What a mail is about.
    public enum Kind: String, Sendable, CaseIterable {
        /// A link for a new password, which somebody asked for.
        case password
    }

    public let tenantID: UUID
    /// The id from which the Message-ID is made. It stays the same in every attempt.
    public let id: UUID
    let leaseID: UUID
    /// What the mail is about; nil if a newer server knows it and this worker doesn't.
    public let kind: Kind?
    public let tenantName: String
    /// The reader; nil if the address has no account, so that nothing is sent.
    public let username: String?
    public let address: String
    public let link: String
    /// The number of attempts that failed.
    public let attempts: Int
}

/// What became of an attempt to send a mail.
public enum MailOutcome: Sendable, Equatable {
    case sent
    /// It is tried again after so many seconds, unless it is too old then.
    case retry(after: TimeInterval, reason: String)
    case dead(reason: String)
}
