import DavenportAPI
import Foundation
import Secrets

/// When a webhook's message is sent, and how often it is sent again (rules 25).
public enum WebhookRules {
    /// The time from a change to its message, in seconds, so that changes that follow each other share one (rule
    /// 25.15). With the second for which the worker collects announced changes, it is 5.
    static let gathering: TimeInterval = 4
    /// The interval in seconds at which the worker looks for changes that no `NOTIFY` announced (rule 25.15).
    static let checkInterval: TimeInterval = 300
    /// How long the secret before the current one signs too, in seconds (rule 25.17).
    static let overlap: TimeInterval = 24 * 3600
    /// The time by the database's clock for which only one worker sends a message, in seconds (rule 25.18). It is longer
    /// than an attempt can take.
    static let lease = 30
    /// The pauses in seconds after the first failed attempt, after the second and so on (rule 25.16).
    private static let pauses: [TimeInterval] = [5, 5 * 60, 30 * 60] + [2, 5, 10, 14, 20, 24].map { $0 * 3600 }

    /// Returns the pause before the next attempt, in seconds; nil if there is none, so that the webhook is turned off.
    /// - Parameter failures: the number of attempts that failed, at least 1.
    static func pause(after failures: Int) -> TimeInterval? {
        pauses.indices.contains(failures - 1) ? pauses[failures - 1] : nil
    }
}

/// The secrets that sign a webhook's messages: the current one, and for some time the one before it.
struct WebhookSecrets: Equatable {
    private static let length = 32

    let current: [UInt8]
    let previous: [UInt8]?

    /// Makes a new secret.
    /// - Parameter previous: the secret that goes on signing beside it; nil for none.
    init(replacing previous: [UInt8]? = nil) {
        (current, self.previous) = (Randomness.bytes(Self.length), previous)
    }

    /// Decrypts stored secrets.
    /// - Throws: the errors of `Envelope.open`.
    init(opening envelope: Envelope, with master: MasterKey, for place: String) throws {
        let bytes = try envelope.open(with: master, for: place)
        current = Array(bytes.prefix(Self.length))
        previous = bytes.count > Self.length ? Array(bytes.dropFirst(Self.length)) : nil
    }

    /// Whether decrypted bytes can be one secret, or two.
    static func isPossible(_ bytes: [UInt8]) -> Bool { bytes.count == length || bytes.count == 2 * length }

    /// The current secret as the bot's program gets it, in the form of Standard Webhooks.
    var text: String { "whsec_" + Base64.standard.encode(current) + "=" }

    /// Encrypts the secrets.
    func sealed(under master: MasterKey, for place: String) -> Envelope {
        Envelope(sealing: current + (previous ?? []), under: master, for: place)
    }

    /// Returns the text to which the encryption is bound. It must never change, because stored secrets couldn't be
    /// decrypted any more.
    static func place(of botID: UUID, in tenantID: UUID) -> String { "webhook of \(botID.lowercased) of tenant \(tenantID.lowercased)" }
}

/// The encrypted secrets of a webhook.
struct SealedWebhook: Sendable {
    let tenantID: UUID
    let botID: UUID
    let envelope: Envelope

    var place: String { WebhookSecrets.place(of: botID, in: tenantID) }
}

/// A message that must be sent to a webhook. The worker that claimed it has a lease on it.
public struct WebhookDelivery: Sendable {
    public let tenantID: UUID
    public let botID: UUID
    public let url: String
    /// The id of the message, which stays the same in every attempt.
    public let messageID: UUID
    let leaseID: UUID
    /// The number of attempts that failed.
    let failures: Int
    let sealed: SealedWebhook
    /// Whether the secret before the current one signs too.
    let isOverlapping: Bool

    /// Decrypts the secrets that sign the message.
    /// - Throws: `Envelope.Failure` or `SealedBox.Unopenable` if this master key can't decrypt them.
    public func secrets(with master: MasterKey) throws -> [[UInt8]] {
        let secrets = try WebhookSecrets(opening: sealed.envelope, with: master, for: sealed.place)
        return [secrets.current] + (isOverlapping ? secrets.previous.map { [$0] } ?? [] : [])
    }
}

/// The outcome of an attempt to send a message to a webhook.
public enum WebhookOutcome: Sendable, Equatable {
    case taken
    /// The message is sent again later, unless all attempts are used up. The text is the reason in a few words.
    case failed(String)
    /// The address says that it wants no messages any more.
    case gone(String)
}
