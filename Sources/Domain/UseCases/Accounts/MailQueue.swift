import Foundation

/// Lets a worker claim the mails that are due, and record what became of them.
public struct MailQueue: Sendable {
    private let database: Database

    /// Creates the use case.
    /// - Parameter database: a database connected as the worker's role.
    public init(_ database: Database) {
        self.database = database
    }

    /// Writes the digests that are due, so that they can be claimed.
    /// - Parameter origin: the address of the web client for communities without a host; nil if there is none.
    public func writeDigests(origin: WebOrigin?) async throws {
        var people: Int
        repeat {
            people = try await database.transactionAcrossTenants { transaction in
                try await WorkerMailRepository(transaction).writeDigests(limit: Self.digestBatch, origin: origin)
            }
        } while people == Self.digestBatch
    }

    /// The number of people whose digests are written in one transaction.
    private static let digestBatch = 100

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

    /// Returns the number of seconds until a mail or somebody's digest is due; nil if there is none.
    public func timeUntilDue() async throws -> TimeInterval? {
        try await database.transactionAcrossTenants(.singleRoundTrip) { try await WorkerMailRepository($0).timeUntilDue() }
    }
}
