import DavenportAPI
import Foundation

/// Lets a worker claim the webhooks' messages that are due, and record what became of them.
public struct WebhookQueue: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Makes messages due for the bots among users whose data has changed.
    public func scheduleMessages(for userIDs: Set<UUID>) async throws {
        try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await WorkerWebhookRepository($0).scheduleMessages(for: userIDs)
        }
    }

    /// Claims up to `limit` messages, which the worker must send now.
    public func claim(limit: Int) async throws -> [WebhookDelivery] {
        try await database.transactionAcrossTenants(.singleRoundTrip) {
            try await WorkerWebhookRepository($0).claim(UUID(), limit: limit)
        }
    }

    /// Records the outcome of an attempt.
    public func finish(_ delivery: WebhookDelivery, _ outcome: WebhookOutcome) async throws {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerWebhookRepository($0).finish(delivery, outcome) }
    }

    /// Returns the number of seconds until there may be something to claim; nil if there is no webhook.
    public func timeUntilDue() async throws -> TimeInterval? {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerWebhookRepository($0).timeUntilDue() }
    }
}
