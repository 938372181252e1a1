import Foundation

/// Lets a worker claim the mails that are due, and record what became of them.
public struct MailQueue: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Claims up to `limit` mails, which the worker must send now.
    public func claim(limit: Int) async throws -> [ClaimedMail] {
        try await database.transactionAcrossTenants { try await WorkerMailRepository($0).claim(UUID(), limit: limit) }
    }

    /// Records the outcome of an attempt.
    public func finish(_ mail: ClaimedMail, _ outcome: MailOutcome) async throws {
        try await database.transactionAcrossTenants { try await WorkerMailRepository($0).finish(mail, outcome) }
    }

    /// Deletes the mails that have been dead for 30 days.
    public func prune() async throws {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerMailRepository($0).prune() }
    }

    /// Returns the number of seconds until a mail is due; nil if there is none.
    public func timeUntilDue() async throws -> TimeInterval? {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerMailRepository($0).timeUntilDue() }
    }
}
