import DavenportAPI
import Foundation
import Secrets

/// Links to e-mail addresses (rules 26).
enum EmailRules {
    /// How long a link works that verifies an address or undoes its change, in seconds (rules 26.6 and 26.7).
    static let lifetime: TimeInterval = 7 * 24 * 3600
    /// The web client's page for a link that verifies an address.
    static let verificationPage = "/verify-email"
    /// The number of refusals in a row after which an address is unreachable (rule 26.8).
    static let refusals = 3
    /// The time of day at which digests are sent, by the clocks of each reader's time zone.
    static let evening = "18:00"
}

extension AuditEvent {
    static let emailVerified = Self("email.verified")
    /// Somebody got their account back by the link that was sent to the earlier address.
    static let emailRestored = Self("email.restored")
}

extension String {
    /// The text by which an address is compared with others to which mails went, with the letters and dots of domains as mail servers
    /// map them (UTS 46).
    var mailbox: String { precomposedStringWithCompatibilityMapping.replacing("\u{3002}", with: ".").folded }
}
