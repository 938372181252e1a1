import Domain
import Foundation
import Logging
import Postgres
import Programs
import Settings

/// Whom one of our programs logs in as.
enum Login: String, CaseIterable {
    case server
    case worker
    case owner

    /// Where it is configured.
    var key: String {
        switch self {
        case .server: "DATABASE_URL"
        case .worker: "PUSH_DATABASE_URL"
        case .owner: "MIGRATION_DATABASE_URL"
        }
    }

    /// Whether this machine is to log in so.
    func isConfigured(_ configuration: Configuration, _ options: DatabaseOptions) -> Bool {
        switch self {
        case .server: configuration.databaseURL != nil || options.isPrivate(configuration)
        case .worker: configuration.pushDatabaseURL != nil || options.isPrivate(configuration) || options.isSingleRole(configuration)
        case .owner: configuration.migrationDatabaseURL != nil || options.isPrivate(configuration) || options.isSingleRole(configuration)
        }
    }

    private func url(_ configuration: Configuration, _ options: DatabaseOptions) throws -> String {
        switch self {
        case .server: try options.serverURL(configuration)
        case .worker: try options.workerURL(configuration)
        case .owner: try options.ownerURL(configuration)
        }
    }

    /// A pool that tells errors to whoever asks, and to nobody else.
    func pool(_ configuration: Configuration, _ options: DatabaseOptions) throws -> Pool {
        var pooling = PoolConfiguration(
            uri: try url(configuration, options), size: 1, waiterTimeout: .seconds(5),
            isBehindPooler: self == .server && configuration.databasePooler == .transaction, applicationName: "davenport check")
        if self != .server { pooling.transactionSettings = options.transactionSettings(configuration) }
        return Pool(pooling, logger: Logger(label: "davenport") { _ in SwiftLogNoOpLogHandler() })
    }
}

/// A database as somebody sees it who has logged in.
struct Seat {
    let login: Login
    let pool: Pool
    let facts: DatabaseFacts
    /// By how many seconds its clock is ahead of this machine's, at least; below zero where it is behind.
    let lead: TimeInterval

    var database: Database { Database(pool: pool, clock: .system) }

    init(_ login: Login, _ pool: Pool) async throws {
        (self.login, self.pool) = (login, pool)
        let asked = Date()
        facts = try await ExamineDatabase(Database(pool: pool, clock: .system))()
        // It said the time at some moment between these.
        let between = min(max(facts.time, asked), Date())
        lead = facts.time.timeIntervalSince(between)
    }
}
